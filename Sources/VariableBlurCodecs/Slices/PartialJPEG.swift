internal import VariableBlur

/// Takes the slices that are new in a JPEG file, and writes it with the coefficients that it had everywhere else.
///
/// Where it can be, the file's codes are kept too (``ScanSplice``); else its coefficients are read and written again
/// (``CoefficientMerge``): in progressive files, in those of several scans or of arithmetic codes, and where anything is unusual.
/// There are files that cannot even be written so: then finishing fails with a fault, and nothing has been written.
final class PartialJPEG: SliceSink {
    private let plan: EncodingPlan
    private let sink: any ByteSink
    private let deadline: Deadline?
    private let newRows: NewRows
    private let kept: KeptRows
    private let reading: BackgroundTask?

    /// Prepares for new slices.
    ///
    /// - Parameters:
    ///   - plan: the file to write; its style is that of the original, but for progression.
    ///   - sink: where it goes.
    ///   - original: the file of which something is kept.
    ///   - inputName: what errors call it.
    ///   - layout: the slices of its planes.
    ///   - rows: the numbers of the slices that will be written.
    ///   - usesThreads: whether the original may be read by a thread of its own.
    ///   - deadline: when the time is over.
    init(
        _ plan: EncodingPlan, to sink: any ByteSink, original: JPEGReader, inputName: String, _ layout: SliceLayout,
        rows: Range<Int>, usesThreads: Bool, deadline: Deadline?
    ) {
        (self.plan, self.sink, self.deadline) = (plan, sink, deadline)
        newRows = NewRows(rows, of: plan, layout)
        let kept = KeptRows(original, inputName, besides: rows, isProgressive: plan.isProgressiveJPEG)
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

/// The rows of a JPEG file that are kept, in the one way or the other.
private final class KeptRows: @unchecked Sendable {
    private let original: JPEGReader
    private let inputName: String
    private let newRows: Range<Int>
    private var splice: ScanSplice?
    private var merge: CoefficientMerge?

    init(_ original: JPEGReader, _ inputName: String, besides newRows: Range<Int>, isProgressive: Bool) {
        (self.original, self.inputName, self.newRows) = (original, inputName, newRows)
        splice = isProgressive ? nil : ScanSplice(original, newRows: newRows)
    }

    /// Reads all that is needed of the file, and notices its damage.
    func read() throws(ImageError) {
        do throws(ImageError) {
            if try splice?.parseOriginal() == true { return }
        } catch {
            throw error.about(inputName)
        }
        try readCoefficients()
    }

    private func readCoefficients() throws(ImageError) {
        do throws(ImageError) {
            splice = nil
            let merge = try CoefficientMerge(original, newRows: newRows)
            try merge.read()
            self.merge = merge
        } catch {
            throw error.about(inputName)
        }
    }

    func write(_ pieces: [NewRows.Piece], _ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        if let splice, try splice.write(pieces, plan, to: sink) { return }
        if merge == nil { try readCoefficients() }
        try merge?.write(pieces, plan, to: sink)
    }
}
