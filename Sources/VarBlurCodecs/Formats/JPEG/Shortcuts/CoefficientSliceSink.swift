internal import VarBlur

/// Replaces some MCUs of a JPEG file; the others keep their coefficients.
///
/// If ``KeptMCUs`` can keep neither codes nor coefficients, ``finish()`` throws a fault, and nothing has been written.
final class CoefficientSliceSink: SliceSink {
    private let plan: EncodingPlan
    private let sink: any ByteSink
    private let input: InputDecoder
    private let original: JPEGReader
    private let newRows: NewRows
    private let kept: KeptMCUs
    private let longest: Int?
    private let reading: BackgroundTask?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - plan: the output; its style is that of the original, except that it may be progressive or not, and that its quantization steps may
    ///     be finer, if they divide those of the original.
    ///   - sink: receives the output.
    ///   - input: the file whose coefficients are kept; it is opened once more.
    ///   - layout: the slices, of planes or of pixels.
    ///   - replaced: the MCUs that are replaced, and the MCU rows that contain them, all of which will be written.
    ///   - keepsCodes: whether kept MCUs may keep their entropy-coded data, besides their coefficients.
    ///   - longest: the maximum length of the output in bytes, beyond which ``finish()`` throws a fault; `nil` for any.
    ///   - usesThreads: whether the original is read on its own thread.
    /// - Throws: an error with the name of the input.
    init(
        _ plan: EncodingPlan, to sink: any ByteSink, keepingFrom input: InputDecoder, _ layout: SliceLayout,
        replacing replaced: ReplacedMCUs, keepsCodes: Bool, longest: Int? = nil, usesThreads: Bool
    ) throws(ImageError) {
        (self.plan, self.sink, self.input, self.longest) = (plan, sink, input, longest)
        original = try input.label.attributingErrors(JPEGReader(input.contents, input.context.withoutMetadata))
        newRows = NewRows(replaced.rows, of: plan, layout)
        let written = plan.encoding.jpeg?.style.quantization
        let kept = KeptMCUs(
            original, input.label, besides: replaced.mcus,
            finer: written == original.header.jpegStyle?.quantization ? nil : written,
            keepsCodes: keepsCodes && !plan.isProgressiveJPEG)
        self.kept = kept
        reading = usesThreads ? BackgroundTask { () throws(ImageError) in try kept.read() } : nil
    }

    func write(_ slice: Slice) throws(ImageError) {
        try input.context.deadline?.check()
        try newRows.add(slice)
    }

    func finish() throws(ImageError) {
        if let reading { try reading.wait().get() } else { try kept.read() }
        try kept.write(newRows.pieces, plan, longest: longest, to: sink)
        input.otherWarning = original.warning
    }

    func stop() { _ = reading?.wait() }
}
