/// The 16-bit integers that are blurred in place of floating-point samples.
package struct QuantizedPixels: ~Copyable {
    private var integers: PixelBuffer

    /// Quantizes an image.
    ///
    /// - Parameter image: the image, whose samples are floats.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels).
    package init(_ image: UnsafePixels) throws(BlurError) {
        let layout = unsafe image.layout
        integers = try PixelBuffer(width: layout.width, height: layout.height, format: layout.format.quantized)
        unsafe integers.withUnsafeMutablePixels { integers in
            for row in 0..<layout.height {
                let source = unsafe image.base + row * layout.bytesPerRow
                let target = unsafe (integers.base + row * integers.layout.bytesPerRow).assumingMemoryBound(
                    to: UInt16.self)
                for index in 0..<layout.width * layout.format.channels.count {
                    unsafe target[index] = quantized(sample(source, index))
                }
            }
        }
    }

    /// Blurs a region of the integers, and writes its samples, except that those whose integers do not change keep their bits.
    ///
    /// - Parameters:
    ///   - image: the image that was quantized.
    ///   - region: the pixels to compute, inside the image.
    ///   - destination: an image of the region's size in the format of the image. Its memory is disjoint from that of the image, or is
    ///     exactly the region of it.
    ///   - blur: blurs the region from the first integers, which are those of the whole image, into the second ones.
    /// - Throws: the error of `blur`; the destination is then unchanged.
    /// - Complexity: O(pixels of the region), in addition to `blur`.
    package mutating func replace<Failure: Error>(
        _ image: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels,
        by blur: (UnsafePixels, UnsafeMutablePixels) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe integers.withUnsafeMutablePixels { (integers) throws(Failure) in
            let result = unsafe integers.cropped(to: region)
            try unsafe blur(integers.readOnly, result)
            unsafe Self.write(result.readOnly, over: image, region, into: destination)
        }
    }

    private static func write(
        _ integers: UnsafePixels, over image: UnsafePixels, _ region: PixelRegion, into destination: UnsafeMutablePixels
    ) {
        let (from, to) = unsafe (image.layout, destination.layout)
        for row in 0..<region.height {
            let source = unsafe (integers.base + row * integers.layout.bytesPerRow).assumingMemoryBound(to: UInt16.self)
            let before = unsafe image.base + from.byteOffset(x: region.x, y: region.y + row)
            let target = unsafe destination.base + row * to.bytesPerRow
            for index in 0..<region.width * to.format.channels.count {
                let (value, old) = unsafe (source[index], sample(before, index))
                let new = value == quantized(old) ? old : Float(value) / 65535
                unsafe target.storeBytes(of: new, toByteOffset: index * MemoryLayout<Float>.size, as: Float.self)
            }
        }
    }
}

extension PixelFormat {
    /// The format of the integers that are blurred in place of floats.
    package var quantized: PixelFormat { PixelFormat(channels, depth == .float ? .sixteen : depth, alpha: alpha) }
}

@inline(__always)
private func sample(_ row: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe row.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.size, as: Float.self)
}

/// The nearest integer for a sample, with single precision; the one for 0 if it is not a number.
@inline(__always)
private func quantized(_ sample: Float) -> UInt16 {
    let clamped: Float = sample > 0 ? (sample < 1 ? sample : 1) : 0
    // the steps between numbers of this magnitude are 1, so that the sum is rounded to an integer, which is in its lowest bits
    return UInt16(truncatingIfNeeded: (clamped * 65535 + 0x1p23).bitPattern)
}
