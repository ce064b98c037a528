public import VarBlur

/// A file to be encoded: its pixels, format, and metadata.
public struct EncodingPlan: Sendable, Hashable {
    /// The number of pixels in a row, at least 1.
    public var width: Int
    /// The number of rows, at least 1.
    public var height: Int
    /// The pixels of the rows, with straight alpha.
    ///
    /// JPEG supports 8-bit gray, RGB, and CMYK; PNG supports 8 and 16 bits of gray and RGB with and without alpha; WebP supports 8-bit
    /// RGB and RGBA; AVIF supports 8 and 16 bits of RGB and RGBA; JPEG XL supports what PNG does. `PixelBuffer.converted(to:)` converts other pixels.
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

    /// Describes the colors as the file with a header does.
    package mutating func describeColors(as header: ImageHeader) {
        (profile, metadata.colorChunks) = (header.profile, header.metadata.colorChunks)
    }

    /// Leaves out the number of significant bits of the input's samples, because those of the output may have more.
    mutating func leaveOutSignificantBits() {
        metadata.colorChunks.removeAll { $0.type == PNGChunk.significantBitsType }
    }

    /// The profile to write; the formats have no empty profiles.
    var writtenProfile: ICCProfile? { profile.flatMap { $0.bytes.isEmpty ? nil : $0 } }
}
