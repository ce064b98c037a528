internal import VarBlur

/// Replaces some MCUs of a JPEG file; the others keep their coefficients.
///
/// ``ScanSplice`` copies the entropy-coded data of the kept MCUs. For files that it does not support (progressive ones, several scans,
/// arithmetic coding, anything unusual), ``CoefficientMerge`` decodes and encodes the coefficients. If that fails too, ``finish()``
/// throws a fault, and nothing has been written.
final class CoefficientSliceSink: SliceSink {
    private let plan: EncodingPlan
    private let sink: any ByteSink
    private let deadline: Deadline?
    private let newRows: NewRows
    private let kept: KeptMCUs
    private let reading: BackgroundTask?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - plan: the output; its style is that of the original, except that it may be progressive or not.
    ///   - sink: receives the output.
    ///   - original: the file whose coefficients are kept.
    ///   - inputName: the name of the original in errors.
    ///   - layout: the slices, of planes or of pixels.
    ///   - replaced: the MCUs that are replaced, and the MCU rows that contain them, all of which will be written.
    ///   - usesThreads: whether the original is read on its own thread.
    ///   - deadline: the end of the allowed time.
    init(
        _ plan: EncodingPlan, to sink: any ByteSink, original: JPEGReader, inputName: String, _ layout: SliceLayout,
        replacing replaced: ReplacedMCUs, usesThreads: Bool, deadline: Deadline?
    ) {
        (self.plan, self.sink, self.deadline) = (plan, sink, deadline)
        newRows = NewRows(replaced.rows, of: plan, layout)
        let kept = KeptMCUs(original, inputName, besides: replaced.mcus, isProgressive: plan.isProgressiveJPEG)
        self.kept = kept
        reading = usesThreads ? BackgroundTask { () throws(ImageError) in try kept.read() } : nil
    }

    func write(_ slice: Slice) throws(ImageError) {
        try deadline?.check()
        try newRows.add(slice)
    }

    func finish() throws(ImageError) {
        if let reading { try reading.wait().get() } else { try kept.read() }
        do throws(ImageError) {
            try kept.write(newRows.pieces, plan, to: sink)
        } catch {
            try deadline?.check()
            throw error
        }
    }

    func stop() { _ = reading?.wait() }
}

/// The kept MCUs of a JPEG file: as entropy-coded data, or as coefficients.
private final class KeptMCUs: @unchecked Sendable {
    private let original: JPEGReader
    private let inputName: String
    private let replaced: [Range<Int>]
    private var splice: ScanSplice?
    private var merge: CoefficientMerge?

    init(_ original: JPEGReader, _ inputName: String, besides replaced: [Range<Int>], isProgressive: Bool) {
        (self.original, self.inputName, self.replaced) = (original, inputName, replaced)
        splice = isProgressive ? nil : ScanSplice(original, replacing: replaced)
    }

    /// Reads the kept MCUs, and checks the whole file for damage.
    func read() throws(ImageError) {
        do throws(ImageError) {
            if try splice?.parseOriginal() == true { return }
        } catch {
            throw error.attributed(to: inputName)
        }
        try readCoefficients()
    }

    private func readCoefficients() throws(ImageError) {
        do throws(ImageError) {
            splice = nil
            let merge = try CoefficientMerge(original, replacing: replaced)
            try merge.read()
            self.merge = merge
        } catch {
            throw error.attributed(to: inputName)
        }
    }

    func write(_ pieces: [NewRows.Piece], _ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        if let splice, try splice.write(pieces, plan, to: sink) { return }
        if merge == nil { try readCoefficients() }
        try merge?.write(pieces, plan, to: sink)
    }
}
