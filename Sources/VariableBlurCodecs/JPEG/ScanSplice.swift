internal import CImageCodecs
internal import VariableBlur

/// Puts new rows of MCUs among those of a JPEG file, whose codes stay as they are, bit by bit.
@safe
final class ScanSplice: @unchecked Sendable {
    private let splice: OpaquePointer
    private let original: JPEGReader

    /// Prepares for new rows of a file whose header has been read.
    ///
    /// `nil` if the file is not of the kind (one scan of Huffman codes), or if there is no memory.
    init?(_ original: JPEGReader, newRows rows: Range<Int>) {
        let splice = unsafe jpeg_splice_open(original.session, UInt32(rows.lowerBound), UInt32(rows.upperBound))
        guard let splice = unsafe splice else { return nil }
        unsafe self.splice = splice
        self.original = original
    }

    deinit { unsafe jpeg_splice_close(splice) }

    /// Looks through the whole file.
    ///
    /// - Returns: whether there is nothing unusual in it; what is has to be judged by who decodes it.
    /// - Throws: an error of the code `timeout`.
    func examine() throws(ImageError) -> Bool { try unsafe isDone(jpeg_splice_examine(splice)) }

    /// Writes the file with its new rows; before that the file has to have been examined.
    ///
    /// - Returns: whether that has been done; if there is no room for a code that the new rows
    ///   need, nothing is written.
    func write(_ pieces: [NewRows.Piece], _ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) -> Bool {
        for piece in pieces {
            guard try unsafe isDone(jpeg_splice_add(splice, piece.file.contents.codecBytes)) else { return false }
        }
        guard try unsafe isDone(jpeg_splice_finish(splice)) else { return false }
        let header = unsafe try JPEGWriter(plan, headerOf: splice)
        try header.finishHeader()
        try OutputForwarder(header, to: sink).forwardAll()
        try unsafe sink.write(CodecStatus.buffer(jpeg_splice_output(splice)).bytes)
        return true
    }

    private func isDone(_ status: codec_status) throws(ImageError) -> Bool {
        if status != CODEC_UNSUPPORTED { try original.check(status) }
        return status == CODEC_OK
    }
}

extension FileContents {
    /// All of it, as the codecs take it.
    var codecBytes: codec_bytes { unsafe codec_bytes(start: address(of: 0..<count), count: count) }
}
