public import VarBlur

/// The kinds of glass that need no further settings.
public enum GlassStyle: String, CaseIterable, Codable, Sendable, Hashable {
    /// Frosted glass, on which labels are legible.
    case regular
    /// Clear glass, through which details remain visible.
    case clear
}

/// What glass does to the picture behind it.
public struct GlassMaterial: Codable, Sendable, Hashable {
    /// The radius of the blur behind the glass, a standard deviation in pixels, at least 0.
    public var blur: Double
    /// The factor by which colors behind the glass become more vivid, 0 (gray) to 10.
    public var saturation: Double
    /// The color that is laid over the glass, unless a piece has its own.
    public var tint: GlassTint
    /// The strength of the refraction at the bevel, 0 (none) to 4; 1 is that of glass.
    public var refraction: Double
    /// The difference between the refraction of red or blue light and that of green light, 0 to 1, as a fraction.
    public var dispersion: Double
    /// The opacity of the bright rim and of the light on the bevel, 0 to 2, relative to the usual one.
    public var rim: Double
    /// The opacity of the shadow, 0 to 2, relative to the usual one.
    public var shadow: Double
    /// The size of bevel, rim, shadow and blur, relative to the usual one, 0.1 to 16: 2 for a canvas with twice the resolution.
    public var scale: Double

    /// Creates the material of a style.
    public init(_ style: GlassStyle = .regular) {
        (refraction, dispersion, rim, shadow, scale) = (1, 0.06, 1, 1, 1)
        switch style {
        case .regular: (blur, saturation, tint) = (4, 1.8, .light)
        case .clear:
            // colors remain those of the picture, as through a window
            (blur, saturation, tint) = (1.5, 1, .light)
            tint.opacity = 0.04
        }
    }

    /// Frosted glass, on which labels are legible.
    public static let regular = GlassMaterial(.regular)
    /// Clear glass, through which details remain visible.
    public static let clear = GlassMaterial(.clear)

    /// Returns the material between this one (0) and another one (1); the result is limited to valid values.
    public func interpolated(to other: GlassMaterial, _ fraction: Double) -> GlassMaterial {
        var result = self
        for number in Self.numbers {
            let (a, b) = (self[keyPath: number.path], other[keyPath: number.path])
            let value = a + (b - a) * fraction
            result[keyPath: number.path] = min(max(value, number.range.lowerBound), number.range.upperBound)
        }
        result.tint = tint.interpolated(to: other.tint, fraction)
        return result
    }

    /// A number with its valid range.
    private struct Number {
        let name: String
        let path: WritableKeyPath<GlassMaterial, Double>
        let range: ClosedRange<Double>
    }

    private static var numbers: [Number] {
        [
            Number(name: "blur", path: \.blur, range: 0...10_000),
            Number(name: "saturation", path: \.saturation, range: 0...10),
            Number(name: "refraction", path: \.refraction, range: 0...4),
            Number(name: "dispersion", path: \.dispersion, range: 0...1),
            Number(name: "rim", path: \.rim, range: 0...2),
            Number(name: "shadow", path: \.shadow, range: 0...2),
            Number(name: "scale", path: \.scale, range: 0.1...16),
        ]
    }

    /// Checks all numbers.
    ///
    /// - Throws: `BlurError.Code.invalidLook`.
    public func check() throws(BlurError) {
        for number in Self.numbers where !number.range.contains(self[keyPath: number.path]) {
            throw BlurError(
                .invalidLook,
                "the \(number.name) of glass is \(self[keyPath: number.path]); it has to be "
                    + "\(number.range.lowerBound) to \(number.range.upperBound)")
        }
        try tint.check()
    }
}

extension GlassTint {
    func check() throws(BlurError) {
        for number in [red, green, blue, opacity] where !(0...1).contains(number) {
            throw BlurError(.invalidLook, "a number of a tint is \(number); it has to be 0 to 1")
        }
    }
}
