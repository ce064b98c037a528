/// How the blurred image is to be written.
public struct OutputSettings: Sendable, Hashable {
    /// The format; `nil` for the input's.
    public var format: ImageFormat?
    /// JPEG's quality, 1 to 100.
    public var jpegQuality = 90
    /// What a transparent image is laid on where the format has no alpha.
    public var background: RGBColour?

    /// What of the input's metadata is left out.
    public var stripping = MetadataStripping.none

    /// Whether a file is on the disk, and not only in the system's memory, when it is done.
    public var isDurable = true

    /// The default settings.
    public init() {}
}
