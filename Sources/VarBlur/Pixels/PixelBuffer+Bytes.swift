extension PixelBuffer {
    /// Creates an image from the bytes of an array, which are copied.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes.
    ///   - layout: the memory layout of the array. Padding between rows is left out: the image has none.
    /// - Throws: ``BlurError/Code/invalidSize`` if there are fewer bytes, or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8], layout: PixelLayout) throws(BlurError) {
        try self.init(copying: bytes, layout)
    }

    /// Creates an image from the 16-bit samples of an array, which are copied.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes.
    ///   - layout: the memory layout of the array, in bytes. Traps unless the depth is ``SampleDepth/sixteen``.
    /// - Throws: ``BlurError/Code/invalidSize`` if there are fewer bytes, or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(samples).
    public init(samples: [UInt16], layout: PixelLayout) throws(BlurError) {
        trapUnless(layout.format.depth == .sixteen, "an array of UInt16 holds samples of 16 bits")
        try self.init(copying: samples, layout)
    }

    /// Creates an image from the floating-point samples of an array, which are copied.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes.
    ///   - layout: the memory layout of the array, in bytes. Traps unless the depth is ``SampleDepth/float``.
    /// - Throws: ``BlurError/Code/invalidSize`` if there are fewer bytes, or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(samples).
    public init(samples: [Float], layout: PixelLayout) throws(BlurError) {
        trapUnless(layout.format.depth == .float, "an array of Float holds floating-point samples")
        try self.init(copying: samples, layout)
    }

    private init<Sample: BitwiseCopyable>(copying samples: [Sample], _ layout: PixelLayout) throws(BlurError) {
        let byteCount = samples.count * MemoryLayout<Sample>.size
        guard byteCount >= layout.byteCount else {
            throw BlurError(
                .invalidSize,
                "an image of \(layout.width)×\(layout.height) pixels has \(layout.byteCount) bytes, but only \(byteCount) "
                    + "were given")
        }
        try self.init(width: layout.width, height: layout.height, format: layout.format)
        unsafe withUnsafeMutablePixels { pixels in
            unsafe samples.withUnsafeBytes { source in
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

extension [UInt16] {
    /// Creates an array of the samples of an image, row after row, without padding.
    ///
    /// Traps unless the depth of the image is ``SampleDepth/sixteen``.
    ///
    /// - Complexity: O(samples).
    public init(_ image: borrowing PixelBuffer) {
        trapUnless(image.format.depth == .sixteen, "an array of UInt16 holds samples of 16 bits")
        self = unsafe image.bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt16.self)) }
    }
}

extension [Float] {
    /// Creates an array of the samples of an image, row after row, without padding.
    ///
    /// Traps unless the depth of the image is ``SampleDepth/float``.
    ///
    /// - Complexity: O(samples).
    public init(_ image: borrowing PixelBuffer) {
        trapUnless(image.format.depth == .float, "an array of Float holds floating-point samples")
        self = unsafe image.bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    }
}
