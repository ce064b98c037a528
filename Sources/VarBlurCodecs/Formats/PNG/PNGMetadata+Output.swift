internal import VarBlur

extension PNGMetadata {
    /// The chunks for an output's metadata, all before the pixels, in an order that every reader accepts.
    ///
    /// - Throws: an error with the code `timeout` or `outOfMemory`.
    static func chunks(for plan: EncodingPlan) throws(ImageError) -> [PNGChunk] {
        let (metadata, deadline) = (plan.metadata, plan.deadline)
        var chunks = colorChunks(
            metadata, hasProfile: plan.writtenProfile != nil, plan.pixelFormat.channels.count,
            plan.pixelFormat.depth.rawValue)
        if let profile = plan.writtenProfile {
            let contents = try PNGProfileChunk.contents(for: profile, deadline: deadline)
            chunks.append(PNGChunk(type: "iCCP", contents: contents))
        }
        if let density = metadata.density?.converted(to: .meter, limit: Int(Int32.max)) {
            chunks.append(densityChunk(density))
        }
        if let exif = metadata.exif { chunks.append(PNGChunk(type: "eXIf", contents: exif)) }
        if let xmp = metadata.xmp { chunks.append(PNGChunk(internationalText: xmp, keyword: xmpKeyword)) }
        if let iptc = metadata.iptc {
            chunks.append(try RawProfile.chunk("iptc", IPTCData.resource(iptc), deadline: deadline))
        }
        return chunks + metadata.comments.compactMap(commentChunk) + metadata.textChunks
    }

    /// The chunk for a job's digest.
    static func chunk(digest: String) -> PNGChunk {
        PNGChunk(type: "tEXt", contents: Array(JobDigest.keyword.utf8) + [0] + Array(digest.utf8))
    }

    /// The color chunks that apply to the output, without sRGB if there is a profile.
    private static func colorChunks(
        _ metadata: ImageMetadata, hasProfile: Bool, _ channelCount: Int, _ depth: Int
    ) -> [PNGChunk] {
        metadata.colorChunks.compactMap { chunk in
            switch chunk.type {
            case PNGChunk.significantBitsType: significantBitsChunk(chunk.contents, channelCount, depth)
            case "sRGB": hasProfile ? nil : chunk
            default: chunk
            }
        }
    }

    private static func densityChunk(_ density: PixelDensity) -> PNGChunk {
        let unit: UInt8 = density.unit == .meter ? 1 : 0
        let values = [density.x, density.y].flatMap { ByteOrder.bigEndian.bytes(of: $0, count: 4) }
        return PNGChunk(type: "pHYs", contents: values + [unit])
    }

    /// The chunk for the significant bits of each channel; the image may have gained an alpha channel.
    private static func significantBitsChunk(_ bits: [UInt8], _ channelCount: Int, _ depth: Int) -> PNGChunk? {
        let gainsAlpha = bits.count + 1 == channelCount
        let all = gainsAlpha ? bits + [UInt8(depth)] : bits
        guard all.count == channelCount, all.allSatisfy({ Int($0) <= depth }) else { return nil }
        return PNGChunk(type: PNGChunk.significantBitsType, contents: all)
    }

    /// The text chunk for a comment, without zeros at its end: Latin-1 if possible, otherwise UTF-8; `nil` for binary data.
    private static func commentChunk(_ comment: [UInt8]) -> PNGChunk? {
        let bytes = Array(comment[...].withoutTrailingZeros)
        guard !bytes.contains(0) else { return nil }
        let latin1 = Latin1Text.bytes(fromUTF8: bytes)
        if latin1 == nil && String(validating: bytes, as: UTF8.self) != nil {
            return PNGChunk(internationalText: bytes, keyword: commentKeyword)
        }
        // bytes that are not UTF-8 are written as if they were Latin-1
        return PNGChunk(type: "tEXt", contents: Array(commentKeyword.utf8) + [0] + (latin1 ?? bytes))
    }
}
