internal import CImageCodecs
internal import VariableBlur

/// Reads a JPEG file: as rows of pixels, as rows of its planes, or as coefficients; the first call decides.
@safe
final class JPEGReader: RowReader, @unchecked Sendable {
    let header: ImageHeader
    let session: OpaquePointer
    private let file: FileContents
    private let allowsDamage: Bool
    private let deadline: Deadline?
    private var fatalDamage: String?

    /// What is wrong with the file, if that is allowed.
    var damage: String? {
        let tolerated = unsafe String(cString: jpeg_reader_damage(session))
        return fatalDamage ?? (tolerated.isEmpty ? nil : tolerated)
    }

    init(_ file: FileContents, limits: ImageLimits) throws(ImageError) {
        let structure = try JPEGStructure(file, limits: limits)
        try limits.check(width: structure.width, height: structure.height)
        let bytes = unsafe codec_bytes(start: file.address(of: 0..<file.count), count: file.count)
        let session = unsafe jpeg_reader_open(
            bytes, max(limits.memory, 0), Int32(clamping: limits.scans), limits.deadline?.nanoseconds ?? Int64.max)
        guard let session = unsafe session else { throw CodecStatus.outOfMemory }
        unsafe jpeg_reader_limit_warnings(session, Int32(clamping: limits.warnings))
        if limits.allowsDamage { unsafe jpeg_reader_tolerate_damage(session) }
        var picture = jpeg_picture()
        let status = unsafe jpeg_reader_start(session, &picture)
        guard status == CODEC_OK else {
            defer { unsafe jpeg_reader_close(session) }
            throw unsafe Self.error(status, session, limits.deadline)
        }
        unsafe self.session = session
        self.file = file
        (allowsDamage, deadline) = (limits.allowsDamage, limits.deadline)
        header = Self.header(picture, structure)
    }

    deinit { unsafe jpeg_reader_close(session) }

    private static func header(_ picture: jpeg_picture, _ structure: JPEGStructure) -> ImageHeader {
        let layout: ChannelLayout =
            switch picture.channels {
            case 1: .gray
            case 4: .cmyk
            default: .rgb
            }
        var header = ImageHeader(
            format: .jpeg, width: Int(picture.width), height: Int(picture.height),
            pixelFormat: PixelFormat(layout))
        header.orientation = structure.orientation
        header.profile = structure.profile
        header.notices = structure.notices
        header.metadata = structure.metadata
        header.jpegStyle = JPEGStyle(picture, componentCount: structure.componentCount)
        header.holdsWholeImage = picture.has_several_scans
        return header
    }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        let status = unsafe jpeg_reader_next_row(session, row.bindMemory(to: UInt8.self).baseAddress)
        guard allowsDamage, status == CODEC_DAMAGED else { return try check(status) }
        noteFatalDamage()
        unsafe header.pixelFormat.fillMissing(row)
    }

    /// Reads the next row of MCUs as the planes that are stored.
    func readPlanes(into slice: Slice) throws(ImageError) {
        let planes = unsafe slice.planes
        let status = unsafe jpeg_reader_next_planes(session, planes)
        guard allowsDamage, status == CODEC_DAMAGED else { return try check(status) }
        noteFatalDamage()
        slice.fillMissing()
    }

    /// Whether tables are defined behind the beginning of the pixels; before anything but the header has been read.
    var hasLateTables: Bool { unsafe jpeg_reader_has_late_tables(session) }

    private func noteFatalDamage() {
        if fatalDamage == nil { fatalDamage = unsafe String(cString: jpeg_reader_message(session)) }
    }

    func finish() throws(ImageError) {
        let status = unsafe jpeg_reader_finish(session)
        if allowsDamage && status == CODEC_DAMAGED { noteFatalDamage() } else { try check(status) }
    }

    /// A complaint that cost no pixels, or nothing.
    var warning: String { unsafe String(cString: jpeg_reader_warning(session)) }

    func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else { throw unsafe Self.error(status, session, deadline) }
    }

    private static func error(_ status: codec_status, _ session: OpaquePointer, _ deadline: Deadline?) -> ImageError {
        if status == CODEC_TIMEOUT, let deadline { return deadline.error }
        return unsafe CodecStatus.error(status, jpeg_reader_message(session), in: .jpeg)
    }
}

extension Slice {
    /// Where each component's rows are.
    var planes: [jpeg_plane] {
        unsafe layout.components.indices.map {
            unsafe jpeg_plane(
                start: row($0, 0).bindMemory(to: UInt8.self).baseAddress, stride: layout.components[$0].bytesPerRow)
        }
    }

    /// Fills planes of which nothing is known: gray.
    fileprivate func fillMissing() {
        for (index, component) in layout.components.enumerated() {
            for row in 0..<component.rowsPerSlice { unsafe component.format.fillMissing(self.row(index, row)) }
        }
    }
}
