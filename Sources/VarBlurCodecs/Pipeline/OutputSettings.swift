/// The format, the encoding, and the metadata of an output.
public struct OutputSettings: Sendable, Hashable {
    /// The format; `nil` for the format of the input.
    public var format: ImageFormat?
    /// The JPEG quality, 1 to 100; `nil` for the quantization tables of a JPEG input, or 90 for other inputs.
    public var jpegQuality: Int?
    /// Whether low frequencies are quantized more finely in a JPEG output made from a JPEG input; ignored with
    /// ``jpegQuality``.
    public var jpegSmoothing = JPEGSmoothing.auto
    /// Whether JPEG outputs are progressive; `nil` for the mode of the input, which is progressive only for progressive JPEG
    /// inputs.
    public var jpegIsProgressive: Bool?
    /// The effort of PNG compression.
    public var pngCompression = PNGCompression.default
    /// The quality of a WebP output; `nil` for a lossless output of a lossless input, or ``WebPQuality/default`` for other
    /// inputs.
    public var webPQuality: WebPQuality?
    /// The color behind transparent pixels in formats without an alpha channel.
    public var background: RGBColor?
    /// The metadata to remove.
    public var stripping = MetadataStripping.none
    /// Whether a job waits until the output file is on disk (`fsync`).
    public var isDurable = true

    /// The default settings.
    public init() {}
}
