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
    private var errors: CodecErrors
    private(set) var lacksPixels = false
    private var nextRow: UInt32 = 0

    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let structure = try PNGStructure(file, context)
        try context.limits.check(width: structure.width, height: structure.height)
        let pieces = unsafe structure.pieces.map { unsafe file.codecBytes($0) }
        guard let cReader = unsafe png_reader_open(pieces, pieces.count, codec_limits(context)) else {
            throw CodecStatus.outOfMemory
        }
        var info = png_image_info()
        errors = CodecErrors(.png, context, damage: structure.damage)
        let status = unsafe png_reader_start(cReader, &info)
        guard status == CODEC_OK else {
            defer { unsafe png_reader_close(cReader) }
            throw unsafe errors.error(status, png_reader_message(cReader), isInPixels: false)
        }
        unsafe self.cReader = cReader
        (self.file, self.pieces) = (file, structure.pieces)
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
        guard try unsafe noteDamage(png_reader_next_row(cReader, bytes)) else { return }
        lacksPixels = true
        if unsafe !png_reader_salvage_row(cReader, nextRow, bytes) { unsafe header.pixelFormat.fillMissing(row) }
    }

    func finish() throws(ImageError) { _ = try unsafe noteDamage(png_reader_finish(cReader)) }

    var damage: String? { errors.damage }

    var warning: String { unsafe String(cString: png_reader_warning(cReader)) }

    private func noteDamage(_ status: codec_status) throws(ImageError) -> Bool {
        try unsafe errors.noteDamage(status, png_reader_message(cReader))
    }
}
