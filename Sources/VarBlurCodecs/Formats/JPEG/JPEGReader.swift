internal import CImageCodecs
internal import VarBlur

/// Reads a JPEG file as rows of pixels, as rows of its planes, or as coefficients; the first call selects the form.
@safe
final class JPEGReader: RowReader, @unchecked Sendable {
    let header: ImageHeader
    let cReader: OpaquePointer
    /// The parameters of the image as a gain map, in the form of ISO 21496-1; `nil` if there are none.
    let gainMapData: [UInt8]?
    private let file: FileContents
    private var errors: CodecErrors

    /// Whole rows of MCUs, whatever their height.
    private static let skippedRowCount = 32

    /// The damage of the file, if damage is allowed; `nil` if there is none so far.
    var damage: String? {
        let tolerated = unsafe String(cString: jpeg_reader_damage(cReader))
        return errors.damage ?? (tolerated.isEmpty ? nil : tolerated)
    }

    /// The end of the image in the file, which another image may follow.
    ///
    /// - Complexity: O(*n*) with the bytes of the file.
    var imageEnd: Int { unsafe jpeg_reader_end(cReader) }

    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let structure = try JPEGStructure(file, context)
        try context.limits.check(width: structure.width, height: structure.height)
        guard let cReader = unsafe jpeg_reader_open(file.codecBytes, codec_limits(context)) else {
            throw CodecStatus.outOfMemory
        }
        errors = CodecErrors(.jpeg, context)
        var info = jpeg_image_info()
        let status = unsafe jpeg_reader_start(cReader, &info)
        guard status == CODEC_OK else {
            defer { unsafe jpeg_reader_close(cReader) }
            throw unsafe errors.error(status, jpeg_reader_message(cReader), isInPixels: false)
        }
        unsafe self.cReader = cReader
        self.file = file
        gainMapData = structure.gainMapData
        var header = Self.header(info, structure)
        if context.gainMaps != .nothing {
            let imageEnd = unsafe jpeg_reader_end(cReader)
            let (map, notice) = try GainMap.find(in: file, structure, after: imageEnd, context)
            (header.gainMap, header.hasGainMap) = (map, map != nil)
            var kinds = try structure.auxiliaryKinds(in: file, after: imageEnd, context)
            if map != nil && !kinds.contains(.gainMap) { kinds.append(.gainMap) }
            header.auxiliaryImages = AuxiliaryImage.Kind.allCases.filter { kinds.contains($0) }
            let end = max(imageEnd, map?.range?.upperBound ?? 0)
            header.notices +=
                notice.map { [$0] } ?? structure.notices(kinds, hasGainMap: map != nil, of: file, end: end)
        }
        self.header = header
    }

    deinit { unsafe jpeg_reader_close(cReader) }

    func separateBlocks() { unsafe jpeg_reader_separate_blocks(cReader) }

    private static func header(_ info: jpeg_image_info, _ structure: JPEGStructure) -> ImageHeader {
        let layout: ChannelLayout =
            switch info.channels {
            case 1: .gray
            case 4: .cmyk
            default: .rgb
            }
        var header = ImageHeader(
            format: .jpeg, width: Int(info.width), height: Int(info.height),
            pixelFormat: PixelFormat(layout))
        header.take(structure.facts)
        header.jpegStyle = JPEGStyle(info, componentCount: structure.componentCount)
        header.isLossless = false
        header.blocks = CompressedBlocks(header.jpegStyle?.sampling ?? [])
        header.holdsWholeImage = info.has_several_scans
        return header
    }

    /// Selects a smaller size for the rows, before any row is read.
    ///
    /// - Parameters:
    ///   - denominator: 1, 2, 4, or 8.
    ///   - region: the pixels that count: others have no effect on reduced pixels that show some of it.
    /// - Returns: the number of pixels in a row, and the number of rows.
    /// - Throws: an error with the code `damaged` or `fault`.
    func reduce(
        by denominator: Int, keeping region: PixelRegion
    ) throws(ImageError) -> (width: Int, height: Int)? {
        var (width, height): (UInt32, UInt32) = (0, 0)
        try check(unsafe jpeg_reader_reduce(cReader, Int32(denominator), jpeg_region(region), &width, &height))
        return (Int(width), Int(height))
    }

    func skip(rowsBefore row: Int) throws(ImageError) -> Int {
        // the rows above the first one that is needed make it smoother
        let count = max(row / Self.skippedRowCount - 1, 0) * Self.skippedRowCount
        guard count > 0, !header.holdsWholeImage, !errors.allowsDamage else { return 0 }
        try check(unsafe jpeg_reader_skip_rows(cReader, UInt32(count)))
        return count
    }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        let bytes = unsafe row.bindMemory(to: UInt8.self).baseAddress
        if try unsafe noteDamage(jpeg_reader_next_row(cReader, bytes)) { unsafe header.pixelFormat.fillMissing(row) }
    }

    /// Selects a smaller size for the planes, before any plane is read.
    ///
    /// Subsampled planes may keep more of their resolution than the others.
    ///
    /// - Parameters:
    ///   - denominator: 1, 2, 4, or 8.
    ///   - region: the pixels that count: others have no effect on reduced samples that show some of it.
    /// - Returns: the layout of the planes; a slice is an MCU row.
    /// - Throws: an error with the code `damaged` or `fault`.
    func reducePlanes(by denominator: Int, keeping region: PixelRegion) throws(ImageError) -> SliceLayout {
        var sizes = [jpeg_plane_size](repeating: jpeg_plane_size(), count: JPEG_MAX_COMPONENTS)
        try check(unsafe jpeg_reader_reduce_planes(cReader, Int32(denominator), jpeg_region(region), &sizes))
        return try ImageError.wrapping(
            SliceLayout(
                width: header.width, height: header.height, sampling: header.jpegStyle?.sampling ?? [], sizes))
    }

    /// Reads the next MCU row as planes, without color conversion or upsampling.
    func readPlanes(into slice: Slice) throws(ImageError) {
        let planes = unsafe slice.planes
        if try unsafe noteDamage(jpeg_reader_next_planes(cReader, planes)) { slice.fillMissing() }
    }

    /// Whether the file may redefine tables after its first scan has started; read it before any rows.
    var mayRedefineTables: Bool { unsafe jpeg_reader_may_redefine_tables(cReader) }

    func finish() throws(ImageError) { _ = try unsafe noteDamage(jpeg_reader_finish(cReader)) }

    /// The first warning that did not affect the pixels, or an empty string.
    var warning: String { unsafe String(cString: jpeg_reader_warning(cReader)) }

    func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else { throw unsafe errors.error(status, jpeg_reader_message(cReader)) }
    }

    private func noteDamage(_ status: codec_status) throws(ImageError) -> Bool {
        try unsafe errors.noteDamage(status, jpeg_reader_message(cReader))
    }
}

extension jpeg_region {
    fileprivate init(_ region: PixelRegion) {
        self.init(
            left: UInt32(region.x), top: UInt32(region.y), right: UInt32(region.x + region.width),
            bottom: UInt32(region.y + region.height))
    }
}

extension Slice {
    /// The rows of each component in memory.
    var planes: [jpeg_plane] {
        unsafe layout.components.indices.map {
            unsafe jpeg_plane(
                start: row($0, 0).bindMemory(to: UInt8.self).baseAddress, stride: layout.components[$0].bytesPerRow)
        }
    }

    /// Fills planes that could not be decoded with gray.
    fileprivate func fillMissing() {
        for (index, component) in layout.components.enumerated() {
            for row in 0..<component.rowsPerSlice { unsafe component.format.fillMissing(self.row(index, row)) }
        }
    }
}
