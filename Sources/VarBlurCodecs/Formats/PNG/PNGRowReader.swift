internal import CImageCodecs
internal import VarBlur

/// Reads a PNG file row by row.
///
/// If damage is allowed, another decoder goes on where the first one finds some: it verifies no checksums, but is slower.
@safe
final class PNGRowReader: RowReader {
    let header: ImageHeader
    private let file: FileContents
    private let context: JobContext
    private var cReader: OpaquePointer
    private let pieces: [Range<Int>]
    /// The damage that the first decoder has found before the last row; `nil` if there was none.
    private var firstDamage: String?
    /// The rows that the output keeps; the decoder notes parts of them.
    private(set) var kept: PNGKeptRows?
    private var errors: CodecErrors
    private(set) var lacksPixels = false
    private var nextRow: UInt32 = 0

    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let structure = try PNGStructure(file, context)
        try context.limits.check(width: structure.width, height: structure.height)
        errors = CodecErrors(.png, context, damage: structure.damage)
        (self.file, self.context, pieces) = (file, context, structure.pieces)
        var info = png_image_info()
        unsafe (cReader, firstDamage) = try Self.open(file, pieces, context, errors, &info)
        header = Self.header(info, structure)
    }

    deinit { unsafe png_reader_close(cReader) }

    /// Opens a decoder that tolerates damage that another one has found, and reads the header.
    ///
    /// Without such damage, the decoder tolerates none, unless there is some in the header. Also returns what it tolerates.
    private static func open(
        _ file: FileContents, _ pieces: [Range<Int>], _ context: JobContext, _ errors: CodecErrors,
        _ info: inout png_image_info, tolerating damage: String? = nil
    ) throws(ImageError) -> (OpaquePointer, damage: String?) {
        let bytes = unsafe pieces.map { unsafe file.codecBytes($0) }
        var limits = codec_limits(context)
        limits.allows_damage = damage != nil
        guard let reader = unsafe png_reader_open(bytes, bytes.count, limits) else { throw CodecStatus.outOfMemory }
        let status = unsafe png_reader_start(reader, &info)
        if status == CODEC_OK { return unsafe (reader, damage) }
        defer { unsafe png_reader_close(reader) }
        let message = unsafe String(cString: png_reader_message(reader))
        guard errors.allowsDamage, status == CODEC_DAMAGED, damage == nil else {
            throw unsafe errors.error(status, message, isInPixels: false)
        }
        return try unsafe open(file, pieces, context, errors, &info, tolerating: message)
    }

    /// Replaces the decoder by one that tolerates the damage that it has found, and moves to the same row.
    private func tolerateDamage(_ scratch: UnsafeMutablePointer<UInt8>?) throws(ImageError) {
        var info = png_image_info()
        let damage = unsafe String(cString: png_reader_message(cReader))
        let reader = try unsafe Self.open(file, pieces, context, errors, &info, tolerating: damage).0
        unsafe png_reader_close(cReader)
        unsafe (cReader, firstDamage) = (reader, damage)
        for _ in 0..<nextRow { _ = try unsafe noteDamage(png_reader_next_row(cReader, scratch)) }
    }

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
        var status = unsafe png_reader_next_row(cReader, bytes)
        if status == CODEC_DAMAGED && errors.allowsDamage && firstDamage == nil {
            try unsafe tolerateDamage(bytes)
            status = unsafe png_reader_next_row(cReader, bytes)
        }
        guard try unsafe noteDamage(status) else { return }
        lacksPixels = true
        if unsafe !png_reader_salvage_row(cReader, nextRow, bytes) { unsafe header.pixelFormat.fillMissing(row) }
    }

    func finish() throws(ImageError) {
        _ = try unsafe noteDamage(png_reader_finish(cReader))
        if let firstDamage { _ = try unsafe errors.noteDamage(CODEC_DAMAGED, firstDamage) }
    }

    var damage: String? { errors.damage }

    var warning: String { unsafe String(cString: png_reader_warning(cReader)) }

    private func noteDamage(_ status: codec_status) throws(ImageError) -> Bool {
        try unsafe errors.noteDamage(status, png_reader_message(cReader))
    }
}
