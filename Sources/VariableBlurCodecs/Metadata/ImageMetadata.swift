/// The metadata of an image file, except its pixel format and its color profile.
///
/// The output contains all metadata that its format supports.
public struct ImageMetadata: Sendable, Hashable {
    /// EXIF data, from the byte order mark `II` or `MM` on.
    public var exif: [UInt8]?
    /// An XMP packet in UTF-8.
    public var xmp: [UInt8]?
    /// IPTC-IIM datasets, each of which begins with the byte 1C; in PNG files, the text chunk with the keyword `Raw profile
    /// type iptc`.
    public var iptc: [UInt8]?
    /// The pixel density.
    public var density: PixelDensity?
    /// The comments of a JPEG file, or the PNG text chunks with the keyword `Comment` (as UTF-8); JPEG comments may
    /// contain arbitrary bytes.
    public var comments: [[UInt8]] = []
    /// The ``JobDigest`` that an earlier job of this library wrote into the file, as a string.
    public package(set) var digest: String?
    /// The XMP packet as a PNG file stores it in an iTXt chunk, if it is compressed there.
    var compressedXMP: CompressedMetadata?
    /// The IPTC datasets as a PNG file stores them in the text of a raw profile, if it is compressed.
    var compressedIPTC: CompressedMetadata?
    /// The PNG chunks that define colors: cICP, sRGB, gAMA, cHRM and sBIT.
    var colorChunks: [PNGChunk] = []
    /// The other PNG chunks: texts under other keywords, and the time of the last modification.
    var textChunks: [PNGChunk] = []

    /// Creates empty metadata.
    public init() {}

    /// The metadata that remains after stripping.
    func stripped(_ stripping: MetadataStripping) -> ImageMetadata {
        switch stripping {
        case .none: return self
        case .all: return ImageMetadata()
        case .safe:
            var rest = ImageMetadata()
            rest.density = density
            rest.colorChunks = colorChunks
            return rest
        }
    }
}

/// The metadata to remove from the output.
public enum MetadataStripping: String, CaseIterable, Sendable, Hashable, Codable {
    /// Strips only previews of the original image, and metadata that the output format does not support.
    case none
    /// Strips metadata that does not affect the appearance: EXIF, XMP, IPTC, text chunks, comments, and times.
    case safe
    /// Strips everything, including the color profile, without which colors may look different.
    case all
}

/// Metadata in the compressed form of the input, which the output keeps if the metadata is the same.
struct CompressedMetadata: Sendable, Hashable {
    /// The metadata.
    let bytes: [UInt8]
    /// A zlib stream of the metadata in the form in which a PNG chunk stores it.
    let stream: [UInt8]
}
