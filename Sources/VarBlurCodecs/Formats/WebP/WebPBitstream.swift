/// The header of the compressed pixels of a WebP file (RFC 6386, section 9.1; RFC 9649, section 3.4).
struct WebPBitstream {
    let width: Int
    let height: Int
    let isLossless: Bool
    /// Whether a lossless image has an alpha channel; lossy images have it in a chunk of their own.
    let hasAlpha: Bool

    private static let lossyHeaderCount = 10
    private static let lossyStartCode: [UInt8] = [0x9D, 0x01, 0x2A]
    static let losslessHeaderCount = 5
    private static let losslessSignature: UInt8 = 0x2F
    /// The bits of a width or a height.
    private static let sideBits = 14

    /// The header of the contents of a chunk of the type `VP8 ` or `VP8L`.
    ///
    /// - Throws: an error with the code `damaged` or `unsupported`.
    init(_ chunk: WebPChunk, of file: FileContents) throws(ImageError) {
        let reader = ByteReader(file.bytes(chunk.contents.prefix(Self.lossyHeaderCount)), .littleEndian)
        let header = chunk.type == "VP8L" ? try Self.lossless(reader) : try Self.lossy(reader)
        (width, height, isLossless, hasAlpha) = header
    }

    private typealias Header = (width: Int, height: Int, isLossless: Bool, hasAlpha: Bool)

    private static func lossy(_ reader: ByteReader<[UInt8]>) throws(ImageError) -> Header {
        guard let tag = reader.integer(at: 0, byteCount: 3), let width = reader.uint16(at: 6),
            let height = reader.uint16(at: 8)
        else { throw WebPStructure.truncated }
        let (isKeyFrame, version, isShown) = (tag & 1 == 0, (tag >> 1) & 7, (tag >> 4) & 1 == 1)
        let code = (3..<6).compactMap { reader.integer(at: $0, byteCount: 1) }
        guard isKeyFrame, isShown, code == lossyStartCode.map({ Int($0) }) else {
            throw WebPStructure.damaged("its image is not a key frame")
        }
        guard version <= 3 else { throw WebPStructure.unsupported("version \(version) of the lossy format") }
        // The other two bits scale the image when it is shown; no reader does so.
        let mask = (1 << sideBits) - 1
        return (width & mask, height & mask, false, false)
    }

    private static func lossless(_ reader: ByteReader<[UInt8]>) throws(ImageError) -> Header {
        guard let signature = reader.integer(at: 0, byteCount: 1), let bits = reader.uint32(at: 1) else {
            throw WebPStructure.truncated
        }
        guard signature == losslessSignature else { throw WebPStructure.damaged("its image has no signature") }
        let version = bits >> (2 * sideBits + 1)
        guard version == 0 else { throw WebPStructure.unsupported("version \(version) of the lossless format") }
        let mask = (1 << sideBits) - 1
        let hasAlpha = (bits >> (2 * sideBits)) & 1 == 1
        return ((bits & mask) + 1, ((bits >> sideBits) & mask) + 1, true, hasAlpha)
    }
}
