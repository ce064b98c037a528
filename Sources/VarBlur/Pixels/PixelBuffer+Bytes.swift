extension PixelBuffer {
    /// Creates an image from the bytes of an array, which are copied.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes.
    ///   - layout: the memory layout of the array. Padding between rows is left out: the image has none.
    /// - Throws: ``BlurError/Code/invalidSize`` if there are fewer bytes, or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8], layout: PixelLayout) throws(BlurError) {
        guard bytes.count >= layout.byteCount else {
            throw BlurError(
                .invalidSize,
                "an image of \(layout.width)×\(layout.height) pixels has \(layout.byteCount) bytes, but only \(bytes.count) "
                    + "were given")
        }
        try self.init(width: layout.width, height: layout.height, format: layout.format)
        unsafe withUnsafeMutablePixels { pixels in
            unsafe bytes.withUnsafeBytes { source in
                guard let base = source.baseAddress else { return }
                for row in 0..<layout.height {
                    unsafe (pixels.base + row * pixels.layout.bytesPerRow).copyMemory(
                        from: base + row * layout.bytesPerRow, byteCount: layout.rowByteCount)
                }
            }
        }
    }
}

extension [UInt8] {
    /// Creates an array of the bytes of an image, row after row, without padding.
    ///
    /// - Complexity: O(bytes).
    public init(_ image: borrowing PixelBuffer) { self = unsafe image.bytes.withUnsafeBytes { unsafe Array($0) } }
}
