extension PixelBuffer {
    /// Creates an image from the bytes of an array, which are copied.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes.
    ///   - layout: the memory layout of the array. Padding between rows is left out: the image has none.
    /// - Throws: ``BlurError/Code/invalidSize`` if there are fewer bytes, or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8], layout: PixelLayout) throws(BlurError) {
        try self.init(samples: bytes, layout: layout)
    }

    /// Creates an image from the samples of an array, which are copied.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes: samples of `UInt16` or `Float`, or the bytes of any image.
    ///   - layout: the memory layout of the array, in bytes. Traps if its depth is not that of the array's samples, unless they are bytes.
    ///     Padding between rows is left out.
    /// - Throws: ``BlurError/Code/invalidSize`` if there are fewer bytes, or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(samples).
    public init<Sample: PixelSample>(samples: [Sample], layout: PixelLayout) throws(BlurError) {
        Sample.check(layout.format)
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
                unsafe pixels.copyPixels(of: UnsafePixels(base: base, layout: layout))
            }
        }
    }
}

extension Array where Element: PixelSample {
    /// Creates an array of the samples of an image, row after row, without padding; for an array of `UInt8`, of its bytes.
    ///
    /// Traps if the depth of the image is not that of the array's samples, unless they are bytes.
    ///
    /// - Complexity: O(samples).
    public init(_ image: borrowing PixelBuffer) {
        Element.check(image.format)
        self = unsafe image.bytes.withUnsafeBytes { bytes in
            unsafe Array(unsafeUninitializedCapacity: bytes.count / MemoryLayout<Element>.size) { memory, count in
                unsafe CheckedMemory.useLargePages(UnsafeMutableRawBufferPointer(memory))
                unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
                count = memory.count
            }
        }
    }
}
