/// Collects the metadata in the ancillary chunks of a PNG file.
struct PNGMetadata {
    private var collected = ImageMetadata()
    /// Metadata from raw profiles in texts, used where no other chunk has it.
    private var rawProfiles = ImageMetadata()
    /// The chunk types, keywords and kinds of raw profiles of which only the first is used.
    private var seen: Set<String> = []
    /// The number of chunks that are invalid or damaged.
    private(set) var invalidCount = 0

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
        return metadata
    }

    /// Counts a chunk with a wrong CRC.
    mutating func noteDamage() { invalidCount += 1 }

    /// Adds a chunk with a valid CRC.
    mutating func note(_ chunk: PNGChunk, afterPixels: Bool) {
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
            noteText(chunk)
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

    private mutating func noteText(_ chunk: PNGChunk) {
        let keyword = chunk.keyword ?? ""
        if keyword == Self.xmpKeyword {
            // Only the first is decompressed, because each may take a long time.
            guard seen.insert(keyword).inserted, let packet = chunk.internationalText else {
                invalidCount += 1
                return
            }
            collected.xmp = packet
        } else if keyword == JobDigest.keyword && chunk.type == "tEXt" {
            collected.digest = JobDigest.text(in: chunk.contents.dropFirst(keyword.utf8.count + 1))
        } else if keyword == Self.commentKeyword && chunk.type == "tEXt" {
            let latin1 = chunk.contents.dropFirst(keyword.utf8.count + 1)
            collected.comments.append(Array(String(latin1.map { Character(Unicode.Scalar($0)) }).utf8))
        } else if let profile = RawProfile(chunk) {
            note(profile)
        } else {
            collected.textChunks.append(chunk)
        }
    }

    /// Adds the first raw profile of each known kind, and drops other kinds, because they may contain previews.
    private mutating func note(_ profile: RawProfile) {
        guard Self.profileKinds.contains(profile.kind), seen.insert(profile.kind).inserted else { return }
        guard let bytes = profile.bytes else {
            invalidCount += 1
            return
        }
        switch profile.kind {
        case "xmp": rawProfiles.xmp = bytes
        case "iptc", "8bim":
            let hasNoResources = bytes.first == IPTCData.tagMarker
            rawProfiles.iptc =
                rawProfiles.iptc ?? (hasNoResources ? bytes : IPTCData.datasets(inResources: bytes))
        default: noteApp1(bytes)
        }
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
