internal import VarBlur
internal import VarBlurCodecs

/// A color in sRGB with opacity; its text is a CSS color.
public struct SceneColor: Sendable, Hashable {
    /// Red, encoded: 0 to 1.
    public var red: Double
    /// Green, encoded: 0 to 1.
    public var green: Double
    /// Blue, encoded: 0 to 1.
    public var blue: Double
    /// The opacity: 0 to 1.
    public var opacity: Double

    /// Creates a color; components are limited to 0...1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        func limited(_ value: Double) -> Double { min(max(value, 0), 1) }
        (self.red, self.green, self.blue) = (limited(red), limited(green), limited(blue))
        self.opacity = limited(opacity)
    }

    /// Creates a gray with opacity.
    public init(white: Double, opacity: Double = 1) {
        self.init(red: white, green: white, blue: white, opacity: opacity)
    }

    /// Black.
    public static let black = SceneColor(white: 0)
    /// White.
    public static let white = SceneColor(white: 1)
    /// Fully transparent black.
    public static let clear = SceneColor(white: 0, opacity: 0)

    /// The relative luminance according to WCAG 2.2, of the opaque color: 0 to 1.
    ///
    /// Source: WCAG 2.2, definition of relative luminance.
    public var relativeLuminance: Double { RelativeLuminance.of(red: red, green: green, blue: blue) }

    /// The color that is seen if this one lies on an opaque one.
    func over(_ page: RGBColor) -> SceneColor {
        func mixed(_ own: Double, _ other: UInt8) -> Double { Double(other) / 255 * (1 - opacity) + own * opacity }
        return SceneColor(red: mixed(red, page.red), green: mixed(green, page.green), blue: mixed(blue, page.blue))
    }

    /// Returns the color between this one and another.
    ///
    /// As in CSS, the components are weighted by opacity, so that a transition to transparency does not darken.
    ///
    /// - Parameters:
    ///   - other: the color at a fraction of 1.
    ///   - fraction: 0 to 1.
    /// - Returns: the color between both.
    public func interpolated(to other: SceneColor, _ fraction: Double) -> SceneColor {
        let alpha = opacity + (other.opacity - opacity) * fraction
        guard alpha > 0 else { return SceneColor(red: red, green: green, blue: blue, opacity: 0) }
        func mixed(_ from: Double, _ to: Double) -> Double {
            (from * opacity * (1 - fraction) + to * other.opacity * fraction) / alpha
        }
        return SceneColor(
            red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue),
            opacity: alpha)
    }
}
