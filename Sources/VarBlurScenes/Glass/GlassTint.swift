/// A color that is laid over glass.
public struct GlassTint: Codable, Sendable, Hashable {
    /// Red, 0 to 1, in encoded sRGB.
    public var red: Double
    /// Green, 0 to 1, in encoded sRGB.
    public var green: Double
    /// Blue, 0 to 1, in encoded sRGB.
    public var blue: Double
    /// How much of the color is visible, 0 to 1.
    public var opacity: Double

    /// Creates a tint.
    public init(red: Double, green: Double, blue: Double, opacity: Double) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// White, for dark symbols on a bright photo, or for light glass.
    public static let light = GlassTint(red: 1, green: 1, blue: 1, opacity: 0.14)
    /// Nearly black, for white symbols on a bright photo.
    public static let dark = GlassTint(red: 0.05, green: 0.05, blue: 0.07, opacity: 0.34)

    /// Returns the tint between this one (0) and another one (1); the result is limited to valid values.
    public func interpolated(to other: GlassTint, _ fraction: Double) -> GlassTint {
        func mix(_ a: Double, _ b: Double) -> Double { min(max(a + (b - a) * fraction, 0), 1) }
        return GlassTint(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            opacity: mix(opacity, other.opacity))
    }

    /// Blue, green and red, 0 to 255, and the opacity, 0 to 1.
    var layer: SIMD4<Float> { SIMD4(Float(blue * 255), Float(green * 255), Float(red * 255), Float(opacity)) }
}
