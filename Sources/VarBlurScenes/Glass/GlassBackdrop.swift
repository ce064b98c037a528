internal import VarBlur

/// The blurred picture behind glass.
@safe
final class GlassBackdrop: Sendable {
    private let image: PixelBuffer
    private let region: PixelRegion

    /// Blurs a region of an image.
    init(
        _ pixels: UnsafePixels, region: PixelRegion, radius: Double, _ execution: BlurExecution
    ) throws(BlurError) {
        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius, edges: .clamp)
        var image = try PixelBuffer(
            width: region.width, height: region.height, format: unsafe pixels.layout.format)
        try unsafe image.withUnsafeMutablePixels { (target) throws(BlurError) in
            try unsafe blur.blur(pixels, region: region, into: target, execution: execution)
        }
        self.image = image
        self.region = region
    }

    /// Calls `body` with the blurred pixels.
    func withSamples(_ body: (BackdropSamples) -> Void) {
        unsafe image.withUnsafePixels { pixels in
            unsafe body(
                BackdropSamples(
                    base: pixels.base.assumingMemoryBound(to: UInt8.self), stride: pixels.layout.bytesPerRow,
                    region: region))
        }
    }
}

/// The pixels of a backdrop, which are read between their centers by bilinear interpolation.
@unsafe
struct BackdropSamples {
    let base: UnsafePointer<UInt8>
    let stride: Int
    let region: PixelRegion

    /// Returns a pixel, 0 to 255 for each channel.
    func pixel(x: Int, y: Int) -> SIMD4<Float> {
        let source = unsafe base + ((y - region.y) * stride + (x - region.x) * 4)
        return unsafe SIMD4(Float(source[0]), Float(source[1]), Float(source[2]), Float(source[3]))
    }

    /// Returns the pixel at a position; beyond the region, its nearest pixel.
    ///
    /// - Parameters:
    ///   - x: the column, where whole numbers are centers of pixels.
    ///   - y: the row.
    /// - Returns: 0 to 255 for each channel.
    func pixel(atX x: Float, y: Float) -> SIMD4<Float> {
        let (left, top, across, down) = unsafe place(x, y)
        let source = unsafe base + (top * stride + left * 4)
        let (right, below) = unsafe (left + 1 < region.width ? 4 : 0, top + 1 < region.height ? stride : 0)
        func load(_ offset: Int) -> SIMD4<Float> {
            let p = unsafe source + offset
            return unsafe SIMD4(Float(p[0]), Float(p[1]), Float(p[2]), Float(p[3]))
        }
        let (first, second) = (load(0), load(below))
        let upper = first + (load(right) - first) * across
        let lower = second + (load(below + right) - second) * across
        return upper + (lower - upper) * down
    }

    /// Returns one channel at a position; see ``pixel(atX:y:)``.
    func sample(_ channel: Int, atX x: Float, y: Float) -> Float {
        let (left, top, across, down) = unsafe place(x, y)
        let source = unsafe base + (top * stride + left * 4 + channel)
        let (right, below) = unsafe (left + 1 < region.width ? 4 : 0, top + 1 < region.height ? stride : 0)
        let (first, second) = unsafe (Float(source[0]), Float(source[below]))
        let upper = first + (unsafe Float(source[right]) - first) * across
        let lower = second + (unsafe Float(source[below + right]) - second) * across
        return upper + (lower - upper) * down
    }

    /// The pixel above and to the left of a position, and the distances from it.
    @inline(__always)
    private func place(_ x: Float, _ y: Float) -> (left: Int, top: Int, across: Float, down: Float) {
        let column = unsafe min(max(x - Float(region.x), 0), Float(region.width - 1))
        let row = unsafe min(max(y - Float(region.y), 0), Float(region.height - 1))
        let (left, top) = (Int(column), Int(row))
        return (left, top, column - Float(left), row - Float(top))
    }
}
