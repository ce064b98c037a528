internal import CVarBlur
internal import VarBlur

/// Floating-point samples of the caller, 0 to 1.
struct FloatPixels {
    let base: UnsafeMutableRawPointer
    /// The number of samples in a row.
    let rowSamples: Int
    let rowCount: Int
    /// The distance between the starts of rows in bytes.
    let stride: Int

    /// The samples of an image of 16 bits per sample, or of a region of it.
    init(_ base: UnsafeMutableRawPointer, _ region: PixelRegion, of format: PixelFormat, stride: Int) {
        (self.base, self.stride) = (base, stride)
        (rowSamples, rowCount) = (region.width * format.channels.count, region.height)
    }

    /// The samples of an image that is only read.
    init(reading base: UnsafeRawPointer, _ image: ImageLayout, stride: Int) {
        self.init(UnsafeMutableRawPointer(mutating: base), image.layout.bounds, of: image.layout.format, stride: stride)
    }

    /// The same memory from another pixel on.
    func cropped(to region: PixelRegion, of format: PixelFormat) -> FloatPixels {
        let offset = region.y * stride + region.x * format.channels.count * MemoryLayout<Float>.size
        return FloatPixels(base + offset, region, of: format, stride: stride)
    }

    func overlaps(_ other: FloatPixels) -> Bool {
        base < other.base + other.byteCount && other.base < base + byteCount
    }

    private var byteCount: Int { (rowCount - 1) * stride + rowSamples * MemoryLayout<Float>.size }

    /// Writes the nearest integers of 16 bits.
    func quantize(into pixels: UnsafeMutablePixels) {
        for row in 0..<rowCount {
            let source = base + row * stride
            let target = (pixels.base + row * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt16.self)
            for index in 0..<rowSamples { target[index] = quantized(Self.sample(source, index)) }
        }
    }

    /// Writes the samples of a blurred image, except where they are those of `original`.
    ///
    /// - Parameters:
    ///   - pixels: the blurred integers, of the same size.
    ///   - original: the samples before the blur; may be these samples.
    func write(_ pixels: UnsafePixels, original: FloatPixels) {
        for row in 0..<rowCount {
            let source = (pixels.base + row * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt16.self)
            let (target, before) = (base + row * stride, original.base + row * original.stride)
            for index in 0..<rowSamples {
                let (value, old) = (source[index], Self.sample(before, index))
                let sample = value == quantized(old) ? old : Float(value) / 65535
                target.storeBytes(of: sample, toByteOffset: index * MemoryLayout<Float>.size, as: Float.self)
            }
        }
    }

    private static func sample(_ row: UnsafeMutableRawPointer, _ index: Int) -> Float {
        row.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.size, as: Float.self)
    }
}

/// The nearest integer for a sample, with single precision; the one for 0 if it is not a number.
@inline(__always)
private func quantized(_ sample: Float) -> UInt16 {
    let clamped: Float = sample > 0 ? (sample < 1 ? sample : 1) : 0
    // the steps between numbers of this magnitude are 1, so that the sum is rounded to an integer, which is in its lowest bits
    return UInt16(truncatingIfNeeded: (clamped * 65535 + 0x1p23).bitPattern)
}
