internal import VarBlur

/// An opaque color, with sample values of 0 to 255.
///
/// In images of high dynamic range (PQ and HLG), it is a color of sRGB, whose white has 203 cd/m². All others store its values as they are.
public struct RGBColor: Sendable, Hashable, Codable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8

    /// Creates a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The color as text: `#rrggbb`.
    package var hexadecimal: String { "#" + [red, green, blue].hexadecimal }

    var isGray: Bool { red == green && green == blue }

    static let black = RGBColor(red: 0, green: 0, blue: 0)

    /// The components from 0 to 1.
    var fractions: (red: Double, green: Double, blue: Double) {
        (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    }
}
