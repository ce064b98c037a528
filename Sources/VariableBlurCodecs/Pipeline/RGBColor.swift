/// An opaque color in the values that the image is encoded in, 0 to 255 each.
public struct RGBColor: Sendable, Hashable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8

    /// Creates a color.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    var isGray: Bool { red == green && green == blue }
}
