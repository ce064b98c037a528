internal import CImageCodecs
internal import VarBlur

/// The rows of a PNG file whose compressed data the output keeps.
///
/// While the file is decoded, the reader notes what is needed for the seams; at the same time, a search finds the places in the
/// compressed data where it can be cut.
@safe
final class PNGKeptRows: @unchecked Sendable {
    /// The kept rows, in order; changed rows are between them.
    let ranges: [Range<Int>]
    private let file: FileContents
    private let cKept: OpaquePointer
    private let deadline: Deadline?
    private var search: BackgroundTask?
    private var isFound = false

    /// The number of filtered bytes that a range needs in addition to its first row.
    static let minimumByteCount = Int(PNG_KEPT_LEAST)

    /// Prepares to keep rows; `nil` if memory runs out, or if the file is compressed much worse than the output should be.
    ///
    /// - Parameters:
    ///   - ranges: the rows, each range with at least `minimumByteCount` bytes after its first row.
    ///   - file: the file.
    ///   - pieces: the chunks of the file.
    ///   - plan: the output.
    ///   - deadline: the end of the allowed time.
    init?(
        _ ranges: [Range<Int>], of file: FileContents, _ pieces: [Range<Int>], _ plan: EncodingPlan,
        _ deadline: Deadline?
    ) {
        let pieces = unsafe pieces.map { unsafe file.codecBytes($0) }
        let rows = ranges.map { png_kept_rows(first: $0.lowerBound, end: $0.upperBound) }
        var settings = png_band_settings(plan)
        guard let cKept = unsafe png_kept_open(pieces, pieces.count, rows, rows.count, &settings) else { return nil }
        guard unsafe png_kept_is_small(cKept) else {
            unsafe png_kept_close(cKept)
            return nil
        }
        unsafe self.cKept = cKept
        (self.ranges, self.file, self.deadline) = (ranges, file, deadline)
    }

    deinit {
        _ = search?.wait()
        unsafe png_kept_close(cKept)
    }

    /// Whether the last rows of the image are kept.
    func includesLastRow(of height: Int) -> Bool { ranges.last?.upperBound == height }

    /// Makes a reader note what it decodes; `false` if it cannot, because its rows differ from the stored ones.
    func attach(to cReader: OpaquePointer) -> Bool { unsafe png_reader_keep(cReader, cKept) }

    /// Starts the search on another thread.
    ///
    /// The thread has no reference to this object, whose end waits for the thread.
    func searchInBackground() {
        nonisolated(unsafe) let cKept = unsafe cKept
        search = BackgroundTask { [file, deadline] () throws(ImageError) in
            defer { withExtendedLifetime(file) {} }
            try unsafe Self.find(cKept, deadline)
        }
    }

    private static func find(_ cKept: OpaquePointer, _ deadline: Deadline?) throws(ImageError) {
        let status = unsafe png_kept_find(cKept, deadline.codecTime)
        guard status == CODEC_OK else { throw unsafe CodecStatus.error(status, "kept rows", in: nil, deadline) }
    }

    /// Waits for the search.
    ///
    /// - Throws: an error with the code `fault` if the rows cannot be kept, `timeout` or `outOfMemory`.
    func waitForSearch() throws(ImageError) {
        if isFound { return }
        if let search { try search.wait().get() } else { try unsafe Self.find(cKept, deadline) }
        isFound = true
    }

    /// The number of rows of a range that must be decoded before ``beginning(_:)``.
    func beginningRowCount(_ range: Int) -> Int { unsafe png_kept_beginning_rows(cKept, range) }

    /// The filtered bytes at the start of a range that are compressed anew; valid while the object lives.
    func beginning(_ range: Int) throws(ImageError) -> codec_bytes {
        try waitForSearch()
        return unsafe png_kept_beginning(cKept, range)
    }

    /// Writes the compressed data of a range in parts; after each of them, calls `flush`.
    ///
    /// - Returns: the status of the writer.
    /// - Throws: an error of ``waitForSearch()`` or of `flush`.
    func write(
        _ range: Int, to cWriter: OpaquePointer, _ flush: () throws(ImageError) -> Void
    ) throws(ImageError) -> codec_status {
        try waitForSearch()
        var status = unsafe png_writer_start_kept(cWriter, cKept, range)
        while unsafe status == CODEC_OK && png_kept_left(cKept) > 0 {
            status = unsafe png_writer_add_kept(cWriter, cKept)
            try flush()
        }
        return status
    }
}
