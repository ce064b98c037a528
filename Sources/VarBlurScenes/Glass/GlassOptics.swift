internal import VarBlurLibC

/// The light and the refraction of glass, as tables.
///
/// The bevel is a squircle: its height is h(t) = (1 - (1 - t)⁴)^¼ at the depth t, in units of the bevel's width. A vertical ray is refracted
/// by Snell's law with the index 1.5, and meets the picture below the glass displaced by (0.5 + h) tan(θᵢ - θₜ).
struct GlassOptics: Sendable {
    /// The greatest width of a bevel in pixels.
    static let greatestBevel = 24.0
    /// The greatest displacement in units of the bevel's width.
    static let greatestDisplacement = 0.9
    /// The refractive index.
    private static let index = 1.5
    /// The number of intervals of each table.
    private static let count = 512

    /// The displacement in units of the bevel's width, by the depth in the same unit.
    let displacement: [Float]
    /// The brightness of the rim, by how directly it faces the light or the opposite direction.
    let facing: [Float]

    static let standard = GlassOptics()

    private init() {
        displacement = (0...Self.count).map { Float(Self.displacement(at: Double($0) / Double(Self.count))) }
        facing = (0...Self.count).map { Float(pow(Double($0) / Double(Self.count), 1.6)) }
    }

    /// The displacement at a depth of 0 to 1.
    private static func displacement(at t: Double) -> Double {
        let rest = 1 - t
        let height = (1 - rest * rest * rest * rest).squareRoot().squareRoot()
        let slope = rest * rest * rest / (height * height * height)
        // at the edge, the bevel is vertical
        let incident = slope.isFinite ? atan(slope) : Double.pi / 2
        return (0.5 + height) * tan(incident - asin(sin(incident) / index))
    }

    /// The value of a table at a position of 0 to 1, interpolated.
    static func value(_ table: UnsafePointer<Float>, at position: Float) -> Float {
        let scaled = position * Float(count)
        let index = min(Int(scaled), count - 1)
        let first = unsafe table[index]
        return first + (unsafe table[index + 1] - first) * (scaled - Float(index))
    }

    /// e to the power of a number of at most 0, within 0.1 %.
    static func decay(_ exponent: Float) -> Float {
        // (1 + x / 32)³², whose error is small where the result is large
        var power = max(0, 1 + exponent * (1 / 32))
        for _ in 0..<5 { power *= power }
        return power
    }
}
