internal import CImageCodecs
internal import VarBlur

/// The MCUs of a JPEG file that are kept while others are replaced.
///
/// If possible, their entropy-coded data is copied unchanged, or encoded for finer quantization steps. Otherwise (progressive files,
/// several scans, arithmetic coding, anything unusual), their coefficients, which stay exact, are decoded and encoded.
@safe
final class KeptMCUs: @unchecked Sendable {
    private let original: JPEGReader
    private let label: FileLabel
    private let replaced: [mcu_span]
    private let finer: JPEGQuantization?
    private var splice: OpaquePointer?
    private var merge: OpaquePointer?

    /// Prepares to keep MCUs of a file whose header has been read.
    ///
    /// - Parameters:
    ///   - original: the reader of the file.
    ///   - label: the name of the file in errors.
    ///   - replaced: the MCUs that are replaced.
    ///   - finer: quantization steps that divide those of the file; `nil` to keep them.
    ///   - keepsCodes: whether entropy-coded data may be kept, besides coefficients.
    init(
        _ original: JPEGReader, _ label: FileLabel, besides replaced: [Range<Int>], finer: JPEGQuantization?,
        keepsCodes: Bool
    ) {
        (self.original, self.label, self.finer) = (original, label, finer)
        self.replaced = replaced.map(\.cValue)
        guard keepsCodes else { return }
        unsafe splice = finer.withCValue {
            unsafe jpeg_splice_open(original.cReader, self.replaced, replaced.count, $0)
        }
    }

    deinit {
        unsafe jpeg_splice_close(splice)
        unsafe jpeg_merge_close(merge)
    }

    /// Whether entropy-coded data is kept, as far as is known.
    var keepsCodes: Bool { unsafe splice != nil }

    /// Reads the kept MCUs, and checks the whole file for damage.
    ///
    /// Entropy-coded data that cannot be copied is unusual or damaged; only decoding it shows which.
    ///
    /// - Throws: an error with the name of the file.
    func read() throws(ImageError) {
        try label.attributingErrors { () throws(ImageError) in
            if let splice = unsafe splice, try unsafe isDone(jpeg_splice_parse(splice)) { return }
            _ = try unsafe coefficients()
        }
    }

    /// Writes the file with its new rows; call ``read()`` first.
    ///
    /// - Throws: ``ImageError`` with the code `fault` if the file would be longer than `longest`, or if a coefficient has no valid code with
    ///   finer steps; nothing has been written then.
    func write(
        _ pieces: [NewRows.Piece], _ plan: EncodingPlan, longest: Int?, to sink: any ByteSink
    ) throws(ImageError) {
        if let splice = unsafe splice, try unsafe write(splice, pieces, plan, longest, sink) { return }
        let merge = try unsafe label.attributingErrors(coefficients())
        for piece in pieces {
            let (first, end) = (UInt32(piece.rows.lowerBound), UInt32(piece.rows.upperBound))
            try unsafe original.check(jpeg_merge_add(merge, first, end, piece.file.contents.codecBytes))
        }
        let writer = unsafe try JPEGWriter(plan, merging: merge)
        try writer.finish()
        try unsafe Self.check(writer.output.count, longest)
        try writer.forwardAll(to: sink)
    }

    /// Writes the file with the entropy-coded data of the original.
    ///
    /// - Returns: whether the file has been written. If not, a Huffman table has no room for a symbol of the new rows, and
    ///   nothing has been written.
    private func write(
        _ splice: OpaquePointer, _ pieces: [NewRows.Piece], _ plan: EncodingPlan, _ longest: Int?, _ sink: any ByteSink
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

    /// The coefficients of the file, which are read if they have not been yet; no entropy-coded data is kept any more.
    private func coefficients() throws(ImageError) -> OpaquePointer {
        if let merge = unsafe merge { return unsafe merge }
        unsafe jpeg_splice_close(splice)
        unsafe splice = nil
        unsafe merge = finer.withCValue { unsafe jpeg_merge_open(original.cReader, replaced, replaced.count, $0) }
        guard let merge = unsafe merge else { throw CodecStatus.outOfMemory }
        try unsafe original.check(jpeg_merge_read(merge))
        return unsafe merge
    }

    /// Checks the length of an output, of which nothing has been written.
    ///
    /// - Throws: ``ImageError`` with the code `fault`.
    private static func check(_ count: Int, _ longest: Int?) throws(ImageError) {
        guard let longest, count > longest else { return }
        throw ImageError(.fault, "kept data with finer quantization steps is too long")
    }

    /// Whether a call succeeded; `false` if entropy-coded data cannot be kept.
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
