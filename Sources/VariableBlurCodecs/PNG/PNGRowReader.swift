internal import CImageCodecs
internal import VariableBlur

/// Reads the rows of a PNG file.
@safe
final class PNGRowReader: RowReader {
    let header: ImageHeader
    private let file: FileContents
    private let session: OpaquePointer
    private let allowsDamage: Bool
    private(set) var damage: String?
    private var nextRow: UInt32 = 0

    init(_ file: FileContents, limits: ImageLimits) throws(ImageError) {
        let structure = try PNGStructure(file, limits: limits)
        try limits.check(width: structure.width, height: structure.height)
        let pieces = unsafe structure.pieces.map {
            unsafe codec_bytes(start: file.address(of: $0), count: $0.count)
        }
        guard let session = unsafe png_reader_open(pieces, pieces.count, max(limits.memory, 0)) else {
            throw CodecStatus.outOfMemory
        }
        unsafe png_reader_limit_warnings(session, Int32(clamping: limits.warnings))
        if limits.allowsDamage { unsafe png_reader_tolerate_damage(session) }
        var picture = png_picture()
        let status = unsafe png_reader_start(session, &picture)
        guard status == CODEC_OK else {
            defer { unsafe png_reader_close(session) }
            throw unsafe CodecStatus.error(status, png_reader_message(session), in: .png)
        }
        unsafe self.session = session
        self.file = file
        (allowsDamage, damage) = (limits.allowsDamage, structure.damage)
        header = Self.header(picture, structure, file)
    }

    deinit { unsafe png_reader_close(session) }

    private static func header(_ picture: png_picture, _ structure: PNGStructure, _ file: FileContents)
        -> ImageHeader
    {
        let layouts: [Int32: ChannelLayout] = [1: .gray, 2: .grayAlpha, 3: .rgb, 4: .rgba]
        let depth: SampleDepth = picture.bits_per_sample == 16 ? .sixteen : .eight
        var header = ImageHeader(
            format: .png, width: Int(picture.width), height: Int(picture.height),
            pixelFormat: PixelFormat(layouts[picture.channels] ?? .rgba, depth))
        header.orientation = structure.orientation
        header.notices = structure.notices
        header.metadata = structure.metadata
        header.holdsWholeImage = picture.is_interlaced
        if let iccp = structure.iccp {
            header.profile = PNGProfileChunk.profile(in: file.bytes(iccp))
            if header.profile == nil {
                header.notices.append("the color profile is broken or too large and is left out")
            }
        }
        return header
    }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        defer { nextRow += 1 }
        let place = unsafe row.bindMemory(to: UInt8.self).baseAddress
        let status = unsafe png_reader_next_row(session, place)
        guard allowsDamage, status == CODEC_DAMAGED else { return try check(status) }
        noteDamage()
        if unsafe !png_reader_salvage_row(session, nextRow, place) { unsafe header.pixelFormat.fillMissing(row) }
    }

    private func noteDamage() { if damage == nil { damage = unsafe String(cString: png_reader_message(session)) } }

    func finish() throws(ImageError) {
        let status = unsafe png_reader_finish(session)
        if allowsDamage && status == CODEC_DAMAGED { noteDamage() } else { try check(status) }
    }

    var warning: String { unsafe String(cString: png_reader_warning(session)) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, png_reader_message(session), in: .png)
        }
    }
}
