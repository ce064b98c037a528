internal import VarBlur

/// The shadow of a group of items: two blurred and lowered copies of its coverage.
@safe
struct GlassShadow: Sendable {
    /// A copy of the coverage: its radius and offset in pixels, and its opacity.
    private struct Layer {
        let radius: Double
        let offset: Double
        let opacity: Float
    }

    private static let layers = [
        Layer(radius: 9, offset: 6, opacity: 0.22), Layer(radius: 1.5, offset: 1, opacity: 0.12),
    ]

    /// How far a shadow reaches at a scale of 1: three standard deviations and the offset.
    static let reach = layers.map { 3 * $0.radius + $0.offset }.max() ?? 0

    /// The pixels for which there are values.
    private let region: PixelRegion
    private let memory: [ShadowPlane]
    private let isEmpty: Bool

    /// No shadow.
    init() { (region, memory, isEmpty) = (PixelRegion(x: 0, y: 0, width: 0, height: 0), [], true) }

    /// Blurs a coverage.
    ///
    /// - Parameters:
    ///   - coverage: one byte for each pixel of `region`.
    ///   - region: the pixels of the coverage, some of which may lie outside of the canvas.
    ///   - material: the opacity and the scale of the shadow.
    ///   - execution: the threads.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    init(
        of coverage: borrowing PixelBuffer, region: PixelRegion, _ material: GlassMaterial, _ execution: BlurExecution
    ) throws(BlurError) {
        var planes: [ShadowPlane] = []
        for layer in Self.layers {
            let radius = layer.radius * material.scale
            let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius, edges: .transparent)
            let opacity = layer.opacity * Float(material.shadow) / 255
            planes.append(
                ShadowPlane(
                    try blur.blurred(coverage, execution: execution), offset: layer.offset * material.scale,
                    opacity: opacity))
        }
        (self.region, memory, isEmpty) = (region, planes, false)
    }

    /// Writes the opacities of the shadow at some pixels of a row, 0 to 1.
    func write(row: Int, columns: Range<Int>, to opacities: UnsafeMutablePointer<Float>) {
        unsafe opacities.update(repeating: isEmpty ? 0 : 1, count: columns.count)
        guard !isEmpty else { return }
        let inside = columns.clamped(to: region.columns)
        for plane in memory {
            unsafe plane.darken(
                row: row - region.y, columns: inside.lowerBound - region.x..<inside.upperBound - region.x,
                opacities + (inside.lowerBound - columns.lowerBound))
        }
        for index in 0..<columns.count { unsafe opacities[index] = 1 - opacities[index] }
    }
}

/// A blurred copy of the coverage.
@safe
private final class ShadowPlane: Sendable {
    private let image: PixelBuffer
    private let rows: Int
    private let fraction: Float
    private let factor: Float

    init(_ image: consuming PixelBuffer, offset: Double, opacity: Float) {
        self.image = image
        rows = Int(offset.rounded(.down))
        (fraction, factor) = (Float(offset - offset.rounded(.down)), opacity)
    }

    /// Multiplies the light that reaches pixels of a row by that which the layer lets through.
    func darken(row: Int, columns: Range<Int>, _ light: UnsafeMutablePointer<Float>) {
        unsafe image.withUnsafePixels { pixels in
            let (weights, first) = ([1 - fraction, fraction], row - rows)
            for (weight, source) in zip(weights, [first, first - 1]) where weight > 0 {
                guard source >= 0, unsafe source < pixels.layout.height else { continue }
                let values = unsafe (pixels.base + source * pixels.layout.bytesPerRow + columns.lowerBound)
                    .assumingMemoryBound(to: UInt8.self)
                let scale = factor * weight
                for index in 0..<columns.count { unsafe light[index] *= 1 - scale * Float(values[index]) }
            }
        }
    }
}
