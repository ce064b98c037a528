internal import CImageCodecs
internal import VarBlur

/// Replaces MCUs of a JPEG file and copies the entropy-coded data of the others unchanged, or encodes it for finer quantization steps.
@safe
final class ScanSplice: @unchecked Sendable {
    private let splice: OpaquePointer
    private let original: JPEGReader

    /// Prepares a splice for a file whose header has been read.
    ///
    /// `nil` if the file does not consist of one sequential Huffman-coded scan, or if memory allocation fails.
    ///
    /// - Parameters:
    ///   - original: the reader of the file.
    ///   - mcus: the MCUs to replace.
    ///   - finer: quantization steps that divide those of the file; `nil` to keep them.
    init?(_ original: JPEGReader, replacing mcus: [Range<Int>], finer: JPEGQuantization?) {
        let splice = unsafe finer.withCValue {
            unsafe jpeg_splice_open(original.cReader, mcus.map(\.cValue), mcus.count, $0)
        }
        guard let splice = unsafe splice else { return nil }
        unsafe self.splice = splice
        self.original = original
    }

    deinit { unsafe jpeg_splice_close(splice) }

    /// Parses the entropy-coded data of the original.
    ///
    /// - Returns: whether the data can be copied. If not, it is unusual or damaged; only decoding it shows which.
    /// - Throws: ``ImageError`` with the code `timeout` or `outOfMemory`.
    func parseOriginal() throws(ImageError) -> Bool { try unsafe isDone(jpeg_splice_parse(splice)) }

    /// Writes the file with its new rows; call ``parseOriginal()`` first.
    ///
    /// - Returns: whether the file has been written. If not, a Huffman table has no room for a symbol of the new rows, and
    ///   nothing has been written.
    /// - Throws: ``ImageError`` with the code `fault` if the file would be longer than `longest`; nothing has been written then.
    func write(
        _ pieces: [NewRows.Piece], _ plan: EncodingPlan, longest: Int?, to sink: any ByteSink
    ) throws(ImageError) -> Bool {
        for piece in pieces {
            let (first, file) = unsafe (UInt32(piece.rows.lowerBound), piece.file.contents.codecBytes)
            guard try unsafe isDone(jpeg_splice_add(splice, first, file)) else { return false }
        }
        guard try unsafe isDone(jpeg_splice_finish(splice)) else { return false }
        let header = unsafe try JPEGWriter(plan, headerOf: splice)
        try header.finishHeader()
        try unsafe Self.check(header.output.count + jpeg_splice_output(splice).count, longest)
        try header.forwardAll(to: sink)
        try unsafe sink.write(CodecStatus.buffer(jpeg_splice_output(splice)).bytes)
        return true
    }

    /// Checks the length of an output, of which nothing has been written.
    ///
    /// - Throws: ``ImageError`` with the code `fault`.
    static func check(_ count: Int, _ longest: Int?) throws(ImageError) {
        guard let longest, count > longest else { return }
        throw ImageError(.fault, "kept data with finer quantization steps is too long")
    }

    /// Whether a call succeeded; `false` if the splice is not possible.
    private func isDone(_ status: codec_status) throws(ImageError) -> Bool {
        if status != CODEC_UNSUPPORTED { try original.check(status) }
        return status == CODEC_OK
    }
}

extension JPEGQuantization? {
    /// Calls a function of the C codecs with the tables, or with a null pointer.
    func withCValue<Result>(_ body: (UnsafePointer<jpeg_quantization>?) -> Result) -> Result {
        guard let tables = self?.cValue else { return body(nil) }
        return unsafe withUnsafePointer(to: tables) { unsafe body($0) }
    }
}

extension Range<Int> {
    /// A range of MCUs in the form that the C codecs take.
    var cValue: mcu_span { mcu_span(first: UInt32(lowerBound), end: UInt32(upperBound)) }
}

extension FileContents {
    /// All bytes in the form that the C codecs take.
    var codecBytes: codec_bytes { unsafe codecBytes(0..<count) }

    /// A range of bytes in the form that the C codecs take.
    func codecBytes(_ range: Range<Int>) -> codec_bytes {
        unsafe codec_bytes(start: address(of: range), count: range.count)
    }
}
