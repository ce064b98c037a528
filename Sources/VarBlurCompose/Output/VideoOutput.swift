internal import VarBlurCommand
internal import VarBlur
internal import VarBlurCodecs

/// Writes frames to standard output as a video in the format Y4M (YUV4MPEG2), without subsampling.
enum VideoOutput {
    /// Writes a frame, and the header before the first one.
    ///
    /// Transparent pixels are on black. Source of the conversion: ITU-R BT.601, limited range.
    ///
    /// - Parameters:
    ///   - pixels: those of the frame.
    ///   - rate: the number of frames per second, if it is the first one.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    static func write(_ pixels: borrowing PixelBuffer, rate: Int?) throws(ImageError) {
        let count = pixels.width * pixels.height
        let header = rate.map { "YUV4MPEG2 W\(pixels.width) H\(pixels.height) F\($0):1 Ip A1:1 C444\n" } ?? ""
        var bytes = Array((header + "FRAME\n").utf8)
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: 3 * count)
        unsafe pixels.withUnsafePixels { pixels in
            var pixel = unsafe pixels.base.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count {
                let (b, g, r) = unsafe (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
                bytes[start + index] = UInt8((66 * r + 129 * g + 25 * b + 128) >> 8 + 16)
                bytes[start + count + index] = UInt8((-38 * r - 74 * g + 112 * b + 128) >> 8 + 128)
                bytes[start + 2 * count + index] = UInt8((112 * r - 94 * g - 18 * b + 128) >> 8 + 128)
                unsafe pixel += 4
            }
        }
        try StandardOutput.write(bytes)
    }
}
