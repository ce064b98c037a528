internal import VariableBlur

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

    /// Returns the opacity of the shadow at a pixel, 0 to 1.
    func opacity(x: Int, y: Int) -> Float {
        guard !isEmpty else { return 0 }
        var light: Float = 1
        for plane in memory { light *= 1 - plane.opacity(x: x - region.x, y: y - region.y) }
        return 1 - light
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

    func opacity(x: Int, y: Int) -> Float {
        guard x >= 0, x < image.width else { return 0 }
        let lower = value(x, y - rows)
        return factor * (fraction == 0 ? lower : lower + (value(x, y - rows - 1) - lower) * fraction)
    }

    private func value(_ x: Int, _ y: Int) -> Float {
        guard y >= 0, y < image.height else { return 0 }
        return unsafe image.withUnsafePixels { pixels in
            Float(unsafe pixels.base.load(fromByteOffset: y * pixels.layout.bytesPerRow + x, as: UInt8.self))
        }
    }
}
