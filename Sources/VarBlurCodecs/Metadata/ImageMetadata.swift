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
    /// The PNG chunks that define colors: cICP, mDCV, cLLI, sRGB, gAMA, cHRM and sBIT.
    var colorChunks: [PNGChunk] = []
    /// Whether the EXIF data says that the colors are Adobe RGB, also if it is not read otherwise; that counts if nothing else describes colors.
    var namesAdobeRGB = false
    /// The other PNG chunks: texts under other keywords, uncompressed, and the time of the last modification.
    var textChunks: [PNGChunk] = []

    /// Creates empty metadata.
    public init() {}

    /// The metadata that remains after stripping.
    func stripped(_ stripping: MetadataStripping) -> ImageMetadata {
        switch stripping {
        case .none, .gainMap: return self
        case .all: return ImageMetadata()
        case .safe:
            var rest = ImageMetadata()
            rest.density = density
            rest.colorChunks = colorChunks
            return rest
        }
    }
}

// MARK: - Code points

extension ImageMetadata {
    /// The primaries and the transfer function of the colors as code points of ITU-T H.273; `nil` if there are none.
    var codePoints: (primaries: Int, transfer: Int)? {
        guard let codes = colorChunks.first(where: { $0.type == "cICP" })?.contents, codes.count == 4 else {
            return nil
        }
        return (Int(codes[0]), Int(codes[1]))
    }

    /// Notes the code points of full-range RGB, unless they are those of sRGB or unspecified.
    mutating func setCodePoints(primaries: Int, transfer: Int) {
        let (unspecified, sRGB) = (2, (primaries: 1, transfer: 13))
        guard (primaries, transfer) != sRGB, primaries != unspecified, transfer != unspecified,
            let first = UInt8(exactly: primaries), let second = UInt8(exactly: transfer)
        else { return }
        colorChunks = [PNGChunk(type: "cICP", contents: [first, second, 0, 1])]
    }

    /// Adds the contents of the boxes clli and mdcv of a HEIF file to its code points; zeros stand for a box that is missing.
    mutating func addLight(levels: [UInt8], display: [UInt8]) {
        guard codePoints != nil else { return }
        if display.contains(where: { $0 != 0 }) {
            // boxes begin with green and blue, chunks with red
            let primaries = display[8..<12] + display[0..<8]
            colorChunks.append(PNGChunk(type: "mDCV", contents: Array(primaries + display[12...])))
        }
        guard let greatest = ByteReader(levels).uint16(at: 0), let average = ByteReader(levels).uint16(at: 2),
            greatest > 0 || average > 0
        else { return }
        // cd/m², of which chunks have ten-thousandths
        let contents = [greatest, average].flatMap { ByteOrder.bigEndian.bytes(of: $0 * 10_000, count: 4) }
        colorChunks.append(PNGChunk(type: "cLLI", contents: contents))
    }

    /// What the boxes clli and mdcv of a HEIF file have for the color chunks; zeros stand for a box that is missing.
    var light: (levels: [UInt8], display: [UInt8]) {
        let levels = ByteReader(colorChunks.first { $0.type == "cLLI" }?.contents ?? [])
        let numbers = [0, 4].map { min(((levels.uint32(at: $0) ?? 0) + 5_000) / 10_000, Int(UInt16.max)) }
        let display = colorChunks.first { $0.type == "mDCV" }?.contents ?? [UInt8](repeating: 0, count: 24)
        return (
            numbers.flatMap { ByteOrder.bigEndian.bytes(of: $0, count: 2) },
            Array(display[4..<12] + display[0..<4] + display[12...])
        )
    }
}

/// An ancillary chunk of a PNG file: metadata that no other format stores in the same form.
struct PNGChunk: Sendable, Hashable {
    /// The four letters of its type.
    let type: String
    let contents: [UInt8]

    /// The contents of a gAMA chunk for 1/2.2, which approximates sRGB.
    static let gammaOfSRGB = 45_455

    /// The type of the chunk with the number of significant bits of the samples.
    static let significantBitsType = "sBIT"
}
