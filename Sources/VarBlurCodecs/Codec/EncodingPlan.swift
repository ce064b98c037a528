public import VarBlur

/// A file to be encoded: its pixels, format, and metadata.
public struct EncodingPlan: Sendable, Hashable {
    /// The number of pixels in a row, at least 1.
    public var width: Int
    /// The number of rows, at least 1.
    public var height: Int
    /// The pixels of the rows, with straight alpha.
    ///
    /// JPEG supports 8-bit gray, RGB, and CMYK; PNG supports 8 and 16 bits in all layouts except CMYK; WebP supports 8-bit
    /// RGB and RGBA.
    public var pixelFormat: PixelFormat
    /// The format and its settings.
    public var encoding: ImageEncoding
    /// The maximum number of compression threads, at least 1; the output does not depend on it.
    public var threadCount = 1
    /// The color profile, which is written unchanged; an empty profile is omitted.
    public var profile: ICCProfile?
    /// Further metadata; the encoder omits entries that the format cannot store.
    public var metadata = ImageMetadata()
    /// The deadline for compressing metadata.
    var deadline: Deadline?

    /// Creates a plan without metadata, for a single thread.
    public init(
        width: Int, height: Int, pixelFormat: PixelFormat, encoding: ImageEncoding, profile: ICCProfile? = nil
    ) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.encoding = encoding
        self.profile = profile
    }

    /// The profile to write; the formats have no empty profiles.
    var writtenProfile: ICCProfile? { profile.flatMap { $0.bytes.isEmpty ? nil : $0 } }

    /// Checks that the format can hold the image.
    ///
    /// - Throws: an error with the code `unsupported`.
    func check(_ codec: any ImageCodec) throws(ImageError) {
        let (name, longestSide) = (codec.format.name, codec.capabilities.longestSide)
        guard width >= 1, height >= 1, width <= longestSide, height <= longestSide else {
            throw ImageError(
                .unsupported,
                "\(width)×\(height) pixels; each side of a \(name) image must be from 1 to \(longestSide) pixels",
                remedy: "scale the image down first, or choose another format")
        }
        guard codec.capabilities.holds(pixelFormat), codec.isValid(self) else {
            throw ImageError(
                .unsupported, "\(name) cannot store such pixels, or the encoding settings are out of range")
        }
    }
}
