internal import CHEIFMessages
internal import VarBlur

/// Reads the image of an AVIF, HEIC, or JPEG XL file, which another process decodes: before the first row as a whole, or in parts.
final class HEIFReader: RowReader {
    let header: ImageHeader
    private let channel: HEIFChannel
    private let allowsDamage: Bool
    private var hasPixels = false
    /// The length of the rows that the other process sends next, in bytes.
    private(set) var byteCount = 0
    private(set) var damage: String?

    /// The decoder has no warnings.
    let warning = ""

    init(_ file: FileContents, _ format: ImageFormat, _ context: JobContext) throws(ImageError) {
        try context.limits.check(memory: 2 * file.count)
        let renditions = HEIFRenditions(HEIFItems(file), context)
        var budget = MetadataBudget(context, inputBytes: file.count)
        channel = try HEIFChannel(
            heif_task(file, renditions, context), format, deadline: context.deadline, metadataError: budget.error)
        try unsafe channel.send(UnsafeRawBufferPointer(start: file.address(of: 0..<file.count), count: file.count))
        guard let facts = HEIFHeader(try channel.reply(), metadataLimit: context.limits.metadata)
        else { throw channel.impossible }
        try context.limits.check(width: facts.width, height: facts.height)
        try budget.reserve(facts.profileCount + facts.exifCount + facts.xmpCount)
        var header = ImageHeader(
            format: format, width: facts.width, height: facts.height, pixelFormat: facts.pixelFormat)
        let exif = try Self.readMetadata(&header, facts, channel, context)
        let parameters = try channel.receive(facts.toneMappingCount)
        header.storedBitCount = facts.depth > 8 ? facts.depth : nil
        header.notices += Self.notices(facts, brands: HEIFBoxes.brands(of: file))
        let notice = try renditions.findMap(of: &header, parameters, exif, context)
        header.metadata.digest = HEIFBoxes.digest(in: file)
        header.hasContentCredentials = HEIFBoxes.hasContentCredentials(file)
        header.metadataByteCount = budget.byteCount
        header.auxiliaryImages = renditions.kinds(hasAuxiliaryImages: facts.hasAuxiliaryImages)
        let hasMap = header.gainMap != nil
        header.hasGainMap = hasMap || context.gainMaps == .presence && header.auxiliaryImages.contains(.gainMap)
        header.notices += Self.notices(header.auxiliaryImages, hasGainMap: header.hasGainMap, notice)
        header.isLossless = facts.isLossless
        if !facts.isLossless { header.blocks = format == .jxl ? JXLCodec.blocks : Self.blocks }
        header.holdsWholeImage = true
        header.isTurnedByDecoder = true
        header.decoderByteCount = file.count + Self.byteCount(header, facts)
        try context.limits.check(memory: file.count + header.decoderByteCount)
        self.header = header
        allowsDamage = context.limits.allowsDamage
        channel.isInPixels = true
    }

    /// Both formats of HEIF files transform blocks of up to 64 pixels and filter their edges.
    ///
    /// A crop or a rotation may move the blocks.
    private static let blocks = CompressedBlocks(width: 64, height: 64, reach: 64)

    /// Reads the profile and the texts; returns the EXIF data even if the output does not get it.
    private static func readMetadata(
        _ header: inout ImageHeader, _ facts: HEIFHeader, _ channel: HEIFChannel, _ context: JobContext
    ) throws(ImageError) -> [UInt8]? {
        let profile = ICCProfile(bytes: try channel.receive(facts.profileCount))
        if profile.hasValidHeader {
            header.profile = profile
        } else {
            if !profile.bytes.isEmpty { header.notices.append("the color profile is invalid and is not copied") }
            header.metadata.setCodePoints(primaries: facts.primaries, transfer: facts.transfer)
        }
        // the orientation was applied: that of the EXIF data does not count
        let exif = exif(try channel.receive(facts.exifCount))
        let xmp = try channel.receive(facts.xmpCount)
        if context.stripping == .none { (header.metadata.exif, header.metadata.xmp) = (exif, xmp.isEmpty ? nil : xmp) }
        return exif
    }

    /// The EXIF data of a block of metadata, which begins with its offset.
    private static func exif(_ block: [UInt8]) -> [UInt8]? {
        guard let offset = ByteReader(block).uint32(at: 0), offset < block.count - 4 else { return nil }
        return Array(block[(4 + offset)...])
    }

    private static func notices(_ facts: HEIFHeader, brands: [String]) -> [String] {
        var notices: [String] = []
        if ["avis", "msf1", "hevc", "hevx"].contains(brands.first) {
            notices.append("the file is an image sequence; only its first image is read")
        }
        if facts.isAnimation { notices.append("the file is an animation; only its first image is read") }
        if facts.hasOtherImages { notices.append("the file contains additional images, which are not copied") }
        return notices
    }

    /// Notices about the images that lie over the picture; `notice` tells why a gain map among them cannot be read.
    private static func notices(
        _ kinds: [AuxiliaryImage.Kind], hasGainMap: Bool, _ notice: String?
    ) -> [String] {
        if hasGainMap {
            let lost = "the file contains a depth map, a matte, or the like, which is not copied"
            return kinds == [.gainMap] ? [] : [lost]
        }
        let lost = "the file contains a depth map, a gain map, or the like, which is not copied"
        return notice.map { [$0] } ?? (kinds.isEmpty ? [] : [lost])
    }

    /// An upper bound on the memory of the decoder, in bytes.
    ///
    /// The numbers of bytes per pixel are those of images with an alpha channel and colors of full resolution, rounded up: the
    /// decoder's planes, and libheif's copies of them.
    private static func byteCount(_ header: ImageHeader, _ facts: HEIFHeader) -> Int {
        if header.format == .jxl { return fixedByteCount + JXLCodec.readerByteCount(header) }
        let bytesPerPixel = header.format == .avif ? (narrow: 15, wide: 28) : (narrow: 11, wide: 28)
        return fixedByteCount + header.pixelCount * (facts.depth > 8 ? bytesPerPixel.wide : bytesPerPixel.narrow)
    }

    private static let fixedByteCount = 16 << 20

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
        guard reply.kind == HEIF_PIXELS.rawValue, let isDamaged = reply.is_damaged.flag,
            let count = Int(exactly: reply.count), count > 0, count.isMultiple(of: rowByteCount)
        else { throw channel.impossible }
        byteCount = count
        if isDamaged { damage = "the decoder reports an error" }
    }

    func finish() throws(ImageError) {}
}

extension heif_task {
    /// The task of reading a file.
    fileprivate init(_ file: FileContents, _ renditions: HEIFRenditions, _ context: JobContext) {
        self.init()
        threads = UInt32(context.limits.imagesAtOnce > 1 ? 1 : BlurExecution().threadCount)
        memory = UInt64(max(context.limits.memory, 2 * file.count))
        file_count = UInt64(file.count)
        metadata_limit = UInt64(context.limits.metadata)
        longest_side = UInt32(min(context.limits.side, 1 << 20))
        item = UInt32(context.item)
        monochrome = renditions.items.monochrome(ofItem: context.item).rawValue
        if let mapping = renditions.toneMapping {
            (tone_mapping, gain_map) = (UInt32(mapping.item), UInt32(mapping.map.item))
        }
        wants_colors = context.readsColors
        wants_texts = context.stripping == .none || context.gainMaps == .contents && renditions.needsMakerNotes
    }
}
