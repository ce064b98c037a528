/// Collects the metadata in the ancillary chunks of a PNG file.
struct PNGMetadata {
    private var collected = ImageMetadata()
    /// Metadata from raw profiles in texts, used where no other chunk has it.
    private var rawProfiles = ImageMetadata()
    /// Whether the XMP data is from an iTXt chunk, where it belongs.
    private var hasInternationalXMP = false
    private var (xmpChunkCount, rawProfileCount) = (0, 0)
    /// The maximum number of chunks with XMP data, and of raw profiles, that are read: a thousand may decompress to megabytes each.
    private static let maxReadCount = 8
    /// The chunk types of which only the first is used.
    private var seen: Set<String> = []
    /// The number of chunks that are invalid or damaged.
    private(set) var invalidCount = 0
    private var filter = TextFilter()
    /// Whether a text is dropped because it is too long, or may contain a preview.
    var hasRefusedText: Bool { filter.hasRefused }

    static let types = colorTypes.union(textTypes).union(["pHYs", "tIME"])
    private static let colorTypes: Set = ["gAMA", "cHRM", "sRGB", "cICP", "mDCV", "cLLI", "sBIT"]
    private static let textTypes: Set = ["tEXt", "zTXt", "iTXt"]
    static let xmpKeyword = "XML:com.adobe.xmp"
    static let commentKeyword = "Comment"

    /// The collected metadata, with EXIF data from texts only, not from the eXIf chunk.
    var metadata: ImageMetadata {
        var metadata = collected
        metadata.exif = rawProfiles.exif
        metadata.xmp = collected.xmp ?? rawProfiles.xmp
        metadata.iptc = rawProfiles.iptc
        return metadata
    }

    /// Whether chunks of a type affect the appearance of the image.
    static func isPartOfAppearance(_ type: String) -> Bool { colorTypes.contains(type) || type == "pHYs" }

    /// Counts a chunk with a wrong CRC.
    mutating func noteDamage() { invalidCount += 1 }

    /// Adds a chunk with a valid CRC; the `budget` pays for what is copied and decompressed.
    ///
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    mutating func note(
        _ chunk: PNGChunk, afterPixels: Bool, _ budget: inout MetadataBudget
    ) throws(ImageError) {
        let isText = Self.textTypes.contains(chunk.type)
        let isColor = Self.colorTypes.contains(chunk.type)
        let isLate = afterPixels && (isColor || chunk.type == "pHYs")
        guard chunk.isValid, !isLate, isText || seen.insert(chunk.type).inserted else {
            invalidCount += 1
            return
        }
        if isColor {
            collected.colorChunks.append(chunk)
        } else if chunk.type == "pHYs" {
            noteDensity(chunk)
        } else if isText {
            try noteText(chunk, &budget)
        } else {
            collected.textChunks.append(chunk)
        }
    }

    private mutating func noteDensity(_ chunk: PNGChunk) {
        let reader = ByteReader(chunk.contents)
        guard let x = reader.uint32(at: 0), let y = reader.uint32(at: 4), let unit = reader.integer(at: 8, byteCount: 1)
        else { return }
        collected.density = PixelDensity(x: x, y: y, unit: unit == 1 ? .meter : .none)
    }

    private mutating func noteText(_ chunk: PNGChunk, _ budget: inout MetadataBudget) throws(ImageError) {
        let keyword = chunk.keyword ?? ""
        if keyword == Self.xmpKeyword {
            try noteXMP(chunk, &budget)
        } else if keyword == JobDigest.keyword && chunk.type == "tEXt" {
            collected.digest = chunk.afterKeyword.flatMap { JobDigest.text(in: $0) }
        } else if let profile = RawProfile(chunk) {
            try note(profile, &budget)
        } else {
            try notePlainText(chunk, isComment: keyword == Self.commentKeyword && chunk.type == "tEXt", &budget)
        }
    }

    /// Adds a comment or another text, unless it is too long or may contain a preview.
    private mutating func notePlainText(
        _ chunk: PNGChunk, isComment: Bool, _ budget: inout MetadataBudget
    ) throws(ImageError) {
        guard let text = try chunk.text(&budget), !text.contains(0) else {
            invalidCount += 1
            return
        }
        let plain = chunk.uncompressed(text)
        // the keyword and the title count as parts of the text
        guard filter.accepts(plain.contents.map { $0 == 0 ? 0x20 : $0 }) else { return }
        if isComment {
            try budget.reserve(text.count { $0 >= 0x80 })
            collected.comments.append(Latin1Text.utf8(text))
        } else {
            collected.textChunks.append(plain)
        }
    }

    /// Adds the first XMP packet in an iTXt chunk, or else in a zTXt or tEXt chunk, which some writers use.
    private mutating func noteXMP(_ chunk: PNGChunk, _ budget: inout MetadataBudget) throws(ImageError) {
        let isInternational = chunk.type == "iTXt"
        xmpChunkCount += 1
        guard xmpChunkCount <= Self.maxReadCount, !hasInternationalXMP,
            isInternational || collected.xmp == nil, let text = try chunk.text(&budget), !text.isEmpty
        else {
            invalidCount += 1
            return
        }
        if collected.xmp != nil { invalidCount += 1 }
        (collected.xmp, hasInternationalXMP) = (Array(text), isInternational)
    }

    /// Adds the first intact raw profile with each kind of metadata, and drops others, because they may contain previews.
    private mutating func note(_ profile: RawProfile, _ budget: inout MetadataBudget) throws(ImageError) {
        guard isWanted(profile.kind) else { return }
        rawProfileCount += 1
        guard rawProfileCount <= Self.maxReadCount, let contents = try profile.contents(&budget) else {
            invalidCount += 1
            return
        }
        switch profile.kind {
        case "xmp": rawProfiles.xmp = contents
        case "iptc", "8bim": noteIPTC(contents)
        default:
            noteApp1(contents)
            if profile.kind == "exif" && rawProfiles.exif == nil { invalidCount += 1 }
        }
    }

    /// Whether raw profiles of a kind may have metadata that none has had so far; two may have the kind `app1`: EXIF and XMP data.
    private func isWanted(_ kind: String) -> Bool {
        switch kind {
        case "exif": lacksExif
        case "xmp": rawProfiles.xmp == nil
        case "app1": lacksExif || rawProfiles.xmp == nil
        case "iptc", "8bim": rawProfiles.iptc == nil
        default: false
        }
    }

    private var lacksExif: Bool { !(rawProfiles.exif.flatMap { TIFFData($0) }?.isComplete ?? false) }

    private mutating func noteIPTC(_ bytes: [UInt8]) {
        let hasNoResources = bytes.first == IPTCDataset.tagMarker
        rawProfiles.iptc = hasNoResources ? bytes : IPTCData.datasets(inResources: bytes)
    }

    /// Adds the contents of a JPEG APP1 segment, or EXIF data without the prefix of a segment.
    private mutating func noteApp1(_ bytes: [UInt8]) {
        if bytes.starts(with: XMPPacket.segmentPrefix) {
            rawProfiles.xmp = rawProfiles.xmp ?? Array(bytes.dropFirst(XMPPacket.segmentPrefix.count))
        } else if lacksExif, let tiff = TIFFData(bytes) {
            rawProfiles.exif = tiff.bytes
        }
    }
}
