internal import VarBlur

/// An opaque color in the color space of the image, with sample values of 0 to 255.
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
}
