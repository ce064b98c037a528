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
    /// - Throws: an error with the code `outOfMemory`, or `invalidImage` without the library that converts colors.
    func picture(_ image: borrowing PixelBuffer) throws(SceneError) -> Surface {
        let picture = try Surface(width: image.width, height: image.height)
        let (channels, width) = (image.format.channels, image.width)
        let transform = try transform(from: image.format)
        unsafe image.withUnsafePixels { source in
            unsafe picture.pixels.withUnsafeMutablePixels { pixels in
                for y in unsafe 0..<pixels.layout.height {
                    let from = unsafe source.base + y * source.layout.bytesPerRow
                    let row = unsafe UnsafeRawBufferPointer(start: from, count: source.layout.rowByteCount)
                    let to = unsafe (pixels.base + y * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    if let transform {
                        if !channels.hasAlpha { for x in 0..<width { unsafe to[4 * x + 3] = 255 } }
                        unsafe transform.convert(row, to: UnsafeMutableRawPointer(to), count: width)
                    } else {
                        unsafe Self.convert(row, channels, to: to, count: width)
                    }
                }
            }
        }
        return picture
    }

    /// The transform of the profile; `nil` without a profile, or if it is damaged or for other images.
    private func transform(from source: PixelFormat) throws(SceneError) -> ColorTransform? {
        guard let profile else { return nil }
        let alpha: AlphaEncoding = source.channels.hasAlpha ? .premultiplied : .straight
        do throws(ImageError) {
            return try ColorTransform(
                .profile(profile), PixelFormat(source.channels, .eight, alpha: alpha),
                to: PixelFormat(.bgra, .eight, alpha: alpha))
        } catch {
            guard ColorTransform.isAvailable else { throw SceneError(error) }
            return nil
        }
    }

    /// Converts a row of pixels that are in sRGB already.
    private static func convert(
        _ row: UnsafeRawBufferPointer, _ channels: ChannelLayout, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let step = channels.count
        if channels == .cmyk {
            for x in 0..<count {
                for channel in 0..<3 {
                    let (ink, black) = unsafe (row[4 * x + channel], row[4 * x + 3])
                    unsafe target[4 * x + 2 - channel] = ColorTransform.light(ink: ink, black: black)
                }
                unsafe target[4 * x + 3] = 255
            }
            return
        }
        let isGray = channels == .gray || channels == .grayAlpha
        let (green, blue, alpha) = (isGray ? 0 : 1, isGray ? 0 : 2, channels.hasAlpha ? step - 1 : nil)
        guard var from = unsafe row.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var to = unsafe target
        for _ in 0..<count {
            unsafe (to[0], to[1], to[2]) = (from[blue], from[green], from[0])
            unsafe to[3] = alpha.map { unsafe from[$0] } ?? 255
            unsafe from += step
            unsafe to += 4
        }
    }
}
