internal import CLibLCMS
internal import VarBlur
internal import VarBlurCodecs

/// Converts the colors of an image to sRGB.
struct ColorConversion {
    private let profile: ICCProfile?
    private let format: ImageFormat

    init(_ header: ImageHeader) { (profile, format) = (header.profile, header.format) }

    /// The picture of an image with 8 bits and premultiplied colors, in sRGB.
    ///
    /// Without a valid profile, colors are those of sRGB already.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func picture(_ image: borrowing PixelBuffer) throws(SceneError) -> Surface {
        let picture = try Surface(width: image.width, height: image.height)
        let (channels, width) = (image.format.channels, image.width)
        let transform = profile.flatMap { ProfileTransform($0, channels) }
        unsafe image.withUnsafePixels { source in
            unsafe picture.pixels.withUnsafeMutablePixels { pixels in
                for y in unsafe 0..<pixels.layout.height {
                    let from = unsafe source.base + y * source.layout.bytesPerRow
                    let row = unsafe UnsafeRawBufferPointer(start: from, count: source.layout.rowByteCount)
                    let to = unsafe (pixels.base + y * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    if let transform {
                        if !channels.hasAlpha { for x in 0..<width { unsafe to[4 * x + 3] = 255 } }
                        unsafe transform.convert(row, to: to, count: width)
                    } else {
                        unsafe Self.convert(row, channels, to: to, count: width)
                    }
                }
            }
        }
        return picture
    }

    /// Converts a row of pixels that are in sRGB already.
    private static func convert(
        _ row: UnsafeRawBufferPointer, _ channels: ChannelLayout, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let step = channels.count
        if channels == .cmyk {
            for x in 0..<count {
                for channel in 0..<3 {
                    let (ink, black) = unsafe (Int(row[4 * x + channel]), Int(row[4 * x + 3]))
                    unsafe target[4 * x + 2 - channel] = UInt8((ink * black + 127) / 255)
                }
                unsafe target[4 * x + 3] = 255
            }
            return
        }
        let isGray = channels == .gray || channels == .grayAlpha
        let (green, blue) = isGray ? (0, 0) : (1, 2)
        for x in 0..<count {
            unsafe target[4 * x] = row[step * x + blue]
            unsafe target[4 * x + 1] = row[step * x + green]
            unsafe target[4 * x + 2] = row[step * x]
            unsafe target[4 * x + 3] = channels.hasAlpha ? row[step * x + step - 1] : 255
        }
    }
}

/// A transform from a color profile to sRGB.
@safe
private final class ProfileTransform {
    private let transform: cmsHTRANSFORM

    /// Creates a transform; `nil` if the profile is damaged or for other channels.
    init?(_ profile: ICCProfile, _ channels: ChannelLayout) {
        let (type, space): (Int, cmsColorSpaceSignature) =
            switch channels {
            case .gray: (LCMS_GRAY, cmsSigGrayData)
            case .grayAlpha: (LCMS_GRAY_ALPHA, cmsSigGrayData)
            case .cmyk: (LCMS_INVERTED_CMYK, cmsSigCmykData)
            case .rgba: (LCMS_RGB_ALPHA, cmsSigRgbData)
            case .rgb, .chroma: (LCMS_RGB, cmsSigRgbData)
            }
        let opened = unsafe profile.bytes.withUnsafeBytes {
            unsafe cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count))
        }
        guard let source = unsafe opened else { return nil }
        defer { unsafe _ = cmsCloseProfile(source) }
        guard unsafe cmsGetColorSpace(source) == space, let target = unsafe cmsCreate_sRGBProfile() else { return nil }
        defer { unsafe _ = cmsCloseProfile(target) }
        let output = channels.hasAlpha ? LCMS_PREMULTIPLIED_BGRA : LCMS_BGRA
        let flags = channels.hasAlpha ? UInt32(cmsFLAGS_COPY_ALPHA) : 0
        guard
            let transform = unsafe cmsCreateTransform(
                source, UInt32(type), target, UInt32(output), UInt32(INTENT_PERCEPTUAL), flags)
        else { return nil }
        unsafe self.transform = transform
    }

    deinit { unsafe cmsDeleteTransform(transform) }

    /// Converts a row of pixels.
    func convert(_ row: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>, count: Int) {
        unsafe cmsDoTransform(transform, row.baseAddress, target, UInt32(count))
    }
}
