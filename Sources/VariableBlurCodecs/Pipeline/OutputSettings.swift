/// How the blurred image is to be written.
public struct OutputSettings: Sendable, Hashable {
    /// The format; `nil` for the input's.
    public var format: ImageFormat?
    /// JPEG's quality, 1 to 100; `nil` for that of a JPEG input, exactly, and 90 for other inputs.
    public var jpegQuality: Int?
    /// Whether a JPEG output is progressive; `nil` for what a JPEG input is, and baseline for other inputs.
    public var jpegIsProgressive: Bool?
    /// What a PNG output spends time on.
    public var pngCompression = PNGCompression.default
    /// What a transparent image is laid on where the format has no alpha.
    public var background: RGBColor?

    /// What of the input's metadata is left out.
    public var stripping = MetadataStripping.none

    /// Whether a file is on the disk, and not only in the system's memory, when it is done.
    public var isDurable = true

    /// The default settings.
    public init() {}
}
