/// Collects what a PNG file's chunks say beside the picture.
struct PNGMetadata {
    private var collected = ImageMetadata()
    /// What is said in texts only; it counts where no chunk says it.
    private var disguised = ImageMetadata()
    private var seen: Set<String> = []
    /// Chunks that break the rules, or that are damaged.
    private(set) var badCount = 0

    static let types: Set = ["gAMA", "cHRM", "sRGB", "cICP", "sBIT", "pHYs", "tIME", "tEXt", "zTXt", "iTXt"]
    private static let colors: Set = ["gAMA", "cHRM", "sRGB", "cICP", "sBIT"]
    static let xmpKeyword = "XML:com.adobe.xmp"

    /// What was said, EXIF data only in texts.
    var metadata: ImageMetadata {
        var metadata = collected
        metadata.exif = disguised.exif
        metadata.xmp = collected.xmp ?? disguised.xmp
        metadata.iptc = disguised.iptc
        return metadata
    }

    mutating func noteDamage() { badCount += 1 }

    /// Takes in a chunk whose check sum is right.
    mutating func note(_ chunk: PNGChunk, afterPixels: Bool) {
        let isText = chunk.type.hasSuffix("Xt") || chunk.type == "tEXt"
        let isLate = afterPixels && (Self.colors.contains(chunk.type) || chunk.type == "pHYs")
        guard chunk.isValid, !isLate, isText || seen.insert(chunk.type).inserted else {
            badCount += 1
            return
        }
        if Self.colors.contains(chunk.type) {
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
        func number(_ place: Int) -> Int { chunk.contents[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        collected.density = PixelDensity(
            x: number(0), y: number(4), unit: chunk.contents[8] == 1 ? .meter : .none)
    }

    private mutating func noteText(_ chunk: PNGChunk) {
        let keyword = chunk.keyword ?? ""
        if keyword == Self.xmpKeyword {
            // one try: each may take long to unpack
            guard seen.insert(keyword).inserted, let packet = chunk.internationalText else {
                badCount += 1
                return
            }
            collected.xmp = packet
        } else if keyword == JobDigest.keyword && chunk.type == "tEXt" {
            collected.digest = JobDigest.text(in: chunk.contents.dropFirst(keyword.utf8.count + 1))
        } else if keyword == "Comment" && chunk.type == "tEXt" {
            let text = chunk.contents.dropFirst(keyword.utf8.count + 1)
            collected.comments.append(Array(String(text.map { Character(Unicode.Scalar($0)) }).utf8))
        } else if let profile = RawProfile(chunk) {
            note(profile)
        } else {
            collected.textChunks.append(chunk)
        }
    }

    /// Takes in the first of each kind that is known; the others may hold previews.
    private mutating func note(_ profile: RawProfile) {
        guard ["exif", "app1", "xmp", "iptc", "8bim"].contains(profile.kind), seen.insert(profile.kind).inserted else {
            return
        }
        guard let bytes = profile.bytes else {
            badCount += 1
            return
        }
        switch profile.kind {
        case "xmp": disguised.xmp = bytes
        case "iptc", "8bim":
            let isBare = bytes.first == IPTCData.datasetMark
            disguised.iptc = disguised.iptc ?? (isBare ? bytes : IPTCData.datasets(inResources: bytes))
        default: noteSegment(bytes)
        }
    }

    /// Takes in what would be JPEG's first application segment.
    private mutating func noteSegment(_ bytes: [UInt8]) {
        if bytes.starts(with: JPEGSegment.exifPrefix) {
            disguised.exif = disguised.exif ?? Array(bytes.dropFirst(JPEGSegment.exifPrefix.count))
        } else if bytes.starts(with: JPEGSegment.xmpPrefix) {
            disguised.xmp = disguised.xmp ?? Array(bytes.dropFirst(JPEGSegment.xmpPrefix.count))
        }
    }

    /// The chunks for a file's metadata, in an order that every reader takes; all before the picture.
    static func chunks(
        for metadata: ImageMetadata, profile: ICCProfile?, channelCount: Int, depth: Int
    ) throws(ImageError) -> [PNGChunk] {
        var chunks: [PNGChunk] = []
        for chunk in metadata.colorChunks {
            if chunk.type == "sBIT" {
                if let bits = significantBits(chunk.contents, channelCount, depth) { chunks.append(bits) }
            } else if chunk.type != "sRGB" || profile == nil {
                chunks.append(chunk)
            }
        }
        if let profile { chunks.append(PNGChunk(type: "iCCP", contents: try PNGProfileChunk.contents(for: profile))) }
        if let density = metadata.density?.converted(to: .meter, limit: Int(Int32.max)) {
            let isLength: UInt8 = density.unit == .meter ? 1 : 0
            chunks.append(PNGChunk(type: "pHYs", contents: bigEndian(density.x) + bigEndian(density.y) + [isLength]))
        }
        if let exif = metadata.exif { chunks.append(PNGChunk(type: "eXIf", contents: exif)) }
        if let xmp = metadata.xmp { chunks.append(PNGChunk(internationalText: xmp, keyword: xmpKeyword)) }
        if let iptc = metadata.iptc { chunks.append(try RawProfile.chunk("iptc", IPTCData.resource(iptc))) }
        return chunks + metadata.comments.compactMap(comment) + metadata.textChunks
    }

    /// What the file is made of, which is known late.
    static func chunk(digest: String) -> PNGChunk {
        PNGChunk(type: "tEXt", contents: Array(JobDigest.keyword.utf8) + [0] + Array(digest.utf8))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The bits that mean something in each channel, where the picture may have gained an alpha channel.
    private static func significantBits(_ bits: [UInt8], _ channelCount: Int, _ depth: Int) -> PNGChunk? {
        let gainsAlpha = bits.count + 1 == channelCount
        let all = gainsAlpha ? bits + [UInt8(depth)] : bits
        guard all.count == channelCount, all.allSatisfy({ Int($0) <= depth }) else { return nil }
        return PNGChunk(type: "sBIT", contents: all)
    }

    /// A comment as a text: Latin-1 where that says it, else UTF-8; none if it is binary.
    private static func comment(_ bytes: [UInt8]) -> PNGChunk? {
        guard !bytes.contains(0) else { return nil }
        let text = String(validating: bytes, as: UTF8.self)
        let latin = text.map { $0.unicodeScalars.map(\.value) } ?? bytes.map(UInt32.init)
        if latin.allSatisfy({ $0 < 0x100 }) {
            return PNGChunk(type: "tEXt", contents: Array("Comment\0".utf8) + latin.map { UInt8($0) })
        }
        return PNGChunk(internationalText: bytes, keyword: "Comment")
    }
}
