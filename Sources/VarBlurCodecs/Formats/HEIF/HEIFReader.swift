internal import CHEIFMessages
internal import VarBlur

/// Reads the image of an AVIF, HEIC, or JPEG XL file, which another process decodes: before the first row as a whole, or in parts.
final class HEIFReader: RowReader {
    let header: ImageHeader
    private let channel: HelperChannel
    private let errors: HEIFErrors
    private let allowsDamage: Bool
    private var hasPixels = false
    /// The length of the rows that the other process sends next, in bytes.
    private(set) var byteCount = 0
    private(set) var damage: String?

    /// The decoder has no warnings.
    let warning = ""

    init(_ file: FileContents, _ codec: any HelperCodec, _ context: JobContext) throws(ImageError) {
        try context.limits.check(memory: 2 * file.count)
        let items = HEIFItems(file)
        let renditions = HEIFRenditions(items, context)
        var budget = MetadataBudget(context, inputBytes: file.count)
        errors = HEIFErrors(codec.format, metadataError: budget.error)
        let end = HEIFBoxes.end(of: file)
        // libheif refuses files behind which there is another one, such as the video of a moving photo
        let count = file.starts(with: Array("ftyp".utf8), at: end + 4) ? end : file.count
        let task = heif_task(file, count, renditions, context)
        channel = try HelperChannel(task, deadline: context.deadline, errors)
        try unsafe channel.send(UnsafeRawBufferPointer(start: file.address(of: 0..<count), count: count))
        let facts = try channel.reply()
        guard facts.canBeHeader(metadataLimit: context.limits.metadata) else { throw errors.impossible }
        let (width, height) = (Int(facts.width), Int(facts.height))
        try context.limits.check(width: width, height: height)
        // one after the other: their sum may be no number
        for count in [facts.profile_count, facts.exif_count, facts.xmp_count] { try budget.reserve(Int(count)) }
        var header = ImageHeader(format: codec.format, width: width, height: height, pixelFormat: facts.pixelFormat)
        let exif = try Self.readMetadata(&header, facts, channel, context)
        let parameters = try channel.receive(Int(facts.tone_mapping_count))
        header.storedBitCount = facts.depth > 8 ? Int(facts.depth) : nil
        let isSequence = ["avis", "msf1", "hevc", "hevx"].contains(HEIFBoxes.brands(of: file).first)
        header.isAnimated = isSequence || facts.is_animation == 1
        header.notices += Self.notices(facts, isSequence: isSequence)
        if let notice = file.notice(ofRestFrom: end) { header.notices.append(notice) }
        let notice = try renditions.findMap(of: &header, codec, parameters, exif, context)
        header.metadata.digest = HEIFBoxes.digest(in: file)
        header.hasContentCredentials = HEIFBoxes.hasContentCredentials(file)
        header.metadataByteCount = budget.byteCount
        header.auxiliaryImages = renditions.kinds(hasAuxiliaryImages: facts.auxiliary_images > 0)
        let hasMap = header.gainMap != nil
        header.hasGainMap = hasMap || context.gainMaps == .presence && renditions.hasMap
        let lost = header.auxiliaryImages.filter { $0 != .gainMap || !header.hasGainMap && notice == nil }
        header.notices += [notice, AuxiliaryImage.Kind.notice(ofLost: lost)].compactMap(\.self)
        header.isLossless = facts.is_lossless == 1
        // no file tells for certain that it is lossless
        header.blocks = codec.blocks
        header.holdsWholeImage = true
        header.decoderTurn = ImageOrientation(rawValue: Int(facts.orientation)) ?? items.orientation(of: context.item)
        header.decoderByteCount = file.count + Self.fixedByteCount + codec.decoderByteCount(header)
        try context.limits.check(memory: file.count + header.decoderByteCount)
        self.header = header
        allowsDamage = context.limits.allowsDamage
        errors.isInPixels = true
    }

    private static let fixedByteCount = 16 << 20

    /// Reads the profile and the texts; returns the EXIF data even if the output does not get it.
    private static func readMetadata(
        _ header: inout ImageHeader, _ facts: heif_reply, _ channel: HelperChannel, _ context: JobContext
    ) throws(ImageError) -> [UInt8]? {
        let profile = ICCProfile(bytes: try channel.receive(Int(facts.profile_count)))
        if profile.hasValidHeader {
            header.profile = profile
        } else {
            if !profile.bytes.isEmpty { header.notices.append("the color profile is invalid and is not copied") }
            header.metadata.setCodePoints(primaries: Int(facts.primaries), transfer: Int(facts.transfer))
            unsafe header.metadata.addLight(
                levels: withUnsafeBytes(of: facts.light_levels) { unsafe Array($0) },
                display: withUnsafeBytes(of: facts.mastering_display) { unsafe Array($0) })
        }
        // the orientation was applied: that of the EXIF data does not count
        let exif = exif(try channel.receive(Int(facts.exif_count)))
        let xmp = try channel.receive(Int(facts.xmp_count))
        if context.stripping == .none { (header.metadata.exif, header.metadata.xmp) = (exif, xmp.isEmpty ? nil : xmp) }
        return exif
    }

    /// The EXIF data of a block of metadata, which begins with its offset.
    private static func exif(_ block: [UInt8]) -> [UInt8]? {
        guard let offset = ByteReader(block).uint32(at: 0), offset < block.count - 4 else { return nil }
        return Array(block[(4 + offset)...])
    }

    private static func notices(_ facts: heif_reply, isSequence: Bool) -> [String] {
        var notices: [String] = []
        if isSequence { notices.append("the file is an image sequence; only its first image is read") }
        if facts.is_animation == 1 { notices.append("the file is an animation; only its first image is read") }
        if facts.is_reduced == 1 {
            notices.append(
                "samples of floating-point numbers, or of more than 16 bits, are reduced to 16 bits from black to white"
            )
        }
        if facts.other_images > 0 { notices.append("the file contains additional images, which are not copied") }
        return notices
    }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        if !hasPixels {
            hasPixels = true
            try channel.send(heif_decode(memory: UInt64(header.decoderByteCount), allows_damage: allowsDamage))
        }
        if byteCount == 0 { try receiveRows(of: row.count) }
        try unsafe channel.receive(into: row)
        byteCount -= row.count
    }

    /// Receives what the other process says of the next rows.
    private func receiveRows(of rowByteCount: Int) throws(ImageError) {
        let reply = try channel.reply()
        guard reply.kind == HEIF_PIXELS.rawValue, reply.is_damaged <= 1, let count = Int(exactly: reply.count),
            count > 0, count.isMultiple(of: rowByteCount)
        else { throw errors.impossible }
        byteCount = count
        if reply.is_damaged == 1 { damage = "the decoder reports an error" }
    }

    func finish() throws(ImageError) {}
}

extension heif_task {
    /// The task of reading a file.
    fileprivate init(_ file: FileContents, _ count: Int, _ renditions: HEIFRenditions, _ context: JobContext) {
        self.init()
        threads = UInt32(context.limits.imagesAtOnce > 1 ? 1 : BlurExecution().threadCount)
        memory = UInt64(max(context.limits.memory, 2 * file.count))
        file_count = UInt64(count)
        metadata_limit = UInt64(context.limits.metadata)
        longest_side = UInt32(min(context.limits.side, 1 << 20))
        item = UInt32(context.item)
        if let mapping = renditions.toneMapping {
            (tone_mapping, gain_map) = (UInt32(mapping.item), UInt32(mapping.map.item))
        }
        wants_colors = context.readsColors
        wants_texts = context.stripping == .none || context.gainMaps == .contents && renditions.needsMakerNotes
    }
}
