internal import CImageCodecs

/// Replaces MCUs of a JPEG file by decoding and encoding its coefficients; the coefficients of the others stay exact.
@safe
final class CoefficientMerge: @unchecked Sendable {
    private let merge: OpaquePointer
    private let original: JPEGReader

    /// Prepares a merge for a file whose header has been read.
    ///
    /// - Parameters:
    ///   - original: the reader of the file.
    ///   - mcus: the MCUs to replace.
    ///   - finer: quantization steps that divide those of the file; `nil` to keep them.
    /// - Throws: ``ImageError`` with the code `outOfMemory`.
    init(_ original: JPEGReader, replacing mcus: [Range<Int>], finer: JPEGQuantization?) throws(ImageError) {
        let merge = unsafe finer.withCValue {
            unsafe jpeg_merge_open(original.cReader, mcus.map(\.cValue), mcus.count, $0)
        }
        guard let merge = unsafe merge else { throw CodecStatus.outOfMemory }
        unsafe self.merge = merge
        self.original = original
    }

    deinit { unsafe jpeg_merge_close(merge) }

    /// Reads all coefficients of the file into memory.
    func read() throws(ImageError) { try unsafe original.check(jpeg_merge_read(merge)) }

    /// Writes the file with its new rows; call ``read()`` first.
    ///
    /// - Throws: ``ImageError`` with the code `fault` if the file would be longer than `longest`, or if a coefficient has no valid code with
    ///   finer steps; nothing has been written then.
    func write(
        _ pieces: [NewRows.Piece], _ plan: EncodingPlan, longest: Int?, to sink: any ByteSink
    ) throws(ImageError) {
        for piece in pieces {
            let (first, end) = (UInt32(piece.rows.lowerBound), UInt32(piece.rows.upperBound))
            try unsafe original.check(jpeg_merge_add(merge, first, end, piece.file.contents.codecBytes))
        }
        let writer = unsafe try JPEGWriter(plan, merging: merge)
        try writer.finish()
        try unsafe ScanSplice.check(writer.output.count, longest)
        try writer.forwardAll(to: sink)
    }
}
