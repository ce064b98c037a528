internal import CLibLCMS
internal import VarBlur
internal import VarBlurCodecs

/// Converts the colors of an image to sRGB.
struct ColorConversion {
    private let profile: ICCProfile?
    private let format: ImageFormat

    init(_ header: ImageHeader) { (profile, format) = (header.profile, header.format) }

    /// The picture of an image: premultiplied, in sRGB.
    ///
    /// Without a valid profile, colors are those of sRGB already.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func picture(_ planes: borrowing ImagePlanes) throws(SceneError) -> Surface {
        let picture = try Surface(width: planes.width, height: planes.height)
        let transform = profile.flatMap { ProfileTransform($0, planes.channels) }
        let (channels, width) = (planes.channels, planes.width)
        let views = planes.views
        var row = [UInt8](repeating: 0, count: width * channels.count)
        unsafe picture.pixels.withUnsafeMutablePixels { pixels in
            for y in unsafe 0..<pixels.layout.height {
                let target = unsafe (pixels.base + y * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                if let transform {
                    for (channel, view) in views.enumerated() {
                        let source = unsafe view.start + y * view.stride
                        for x in 0..<width { unsafe row[x * channels.count + channel] = source[x] }
                    }
                    if !channels.hasAlpha { for x in 0..<width { unsafe target[4 * x + 3] = 255 } }
                    unsafe row.withUnsafeBytes { unsafe transform.convert($0, to: target, count: width) }
                } else {
                    unsafe Self.interleave(views, row: y, channels, to: target)
                }
            }
        }
        return picture
    }

    /// Writes a row of samples that are in sRGB already.
    private static func interleave(
        _ views: [PlaneView], row: Int, _ channels: ChannelLayout, to target: UnsafeMutablePointer<UInt8>
    ) {
        let rows = unsafe views.map { unsafe $0.start + row * $0.stride }
        let width = views[0].width
        let isGray = channels == .gray || channels == .grayAlpha
        if channels == .cmyk {
            for x in 0..<width {
                for channel in 0..<3 {
                    unsafe target[4 * x + 2 - channel] = UInt8((Int(rows[channel][x]) * Int(rows[3][x]) + 127) / 255)
                }
                unsafe target[4 * x + 3] = 255
            }
            return
        }
        let (red, green, blue) = unsafe isGray ? (rows[0], rows[0], rows[0]) : (rows[0], rows[1], rows[2])
        let alpha = unsafe channels.hasAlpha ? rows.last : nil
        for x in 0..<width {
            unsafe target[4 * x] = blue[x]
            unsafe target[4 * x + 1] = green[x]
            unsafe target[4 * x + 2] = red[x]
            unsafe target[4 * x + 3] = alpha.map { unsafe $0[x] } ?? 255
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
