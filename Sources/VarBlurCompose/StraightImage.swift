internal import VarBlur
internal import VarBlurCodecs

/// Pictures as encoders take them: red, green, blue, and straight alpha.
enum StraightImage {
    /// Converts a premultiplied picture.
    ///
    /// - Parameters:
    ///   - picture: the picture, in the order blue, green, red, alpha.
    ///   - format: the format of the file; JPEG has no alpha.
    ///   - background: the color behind transparent pixels if the format has no alpha.
    /// - Returns: an image without alpha if all pixels are opaque or the format has none.
    /// - Throws: an error with the code `unsupported` if the format has no alpha and there is no background.
    static func image(
        _ picture: borrowing PixelBuffer, _ format: ImageFormat, background: RGBColor?
    ) throws(ImageError) -> PixelBuffer {
        let isOpaque = isOpaque(picture)
        let keepsAlpha = !isOpaque && format != .jpeg
        if !isOpaque && format == .jpeg && background == nil {
            throw ImageError(
                .unsupported, "the picture has transparent pixels, which JPEG cannot store",
                remedy: "give the canvas a background, set --background, or write a PNG or WebP")
        }
        do {
            var image = try PixelBuffer(
                width: picture.width, height: picture.height, format: PixelFormat(keepsAlpha ? .rgba : .rgb))
            let back = background.map { ($0.red, $0.green, $0.blue) } ?? (0, 0, 0)
            convert(picture, to: &image, keepsAlpha: keepsAlpha, (Int(back.0), Int(back.1), Int(back.2)))
            return image
        } catch {
            throw ImageError(.outOfMemory, error.message, remedy: "try again with more memory free")
        }
    }

    private static func isOpaque(_ picture: borrowing PixelBuffer) -> Bool {
        unsafe picture.withUnsafePixels { pixels in
            let count = unsafe pixels.layout.width * pixels.layout.height
            let bytes = unsafe pixels.base.assumingMemoryBound(to: UInt8.self)
            var least: UInt8 = 255
            for index in 0..<count { least = min(least, unsafe bytes[4 * index + 3]) }
            return least == 255
        }
    }

    private static func convert(
        _ picture: borrowing PixelBuffer, to image: inout PixelBuffer, keepsAlpha: Bool,
        _ background: (red: Int, green: Int, blue: Int)
    ) {
        unsafe image.withUnsafeMutablePixels { target in
            unsafe picture.withUnsafePixels { source in
                let count = unsafe source.layout.width * source.layout.height
                let step = keepsAlpha ? 4 : 3
                var from = unsafe source.base.assumingMemoryBound(to: UInt8.self)
                var to = unsafe target.base.assumingMemoryBound(to: UInt8.self)
                for _ in 0..<count {
                    let alpha = unsafe Int(from[3])
                    let color = unsafe (Int(from[2]), Int(from[1]), Int(from[0]))
                    if alpha == 255 {
                        unsafe (to[0], to[1], to[2]) = (from[2], from[1], from[0])
                    } else if keepsAlpha {
                        func straight(_ value: Int) -> UInt8 {
                            alpha == 0 ? 0 : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
                        }
                        unsafe (to[0], to[1], to[2]) = (straight(color.0), straight(color.1), straight(color.2))
                    } else {
                        func over(_ value: Int, _ back: Int) -> UInt8 {
                            UInt8(min(value + (back * (255 - alpha) + 127) / 255, 255))
                        }
                        unsafe to[0] = over(color.0, background.red)
                        unsafe to[1] = over(color.1, background.green)
                        unsafe to[2] = over(color.2, background.blue)
                    }
                    if keepsAlpha { unsafe to[3] = from[3] }
                    unsafe from += 4
                    unsafe to += step
                }
            }
        }
    }
}
