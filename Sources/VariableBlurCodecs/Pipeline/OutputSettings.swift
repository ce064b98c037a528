/// An opaque colour in the values that the image is encoded in, 0 to 255 each.
public struct RGBColour: Sendable, Hashable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    var isGray: Bool { red == green && green == blue }
}

/// How the blurred image is to be written.
public struct OutputSettings: Sendable, Hashable {
    /// The format; `nil` for the input's.
    public var format: ImageFormat?
    /// JPEG's quality, 1 to 100.
    public var jpegQuality = 90
    /// What a transparent image is laid on where the format has no alpha.
    public var background: RGBColour?

    /// The default settings.
    public init() {}
}
