/// What a PNG file consists of, found before its pixels are decoded.
///
/// Of all chunks only those that the pixels need are handed to the decoder, and only once every length is known to lie
/// inside the file: whatever else a hostile file holds, no decoder ever sees it.
struct PNGStructure {
    let width: Int
    let height: Int
    let bitDepth: Int
    let isInterlaced: Bool
    /// The signature and the chunks that the pixels need, in order.
    private(set) var pieces: [Range<Int>] = []
    /// The contents of the iCCP chunk.
    private(set) var iccp: Range<Int>?
    private(set) var orientation = ImageOrientation.up
    private(set) var notices: [String] = []
    /// What is wrong with the file, if that is allowed.
    private(set) var damage: String?
    private var collected = PNGMetadata()
    private var exif: [UInt8]?

    /// What the file says beside the picture.
    var metadata: ImageMetadata {
        var metadata = collected.metadata
        metadata.exif = exif ?? metadata.exif
        return metadata
    }

    /// A chunk of the file; `all` includes its length, type and check sum.
    private struct Chunk {
        let type: String
        let all: Range<Int>
        var contents: Range<Int> { all.lowerBound + 8..<all.upperBound - 4 }
        var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? false }
    }

    private static let fetch = "fetch or export it again"

    /// The most bytes that a chunk beside the pixels may have.
    private static let largestAncillaryChunk = 8 << 20

    init(_ file: borrowing FileContents, limits: ImageLimits) throws(ImageError) {
        let first = try Self.chunk(of: file, at: 8)
        guard first.type != "CgBI" else {
            throw ImageError(
                .unsupported, "an iPhone-optimized PNG (CgBI), which is none by the standard",
                remedy: "convert it with Xcode's 'pngcrush -revert-iphone-optimizations' first")
        }
        guard first.type == "IHDR", first.contents.count == 13 else {
            throw ImageError(.damaged, "the PNG file does not begin with its header", remedy: Self.fetch)
        }
        let header = first.contents.lowerBound
        (width, height) = (file.uint32(at: header), file.uint32(at: header + 4))
        (bitDepth, isInterlaced) = (Int(file[header + 8]), file[header + 12] != 0)
        try collectChunks(of: file, after: first, limits: limits)
    }

    private mutating func collectChunks(
        of file: borrowing FileContents, after first: Chunk, limits: ImageLimits
    ) throws(ImageError) {
        pieces = [0..<first.all.upperBound]
        var ancillaryCount = 0
        var (hasPixels, pixelsEnded) = (false, false)
        var chunk = first
        while chunk.type != "IEND" {
            do {
                chunk = try Self.chunk(of: file, at: chunk.all.upperBound)
            } catch {
                guard limits.allowsDamage, hasPixels || Self.beginsPixels(file, at: chunk.all.upperBound) else {
                    throw error
                }
                // the pixels, as far as they go
                pieces.append(chunk.all.upperBound..<file.count)
                (damage, hasPixels) = (error.cause, true)
                break
            }
            if chunk.type == "IDAT" {
                guard !pixelsEnded else {
                    throw ImageError(.damaged, "the pixels' chunks are not together", remedy: Self.fetch)
                }
                hasPixels = true
            } else {
                pixelsEnded = hasPixels
            }
            if !chunk.isCritical {
                ancillaryCount += 1
                try Self.checkAncillary(chunk, count: ancillaryCount, limits: limits)
            }
            try note(chunk, of: file, afterPixels: hasPixels, limits)
        }
        guard hasPixels else { throw ImageError(.damaged, "the PNG file has no pixels", remedy: Self.fetch) }
        if collected.badCount > 0 {
            notices.append("\(collected.badCount) chunks beside the picture break the rules and are left out")
        }
    }

    private mutating func note(
        _ chunk: Chunk, of file: borrowing FileContents, afterPixels: Bool, _ limits: ImageLimits
    ) throws(ImageError) {
        switch chunk.type {
        case "PLTE", "tRNS", "IDAT", "IEND":
            if let last = pieces.last, last.upperBound == chunk.all.lowerBound {
                pieces[pieces.count - 1] = last.lowerBound..<chunk.all.upperBound
            } else {
                pieces.append(chunk.all)
            }
        case "iCCP" where iccp == nil && !afterPixels:
            if isIntact(chunk, of: file, "color profile") { iccp = chunk.contents }
        case "eXIf" where exif == nil:
            guard isIntact(chunk, of: file, "EXIF data") else { break }
            // some writers put JPEG's prefix in front
            let hasPrefix = file.starts(with: JPEGSegment.exifPrefix, at: chunk.contents.lowerBound)
            let data = file.bytes(chunk.contents.dropFirst(hasPrefix ? JPEGSegment.exifPrefix.count : 0))
            orientation = ImageOrientation(exif: data)
            exif = data
        case let type where PNGMetadata.types.contains(type):
            if hasRightSum(chunk, of: file) {
                collected.note(PNGChunk(type: type, contents: file.bytes(chunk.contents)), afterPixels: afterPixels)
            } else {
                collected.noteDamage()
            }
        case "acTL":
            notices.append("an animated PNG; only its default image is blurred and written")
        default:
            guard !chunk.isCritical else {
                throw ImageError(
                    .unsupported, "the PNG file needs the unknown chunk \(chunk.type)",
                    remedy: "convert it to an ordinary PNG first")
            }
            // it may be one that the pixels need, with its type damaged
            guard hasRightSum(chunk, of: file) || limits.allowsDamage else {
                throw ImageError(.damaged, "the check sum of a chunk is wrong", remedy: Self.fetch)
            }
        }
    }

    private mutating func isIntact(_ chunk: Chunk, of file: borrowing FileContents, _ what: String) -> Bool {
        if hasRightSum(chunk, of: file) { return true }
        notices.append("the \(what) is damaged and is left out")
        return false
    }

    private func hasRightSum(_ chunk: Chunk, of file: borrowing FileContents) -> Bool {
        let checked = chunk.all.lowerBound + 4..<chunk.all.upperBound - 4
        return Deflate.crc32(file, checked) == file.uint32(at: checked.upperBound)
    }

    private static func beginsPixels(_ file: borrowing FileContents, at place: Int) -> Bool {
        file.starts(with: Array("IDAT".utf8), at: place + 4)
    }

    private static let slim = "remove its metadata first"

    private static func checkAncillary(_ chunk: Chunk, count: Int, limits: ImageLimits) throws(ImageError) {
        guard count <= limits.chunks else {
            throw ImageError(.overLimit, "more than \(limits.chunks) chunks beside the pixels", remedy: slim)
        }
        guard chunk.contents.count <= largestAncillaryChunk else {
            throw ImageError(.overLimit, "a \(chunk.type) chunk of \(chunk.contents.count) bytes", remedy: slim)
        }
    }

    private static func chunk(of file: borrowing FileContents, at start: Int) throws(ImageError) -> Chunk {
        guard file.count - start >= 12, file.uint32(at: start) <= file.count - start - 12 else {
            throw ImageError(
                .damaged, "the PNG file ends in the middle of a chunk",
                remedy: "it may have been cut short; fetch it again")
        }
        let type = file.bytes(start + 4..<start + 8)
        guard type.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            throw ImageError(.damaged, "the PNG file has a chunk whose type is no text", remedy: Self.fetch)
        }
        let length = 12 + file.uint32(at: start)
        return Chunk(type: String(decoding: type, as: UTF8.self), all: start..<start + length)
    }
}
