internal import CImageCodecs
internal import VariableBlur

/// Writes a JPEG file of which some rows of MCUs are new, and all others have the coefficients that they had.
///
/// The new ones are compressed by themselves, with the file's own quantisation, and their coefficients take the places of the
/// old ones; so nothing else is decoded to pixels and rounded again. Where a file is read and written in one pass, that goes on
/// at the same time, and only some rows of its coefficients are in memory.
@safe
final class CoefficientMerge: SliceSink, @unchecked Sendable {
    private let plan: EncodingPlan
    private let sink: any ByteSink
    private let layout: SliceLayout
    private let deadline: Deadline?
    private let original: JPEGReader
    private let inputName: String
    private let merge: OpaquePointer
    private var reading: BackgroundTask?
    private var writing: BackgroundTask?
    /// The file, once it is written.
    private var written: JPEGWriter?
    /// Whether the original is read while the result is written.
    private let isConcurrent: Bool
    private var nextSlice: Int
    private let end: Int
    private var piece: Piece?

    private struct Piece {
        let rows: Range<Int>
        let writer: JPEGWriter
        let bytes: HeldOutput
    }

    /// How many rows of MCUs are compressed together.
    private static let rowsPerPiece = 16

    /// Prepares for new rows of MCUs.
    ///
    /// - Parameters:
    ///   - plan: the file to write; its style is that of the original, but for progression.
    ///   - sink: where it goes.
    ///   - original: the file whose coefficients are kept.
    ///   - inputName: what errors call it.
    ///   - layout: the slices of its planes.
    ///   - rows: the rows of MCUs that will be written.
    ///   - usesThreads: whether reading and writing may have threads of their own.
    ///   - deadline: when the time is over.
    /// - Throws: an error of the code `outOfMemory`.
    init(
        _ plan: EncodingPlan, to sink: any ByteSink, original: JPEGReader, inputName: String, _ layout: SliceLayout,
        rows: Range<Int>, usesThreads: Bool, deadline: Deadline?
    ) throws(ImageError) {
        (self.plan, self.sink, self.layout, self.deadline) = (plan, sink, layout, deadline)
        (self.original, self.inputName) = (original, inputName)
        (nextSlice, end) = (rows.lowerBound, rows.upperBound)
        let isOnePass = usesThreads && original.hasOnePass && !plan.isProgressive
        let merge = unsafe jpeg_merge_open(
            original.session, UInt32(rows.lowerBound), UInt32(rows.upperBound), isOnePass)
        guard let merge = unsafe merge else { throw CodecStatus.outOfMemory }
        unsafe self.merge = merge
        let shared = unsafe Shared(merge)
        let reader = { @Sendable () throws(ImageError) in try Self.read(original, inputName, shared) }
        reading = usesThreads ? BackgroundTask(reader) : nil
        isConcurrent = isOnePass && reading != nil
        if reading == nil { unsafe jpeg_merge_use_one_thread(merge) }
        if isConcurrent { writing = BackgroundTask { [self] () throws(ImageError) in try writeAll() } }
    }

    deinit { unsafe jpeg_merge_close(merge) }

    /// The merge, for a thread.
    @safe
    private struct Shared: @unchecked Sendable {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
    }

    private static func read(_ original: JPEGReader, _ inputName: String, _ merge: Shared) throws(ImageError) {
        do throws(ImageError) {
            try unsafe original.check(jpeg_merge_read(merge.pointer))
        } catch {
            throw error.about(inputName)
        }
    }

    private func writeAll() throws(ImageError) {
        do throws(ImageError) {
            let writer = unsafe try JPEGWriter(plan, merging: merge)
            try writer.finish()
            written = writer
        } catch {
            unsafe jpeg_merge_cancel(merge)
            try deadline?.check()
            throw error
        }
    }

    func write(_ slice: Slice) throws(ImageError) {
        try deadline?.check()
        let piece = if let piece { piece } else { try begin() }
        slice.fillBlocks(nextSlice)
        try piece.writer.writePlanes(of: slice)
        nextSlice += 1
        self.piece = piece
        guard nextSlice == piece.rows.upperBound else { return }
        try piece.writer.finish()
        try BufferedOutput(piece.writer, piece.bytes).handOverAll()
        try add(piece)
        self.piece = nil
    }

    private func add(_ piece: Piece) throws(ImageError) {
        let file = piece.bytes.contents
        let bytes = unsafe codec_bytes(start: file.address(of: 0..<file.count), count: file.count)
        let (first, end) = (UInt32(piece.rows.lowerBound), UInt32(piece.rows.upperBound))
        guard unsafe jpeg_merge_add(merge, first, end, bytes) == CODEC_OK else { throw CodecStatus.outOfMemory }
    }

    private func begin() throws(ImageError) -> Piece {
        let rows = nextSlice..<min(nextSlice + Self.rowsPerPiece, end)
        var part = EncodingPlan(
            width: plan.width, height: rowCount(rows), pixelFormat: plan.pixelFormat, encoding: plan.encoding)
        part.isProgressive = false
        return Piece(rows: rows, writer: try JPEGWriter(part, takesPlanes: true), bytes: try HeldOutput())
    }

    /// The rows of the image in some rows of MCUs.
    private func rowCount(_ slices: Range<Int>) -> Int {
        let rowsPerSlice = layout.components.reduce(0) { max($0, $1.rowsPerSlice) }
        return min(slices.upperBound * rowsPerSlice, plan.height) - slices.lowerBound * rowsPerSlice
    }

    func finish() throws(ImageError) {
        if reading == nil { try unsafe Self.read(original, inputName, Shared(merge)) }
        // with the original in memory as a whole, the writing begins when all of it is there
        if writing == nil {
            if !isConcurrent { try reading?.wait().get() }
            try writeAll()
        }
        let (read, wrote) = (reading?.wait(), writing?.wait())
        // each ends when the other fails, and says so, which is not what the user wants to know
        if case .failure(let error) = read, error.code != .fault { throw error }
        try wrote?.get()
        try read?.get()
        if let written { try BufferedOutput(written, sink).handOverAll() }
    }

    /// Ends the threads, whatever they are at; needed when not all slices have come.
    func stop() {
        unsafe jpeg_merge_cancel(merge)
        _ = (reading?.wait(), writing?.wait())
    }
}

extension EncodingPlan {
    /// Whether it is a progressive JPEG file.
    fileprivate var isProgressive: Bool {
        get { if case .jpeg(let style, _) = encoding { style.isProgressive } else { false } }
        set {
            guard case .jpeg(var style, let quality) = encoding else { return }
            style.isProgressive = newValue
            encoding = .jpeg(style, quality: quality)
        }
    }
}
