internal import VarBlur

/// What a report says of an input.
public struct InputSummary: Sendable, Hashable {
    /// The format of the file.
    public let format: ImageFormat
    /// The width in pixels, after the orientation is applied.
    public let width: Int
    /// The height in pixels, after the orientation is applied.
    public let height: Int
    /// The number of bits of a sample in the file.
    public let bitCount: Int
    /// Whether the file has an alpha channel, or a transparent color.
    public let hasAlpha: Bool
    /// The model of the decoded colors: `gray`, `rgb`, or `cmyk`.
    public let colorModel: String
    /// The description in the color profile; `nil` without a profile, or for one that has none.
    public let profileName: String?
    /// The orientation of the stored rows, as EXIF data, or the image itself in AVIF, HEIC, and JPEG XL files, prescribes it.
    public let orientation: ImageOrientation
    /// The images that lie over the picture: `portrait-matte`, `semantic-matte`, `depth`, `gain-map`, or `other`, each once.
    public let auxiliaryImages: [String]

    init(_ header: ImageHeader) {
        (format, width, height) = (header.format, header.uprightWidth, header.uprightHeight)
        (bitCount, hasAlpha) = (header.bitCount, header.pixelFormat.channels.hasAlpha)
        let channels = header.pixelFormat.channels
        colorModel = channels == .cmyk ? "cmyk" : channels.isGray ? "gray" : "rgb"
        (profileName, orientation) = (header.profile?.description, header.storedOrientation)
        auxiliaryImages = header.auxiliaryImages.map(\.rawValue)
    }
}
