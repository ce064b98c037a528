/// Collects the metadata in the ancillary chunks of a PNG file.
struct PNGMetadata {
    private var collected = ImageMetadata()
    /// Metadata from raw profiles in texts, used where no other chunk has it.
    private var rawProfiles = ImageMetadata()
    /// The chunk types, keywords and kinds of raw profiles of which only the first is used.
    private var seen: Set<String> = []
    /// The number of chunks that are invalid or damaged.
    private(set) var invalidCount = 0
    /// Whether a text is dropped because it may contain a preview.
    private(set) var mayContainPreview = false
    private var filter = PlainTextFilter()

    static let types: Set = ["gAMA", "cHRM", "sRGB", "cICP", "sBIT", "pHYs", "tIME", "tEXt", "zTXt", "iTXt"]
    private static let colorTypes: Set = ["gAMA", "cHRM", "sRGB", "cICP", "sBIT"]
    private static let textTypes: Set = ["tEXt", "zTXt", "iTXt"]
    private static let profileKinds: Set = ["exif", "app1", "xmp", "iptc", "8bim"]
    static let xmpKeyword = "XML:com.adobe.xmp"
    static let commentKeyword = "Comment"

    /// The collected metadata, with EXIF data from texts only, not from the eXIf chunk.
    var metadata: ImageMetadata {
        var metadata = collected
        metadata.exif = rawProfiles.exif
        metadata.xmp = collected.xmp ?? rawProfiles.xmp
        metadata.iptc = rawProfiles.iptc
        metadata.compressedIPTC = rawProfiles.compressedIPTC
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

    /// Adds a comment or another text, unless it contains an image; a compressed text stays compressed.
    private mutating func notePlainText(
        _ chunk: PNGChunk, isComment: Bool, _ budget: inout MetadataBudget
    ) throws(ImageError) {
        guard let text = try chunk.text(&budget) else {
            invalidCount += 1
            return
        }
        if try !filter.accepts(text.bytes, budget.deadline) {
            mayContainPreview = true
        } else if isComment {
            try budget.reserve(text.bytes.count { $0 >= 0x80 })
            collected.comments.append(Latin1Text.utf8(text.bytes))
        } else {
            let contents = chunk.contents.dropLast(text.extraCount)
            collected.textChunks.append(PNGChunk(type: chunk.type, contents: Array(contents)))
        }
    }

    /// Adds the first XMP packet.
    private mutating func noteXMP(_ chunk: PNGChunk, _ budget: inout MetadataBudget) throws(ImageError) {
        guard chunk.type == "iTXt", seen.insert(Self.xmpKeyword).inserted, let text = try chunk.text(&budget) else {
            invalidCount += 1
            return
        }
        let packet = Array(text.bytes)
        collected.xmp = packet
        collected.compressedXMP = text.stream.map { CompressedMetadata(bytes: packet, stream: $0) }
    }

    /// Adds the first raw profile of each known kind, and drops other kinds, because they may contain previews.
    private mutating func note(_ profile: RawProfile, _ budget: inout MetadataBudget) throws(ImageError) {
        guard Self.profileKinds.contains(profile.kind), seen.insert(profile.kind).inserted else { return }
        guard let contents = try profile.contents(&budget) else {
            invalidCount += 1
            return
        }
        switch profile.kind {
        case "xmp": rawProfiles.xmp = contents.bytes
        case "iptc", "8bim": noteIPTC(contents)
        default: noteApp1(contents.bytes)
        }
    }

    private mutating func noteIPTC(_ contents: RawProfile.Contents) {
        guard rawProfiles.iptc == nil else { return }
        let bytes = contents.bytes
        let hasNoResources = bytes.first == IPTCDataset.tagMarker
        guard let datasets = hasNoResources ? bytes : IPTCData.datasets(inResources: bytes) else { return }
        rawProfiles.iptc = datasets
        // other resources must not be kept with the datasets
        guard let stream = contents.stream, bytes == IPTCData.resource(datasets) else { return }
        rawProfiles.compressedIPTC = CompressedMetadata(bytes: datasets, stream: stream)
    }

    /// Adds the contents of a JPEG APP1 segment.
    private mutating func noteApp1(_ bytes: [UInt8]) {
        if bytes.starts(with: JPEGSegment.exifPrefix) {
            rawProfiles.exif = rawProfiles.exif ?? Array(bytes.dropFirst(JPEGSegment.exifPrefix.count))
        } else if bytes.starts(with: JPEGSegment.xmpPrefix) {
            rawProfiles.xmp = rawProfiles.xmp ?? Array(bytes.dropFirst(JPEGSegment.xmpPrefix.count))
        }
    }
}
