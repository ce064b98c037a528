internal import CImageCodecs
internal import VarBlur

/// Reads a PNG file row by row.
@safe
final class PNGRowReader: RowReader {
    let header: ImageHeader
    private let file: FileContents
    private let cReader: OpaquePointer
    private let pieces: [Range<Int>]
    /// The rows that the output keeps; the decoder notes parts of them.
    private(set) var kept: PNGKeptRows?
    private let allowsDamage: Bool
    private let deadline: Deadline?
    /// The damage of the file, if damage is allowed; `nil` if there is none so far.
    private(set) var damage: String?
    private var nextRow: UInt32 = 0

    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let structure = try PNGStructure(file, context)
        try context.limits.check(width: structure.width, height: structure.height)
        let pieces = unsafe structure.pieces.map {
            unsafe codec_bytes(start: file.address(of: $0), count: $0.count)
        }
        guard let cReader = unsafe png_reader_open(pieces, pieces.count, codec_limits(context)) else {
            throw CodecStatus.outOfMemory
        }
        var info = png_image_info()
        let status = unsafe png_reader_start(cReader, &info)
        guard status == CODEC_OK else {
            defer { unsafe png_reader_close(cReader) }
            if status == CODEC_TIMEOUT, let deadline = context.deadline { throw deadline.error }
            throw unsafe CodecStatus.error(status, png_reader_message(cReader), in: .png)
        }
        unsafe self.cReader = cReader
        (self.file, self.pieces) = (file, structure.pieces)
        (allowsDamage, deadline, damage) = (context.limits.allowsDamage, context.deadline, structure.damage)
        header = Self.header(info, structure)
    }

    deinit { unsafe png_reader_close(cReader) }

    private static func header(_ info: png_image_info, _ structure: PNGStructure) -> ImageHeader {
        let layouts: [Int32: ChannelLayout] = [1: .gray, 2: .grayAlpha, 3: .rgb, 4: .rgba]
        let depth: SampleDepth = info.bits_per_sample == 16 ? .sixteen : .eight
        var header = ImageHeader(
            format: .png, width: Int(info.width), height: Int(info.height),
            pixelFormat: PixelFormat(layouts[info.channels] ?? .rgba, depth))
        header.take(structure.facts)
        header.holdsWholeImage = info.is_interlaced
        return header
    }

    /// Prepares to keep the compressed data of some rows in an output, before the first row is read; `nil` if that is not possible
    /// or not worthwhile.
    func keep(_ rows: [Range<Int>], for plan: EncodingPlan, _ deadline: Deadline?) -> PNGKeptRows? {
        guard let kept = PNGKeptRows(rows, of: file, pieces, plan, deadline), unsafe kept.attach(to: cReader) else {
            return nil
        }
        self.kept = kept
        return kept
    }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        defer { nextRow += 1 }
        let bytes = unsafe row.bindMemory(to: UInt8.self).baseAddress
        let status = unsafe png_reader_next_row(cReader, bytes)
        guard allowsDamage, status == CODEC_DAMAGED else { return try check(status) }
        noteDamage()
        if unsafe !png_reader_salvage_row(cReader, nextRow, bytes) { unsafe header.pixelFormat.fillMissing(row) }
    }

    private func noteDamage() { if damage == nil { damage = unsafe String(cString: png_reader_message(cReader)) } }

    func finish() throws(ImageError) {
        let status = unsafe png_reader_finish(cReader)
        if allowsDamage && status == CODEC_DAMAGED { noteDamage() } else { try check(status) }
    }

    var warning: String { unsafe String(cString: png_reader_warning(cReader)) }

    private func check(_ status: codec_status) throws(ImageError) {
        if status == CODEC_TIMEOUT, let deadline { throw deadline.error }
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, png_reader_message(cReader), in: .png, isInPixels: true)
        }
    }
}
