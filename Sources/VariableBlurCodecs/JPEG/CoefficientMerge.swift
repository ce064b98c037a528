internal import CImageCodecs

/// Puts new rows of MCUs among those of a JPEG file, whose coefficients are read and written anew.
@safe
final class CoefficientMerge: @unchecked Sendable {
    private let merge: OpaquePointer
    private let original: JPEGReader

    /// Prepares for new rows of a file whose header has been read.
    ///
    /// - Throws: an error of the code `outOfMemory`.
    init(_ original: JPEGReader, newRows rows: Range<Int>) throws(ImageError) {
        let merge = unsafe jpeg_merge_open(original.session, UInt32(rows.lowerBound), UInt32(rows.upperBound))
        guard let merge = unsafe merge else { throw CodecStatus.outOfMemory }
        unsafe self.merge = merge
        self.original = original
    }

    deinit { unsafe jpeg_merge_close(merge) }

    /// Reads the file's coefficients into memory.
    func read() throws(ImageError) { try unsafe original.check(jpeg_reader_read_coefficients(original.session)) }

    /// Writes the file with its new rows; before that the coefficients have to have been read.
    func write(_ pieces: [NewRows.Piece], _ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        for piece in pieces {
            let (first, end) = (UInt32(piece.rows.lowerBound), UInt32(piece.rows.upperBound))
            let status = unsafe jpeg_merge_add(merge, first, end, piece.file.contents.codecBytes)
            guard status == CODEC_OK else { throw CodecStatus.outOfMemory }
        }
        let writer = unsafe try JPEGWriter(plan, merging: merge)
        try writer.finish()
        try OutputForwarder(writer, to: sink).forwardAll()
    }
}
