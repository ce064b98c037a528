/// The chunks of a WebP file by their meaning: the first of each type, as in other readers.
struct WebPChunks {
    /// The image and its header; `nil` if there is none.
    private(set) var image: (chunk: WebPChunk, bitstream: WebPBitstream)?
    /// The alpha channel of a lossy image.
    private(set) var alpha: WebPChunk?
    /// The width and the height in the header of an extended file.
    private(set) var canvas: (width: Int, height: Int)?
    private(set) var profile: WebPChunk?
    private(set) var exif: WebPChunk?
    private(set) var xmp: WebPChunk?
    /// XMP data as ImageMagick 6 names it, without announcing it; used if there is no other.
    private var unannouncedXMP: WebPChunk?
    /// The digest of a job.
    private(set) var digest: WebPChunk?
    /// The damage of the file, if damage is allowed; `nil` if there is none.
    private(set) var damage: String?
    private(set) var hasContentCredentials = false
    private(set) var notices: [String] = []
    private var flags: Flags = []
    private var isAnnounced = true

    /// The flags in the header of an extended file: the parts that the file has.
    struct Flags: OptionSet {
        let rawValue: Int
        static let animation = Flags(rawValue: 0x02)
        static let xmp = Flags(rawValue: 0x04)
        static let exif = Flags(rawValue: 0x08)
        static let alpha = Flags(rawValue: 0x10)
        static let profile = Flags(rawValue: 0x20)
    }

    /// `RIFF`, the length of all that follows, and `WEBP`.
    static let fileHeaderCount = 12

    /// Locates all chunks.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, or `overLimit`.
    init(of file: FileContents, _ context: JobContext) throws(ImageError) {
        let length = ByteReader(file, .littleEndian).uint32(at: 4) ?? 0
        guard length >= 4 else { throw WebPStructure.damaged("its length is invalid") }
        let isTruncated = length > file.count - 8
        let end = isTruncated ? file.count : length + 8
        try locate(in: file, end: end, context)
        xmp = xmp ?? unannouncedXMP
        if damage == nil && isTruncated { try note(WebPStructure.truncated, context) }
        // One byte may follow a file of an odd length.
        if let notice = file.notice(ofRestFrom: min(end + length % 2, file.count)) { notices.append(notice) }
        if !isAnnounced { notices.append("metadata that the header of the file does not announce is not copied") }
    }

    private mutating func locate(in file: FileContents, end: Int, _ context: JobContext) throws(ImageError) {
        var (offset, otherCount) = (Self.fileHeaderCount, 0)
        while offset < end {
            do throws(ImageError) {
                let chunk = try WebPChunk(of: file, at: offset, end: end)
                if !chunk.isComplete && !chunk.isImage { throw WebPStructure.truncated }
                // after the image, other readers skip what they do not know, whatever its type
                if image == nil && !chunk.hasValidType {
                    throw WebPStructure.damaged("it has a chunk with an invalid type")
                }
                if offset == Self.fileHeaderCount { try noteHeader(chunk, of: file) } else { try note(chunk, of: file) }
                if !chunk.isComplete { throw WebPStructure.truncated }
                if !chunk.isImage { otherCount += 1 }
                offset = chunk.next
            } catch {
                return try note(error, context)
            }
            guard otherCount <= context.limits.chunks else {
                throw ImageError(
                    .overLimit, "more than \(context.limits.chunks) chunks beside the image",
                    remedy: "remove its metadata first, or raise the limit", reason: .chunkLimit)
            }
            try context.deadline?.check()
        }
    }

    /// Notes damage after the header of the image, if damage is allowed.
    private mutating func note(_ error: ImageError, _ context: JobContext) throws(ImageError) {
        guard image != nil, error.code == .damaged else { throw error }
        guard context.limits.allowsDamage else { throw CodecStatus.damagedPixels(error.cause) }
        damage = error.cause
    }

    /// Notes the first chunk: the header of an extended file, or the image.
    private mutating func noteHeader(_ chunk: WebPChunk, of file: FileContents) throws(ImageError) {
        if chunk.isImage { return try note(chunk, of: file) }
        let reader = ByteReader(file.bytes(chunk.contents.prefix(10)), .littleEndian)
        guard chunk.type == "VP8X", let flags = reader.integer(at: 0, byteCount: 1),
            let width = reader.integer(at: 4, byteCount: 3), let height = reader.integer(at: 7, byteCount: 3)
        else { throw WebPStructure.damaged("it does not begin with a header or an image") }
        self.flags = Flags(rawValue: flags)
        guard !self.flags.contains(.animation) else {
            throw ImageError(
                .unsupported, "the WebP file is animated; only still images are supported",
                remedy: "extract an image first, for example with 'webpmux -get frame 1'")
        }
        canvas = (width + 1, height + 1)
    }

    private mutating func note(_ chunk: WebPChunk, of file: FileContents) throws(ImageError) {
        switch chunk.type {
        case "VP8 ", "VP8L":
            if image == nil {
                image = (chunk, try WebPBitstream(chunk, of: file))
            } else if !notices.contains(Self.additionalImages) {
                notices.append(Self.additionalImages)
            }
        case "ALPH" where image == nil && canvas != nil: alpha = alpha ?? chunk
        case "ICCP" where isAnnounced(.profile): profile = profile ?? chunk
        case "EXIF" where isAnnounced(.exif): exif = exif ?? chunk
        case "XMP " where isAnnounced(.xmp): xmp = xmp ?? chunk
        case "XMP\0": unannouncedXMP = unannouncedXMP ?? chunk
        case "C2PA": hasContentCredentials = true
        case WebPStructure.digestType: digest = digest ?? chunk
        default: break
        }
    }

    private static let additionalImages = "the file contains additional images, which are not copied"

    /// Whether the header announces a kind of metadata; other readers ignore it if not.
    private mutating func isAnnounced(_ kind: Flags) -> Bool {
        if !flags.contains(kind) { isAnnounced = false }
        return flags.contains(kind)
    }
}

extension WebPChunk {
    /// Whether this is the chunk of a lossy or a lossless image.
    fileprivate var isImage: Bool { type == "VP8 " || type == "VP8L" }

    /// Whether the type consists of printable ASCII characters.
    fileprivate var hasValidType: Bool { type.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
