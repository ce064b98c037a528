internal import VarBlur

/// The chunks of a PNG file, located before the pixels are decoded.
///
/// The decoder receives only the chunks that it needs for the pixels, and only after the length of every chunk has been checked.
/// This reduces the attack surface for malicious files.
struct PNGStructure {
    let width: Int
    let height: Int
    let bitDepth: Int
    let isInterlaced: Bool
    /// The signature and the chunks that the decoder needs, in order.
    private(set) var pieces: [Range<Int>] = []
    private var hasProfile = false
    /// The damage of the file, if damage is allowed; `nil` if there is none.
    private(set) var damage: String?
    /// What the file says beside its pixels.
    private(set) var facts: FileFacts
    private var collected = PNGMetadata()
    private var hasExif = false

    private static let removeMetadata = "remove its metadata first"

    /// The maximum number of bytes in an ancillary chunk.
    private static let maxAncillaryCount = 8 << 20

    /// Locates all chunks.
    ///
    /// - Throws: ``ImageError`` with the code `damaged`, `unsupported` or `overLimit`.
    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let first = try PNGChunkRange(of: file, at: 8)
        guard first.type != "CgBI" else {
            throw ImageError(
                .unsupported, "this is an iPhone-optimized PNG (CgBI), which does not conform to the PNG standard",
                remedy: "convert it with Xcode's 'pngcrush -revert-iphone-optimizations' first")
        }
        let reader = ByteReader(file.bytes(first.contents.prefix(13)))
        guard first.type == "IHDR", first.contents.count == 13, let width = reader.uint32(at: 0),
            let height = reader.uint32(at: 4)
        else { throw Self.damaged("the PNG file does not begin with an IHDR chunk") }
        try Self.checkSum(of: first, file, context)
        let header = first.contents.lowerBound
        (self.width, self.height) = (width, height)
        (bitDepth, isInterlaced) = (Int(file[header + 8]), file[header + 12] != 0)
        facts = FileFacts(context, inputBytes: file.count)
        try collectChunks(of: file, after: first, context)
        let (exif, namesAdobeRGB) = (facts.metadata.exif, facts.metadata.namesAdobeRGB)
        facts.metadata = collected.metadata
        facts.metadata.namesAdobeRGB =
            hasExif ? namesAdobeRGB : facts.metadata.exif.map { ExifData.namesAdobeRGB($0) } ?? false
        // texts are read for the orientation, too
        if exif != nil || facts.stripping != .none { facts.metadata.exif = exif }
    }

    private static func damaged(_ cause: String) -> ImageError {
        ImageError(.damaged, cause, remedy: ImageError.fetchAgain)
    }

    private mutating func collectChunks(
        of file: FileContents, after first: PNGChunkRange, _ context: JobContext
    ) throws(ImageError) {
        pieces = [0..<first.all.upperBound]
        var ancillaryCount = 0
        var (hasPixels, pixelsEnded) = (false, false)
        var chunk = first
        while chunk.type != "IEND" {
            let offset = chunk.all.upperBound
            do {
                chunk = try PNGChunkRange(of: file, at: offset)
            } catch {
                guard hasPixels || Self.isIDAT(at: offset, of: file) else { throw error }
                guard context.limits.allowsDamage else { throw CodecStatus.damagedPixels(error.cause) }
                // The decoder reads the pixels up to the damage.
                pieces.append(offset..<file.count)
                (damage, hasPixels) = (error.cause, true)
                break
            }
            if chunk.type == "IDAT" {
                guard !pixelsEnded else {
                    throw Self.damaged("the IDAT chunks of the PNG file are not consecutive")
                }
                hasPixels = true
            } else {
                pixelsEnded = hasPixels
            }
            if !chunk.isCritical {
                ancillaryCount += 1
                try Self.checkAncillary(chunk, count: ancillaryCount, context)
            }
            try context.deadline?.check()
            try note(chunk, of: file, afterPixels: hasPixels, context)
        }
        guard hasPixels else { throw Self.damaged("the PNG file has no IDAT chunk") }
        if damage == nil, let notice = file.notice(ofRestFrom: chunk.all.upperBound) { facts.notices.append(notice) }
        if !hasExif, let exif = collected.metadata.exif { facts.orientation = ImageOrientation(exif: exif) }
        noteDroppedChunks()
    }

    private mutating func noteDroppedChunks() {
        if collected.hasRefusedText { facts.notices.append(TextFilter.notice) }
        if collected.invalidCount == 0 { return }
        facts.notices.append("invalid ancillary chunks are not copied: \(collected.invalidCount)")
    }

    private mutating func note(
        _ chunk: PNGChunkRange, of file: FileContents, afterPixels: Bool, _ context: JobContext
    ) throws(ImageError) {
        switch chunk.type {
        case "PLTE", "tRNS", "IDAT", "IEND":
            if chunk.type == "PLTE" || chunk.type == "tRNS" { try Self.checkSum(of: chunk, file, context) }
            pieces.join(chunk.all)
        case "iCCP" where !hasProfile && !afterPixels && context.readsColors:
            if checkCRC(chunk, of: file, "color profile") { try noteProfile(chunk.contents, of: file) }
        case "iCCP" where !hasProfile && !afterPixels && context.readsProfile(byteCount: chunk.contents.count):
            noteStrippedProfile(chunk, of: file)
        case "eXIf" where !hasExif:
            if checkCRC(chunk, of: file, "EXIF data") { try noteExif(chunk.contents, of: file) }
        case let type where PNGMetadata.types.contains(type):
            guard needs(chunk, of: file) else { return }
            guard chunk.hasValidCRC(in: file) else { return collected.noteDamage() }
            do throws(ImageError) {
                let contents = try facts.budget.copy(chunk.contents, of: file)
                try collected.note(PNGChunk(type: type, contents: contents), afterPixels: afterPixels, &facts.budget)
            } catch {
                // what is stripped is read for the orientation alone
                guard error.reason == .metadataLimit, facts.stripping == .safe || facts.stripping == .all else {
                    throw error
                }
                facts.notices.append("an orientation in metadata that exceeds the limit is not applied")
            }
        case "caBX":
            facts.hasContentCredentials = true
            try checkUnknown(chunk, of: file, context)
        case "acTL":
            facts.isAnimated = true
            facts.notices.append("the PNG file is animated; only its default image is blurred and written")
        default: try checkUnknown(chunk, of: file, context)
        }
    }

    /// Whether a chunk with metadata is needed although some metadata will be stripped; the digest and the orientation always are.
    private func needs(_ chunk: PNGChunkRange, of file: FileContents) -> Bool {
        switch facts.stripping {
        case .none, .gainMap: true
        case .safe where PNGMetadata.isPartOfAppearance(chunk.type): true
        case .all where PNGMetadata.isPartOfAppearance(chunk.type): true
        case .safe, .all:
            chunk.type == "tEXt"
                && file.starts(with: Array(JobDigest.keyword.utf8) + [0], at: chunk.contents.lowerBound)
                || mayBeExif(chunk, of: file)
        }
    }

    /// Whether a text may contain EXIF data, and with it an orientation.
    private func mayBeExif(_ chunk: PNGChunkRange, of file: FileContents) -> Bool {
        let keyword = chunk.contents.prefix(Self.longestKeyword)
        return ["tEXt", "zTXt", "iTXt"].contains(chunk.type) && RawProfile.mayBeExif(file.bytes(keyword))
    }

    private static let longestKeyword = 80

    private mutating func noteProfile(_ contents: Range<Int>, of file: FileContents) throws(ImageError) {
        hasProfile = true
        facts.profile = try PNGProfileChunk.profile(in: facts.budget.copy(contents, of: file), &facts.budget)
        if facts.profile == nil { facts.notices.append("the color profile is invalid or too large and is not copied") }
    }

    /// Reads a profile that the output does not get, if it can be read within the limits.
    private mutating func noteStrippedProfile(_ chunk: PNGChunkRange, of file: FileContents) {
        guard chunk.hasValidCRC(in: file) else { return }
        let before = facts.budget
        do throws(ImageError) {
            facts.profile = try PNGProfileChunk.profile(in: facts.budget.copy(chunk.contents, of: file), &facts.budget)
        } catch {
            facts.budget = before
        }
    }

    private mutating func noteExif(_ contents: Range<Int>, of file: FileContents) throws(ImageError) {
        try facts.noteExif(contents, of: file)
        hasExif = true
    }

    /// Whether the CRC of a chunk is correct; adds a notice if not.
    private mutating func checkCRC(_ chunk: PNGChunkRange, of file: FileContents, _ content: String) -> Bool {
        if chunk.hasValidCRC(in: file) { return true }
        facts.notices.append("the \(content) is damaged and is not copied")
        return false
    }

    private static func checkAncillary(
        _ chunk: PNGChunkRange, count: Int, _ context: JobContext
    ) throws(ImageError) {
        guard count <= context.limits.chunks else {
            throw ImageError(
                .overLimit, "more than \(context.limits.chunks) ancillary chunks",
                remedy: "\(removeMetadata), or raise the limit", reason: .chunkLimit)
        }
        guard chunk.contents.count <= maxAncillaryCount else {
            throw ImageError(
                .overLimit,
                "the \(chunk.type) chunk has \(chunk.contents.count) bytes; at most \(maxAncillaryCount) are supported",
                remedy: removeMetadata)
        }
    }

    /// Checks a chunk of a type that is neither copied nor needed for the pixels.
    private mutating func checkUnknown(
        _ chunk: PNGChunkRange, of file: FileContents, _ context: JobContext
    ) throws(ImageError) {
        let isIntact = chunk.hasValidCRC(in: file)
        // The chunks of the pixels are verified by the decoder, unless a damaged type hides one of them.
        let hidden = isIntact ? nil : Self.pixelTypes.first { chunk.hasValidCRC(in: file, as: $0) }
        guard !chunk.isCritical || hidden != nil else {
            throw ImageError(
                .unsupported, "the PNG file has the unknown critical chunk \(chunk.type)",
                remedy: "convert it to a standard PNG first")
        }
        if isIntact { return }
        collected.noteDamage()
        guard let type = hidden else { return }
        let cause = "the PNG file has a damaged chunk type instead of \(type)"
        guard context.limits.allowsDamage else {
            throw type == "tRNS" ? CodecStatus.damagedPixels(cause) : Self.damaged(cause)
        }
        damage = damage ?? cause
    }

    /// Checks the CRC of a chunk that the decoder needs before the pixels, unless damage is allowed.
    private static func checkSum(
        of chunk: PNGChunkRange, _ file: FileContents, _ context: JobContext
    ) throws(ImageError) {
        guard context.limits.allowsDamage || chunk.hasValidCRC(in: file) else {
            throw CodecStatus.damaged(.png, "\(chunk.type): CRC error", isInPixels: true)
        }
    }

    /// The types of the chunks after IHDR that contain pixels, or the colors of pixels.
    private static let pixelTypes = ["PLTE", "tRNS", "IDAT"]

    private static func isIDAT(at offset: Int, of file: FileContents) -> Bool {
        file.starts(with: Array("IDAT".utf8), at: offset + 4)
    }
}
