/// A band: the rows of an image that one thread computes.
///
/// In place, a band must not read rows after another band, or itself, has overwritten them. `prepare` copies the rows of other
/// bands before any band runs. The band pushes its own rows into the pyramid before it overwrites them, and `recent` keeps those
/// that are read again.
@safe
final class FastBand: @unchecked Sendable {
    private let rows: Range<Int>
    /// `nil` if no row is blurred.
    private var engine: FastEngine?
    /// A buffer for computed rows if they cannot be computed in the destination, and its number of rows.
    private let output: RowBuffer?
    private let outputRowCount: Int
    /// In place: copies of rows above and below the band that other threads may overwrite; above, only without `recent`.
    private let above: RowBuffer?
    private let below: RowBuffer?
    /// Copies of the last rows read, if the image is transposed, or if this band overwrites rows before it reads them again.
    private var recent: ByteRowRing?
    /// The number of rows to copy at once, and the end of the rows that may be copied early.
    private let readAheadCount: Int
    private let readAheadEnd: Int

    /// Prepares a band of a job; writes nothing yet.
    ///
    /// With `isKept`, the band is for jobs with other images, too, whether in place or not.
    init(_ job: BandJob, _ rows: Range<Int>, isKept: Bool = false) throws(BlurError) {
        self.rows = rows
        let blurred = job.blurred.clamped(to: rows)
        engine = try blurred.isEmpty ? nil : FastEngine(job.task, rows: blurred, keepsWeights: isKept)
        let read = engine?.sourceRows ?? 0..<0
        let (isInPlace, isTransposed) = (isKept || job.isInPlace, job.sourceOrder.isTransposed)
        let writesDirectly = !isTransposed && job.columns.count == job.sourceOrder.columnCount
        outputRowCount = isTransposed ? BandJob.blockSize : FastEngine.batchSize
        output = try writesDirectly ? nil : RowBuffer(0..<outputRowCount, rowBytes: job.rowBytes, isKept: isKept)
        func copies(_ neighbors: Range<Int>) throws(BlurError) -> RowBuffer? {
            isInPlace && !neighbors.isEmpty ? try RowBuffer(neighbors, rowBytes: job.rowBytes) : nil
        }
        below = try copies(read.clamped(to: rows.upperBound..<max(read.upperBound, rows.upperBound)))
        readAheadCount = isTransposed ? BandJob.blockSize : 1
        readAheadEnd = isInPlace ? min(read.upperBound, rows.upperBound) : read.upperBound
        if isTransposed || isInPlace && engine?.rereadsSource ?? false {
            recent = try ByteRowRing(
                count: FastEngine.rereadRowCount + readAheadCount, rowBytes: job.rowBytes, isKept: isKept)
            above = nil
        } else {
            // `prepare` pushes all rows above the band; only the last few are read again
            recent = nil
            above = try copies(read.clamped(to: rows.lowerBound - FastEngine.rereadRowCount..<rows.lowerBound))
        }
    }

    /// Returns to the first row, for another image of the same size and format.
    func rewind() {
        engine?.rewind()
        recent?.removeAll()
    }

    /// Reads the rows that other bands will overwrite.
    ///
    /// Every band must have done so before any band runs.
    func prepare(_ job: BandJob) {
        guard job.isInPlace else { return }
        for case .some(let copies) in [above, below] {
            unsafe job.read(copies.rows) { unsafe copies.mutableRow($0) }
        }
        unsafe engine?.pushRows(upTo: rows.lowerBound - 1) { unsafe unmodifiedRow($0, job) }
    }

    /// Computes the band's rows.
    func run(_ job: BandJob) {
        var steps = RowSteps(rows, blurring: job.blurred.clamped(to: rows))
        while let step = steps.next() {
            if let range = step.blurred {
                if job.isInterrupted?() ?? false { return }
                blur(step.rows, of: range, job)
            } else {
                job.copy(step.rows)
            }
        }
    }

    /// Computes some of the rows of a blurred range.
    private func blur(_ batch: Range<Int>, of range: Range<Int>, _ job: BandJob) {
        prefetchRows(for: batch.lowerBound - range.lowerBound, job)
        let first = batch.lowerBound - (batch.lowerBound - range.lowerBound) % outputRowCount
        unsafe engine?.makeRows(batch) {
            unsafe sourceRow($0, job)
        } into: { [output] in
            unsafe output?.mutableRow($0 - first) ?? job.destinationPixel(row: $0)
        }
        let isFull = batch.upperBound - first == outputRowCount || batch.upperBound == range.upperBound
        if isFull, let output { write(output, first..<batch.upperBound, job) }
    }

    /// Asks the processor to load a part of the rows that will be read next from a transposed image, whose pixels are far apart.
    ///
    /// Each of the batches that precede the reading asks for its part, so that the memory has time.
    private func prefetchRows(for offset: Int, _ job: BandJob) {
        guard job.sourceOrder.isTransposed, let next = recent?.latest.map({ $0 + 1 }), next < readAheadEnd else {
            return
        }
        let partCount = readAheadCount / FastEngine.batchSize
        let part = offset / FastEngine.batchSize % partCount
        let columns = job.sourceOrder.columnCount
        job.prefetch(
            next..<min(next + readAheadCount, readAheadEnd),
            part * columns / partCount..<(part + 1) * columns / partCount)
    }

    /// Writes computed rows from the output buffer to the destination.
    private func write(_ output: RowBuffer, _ computed: Range<Int>, _ job: BandJob) {
        if job.sourceOrder.isTransposed { return job.writeTransposed(computed, from: output) }
        let bytesPerPixel = job.format.bytesPerPixel
        for row in computed {
            let from = unsafe output.row(row - computed.lowerBound) + job.columns.lowerBound * bytesPerPixel
            unsafe job.destinationPixel(row: row).update(from: from, count: job.columns.count * bytesPerPixel)
        }
    }

    /// The first byte of a row of the unmodified source.
    private func sourceRow(_ row: Int, _ job: BandJob) -> UnsafePointer<UInt8> {
        if let below, row >= rows.upperBound { return unsafe below.row(row) }
        if let above, row < rows.lowerBound { return unsafe above.row(row) }
        return unsafe unmodifiedRow(row, job)
    }

    /// The first byte of a row that no other band overwrites; the first request for a row precedes its modification.
    private func unmodifiedRow(_ row: Int, _ job: BandJob) -> UnsafePointer<UInt8> {
        guard var recent else { return unsafe job.sourceRow(row) }
        if row > recent.latest ?? row - 1 {
            let rows = row..<min(row + readAheadCount, max(readAheadEnd, row + 1))
            unsafe job.read(rows) { unsafe recent.mutableRow($0) }
            recent.advance(to: rows.upperBound - 1)
            self.recent = recent
        }
        return unsafe recent.row(row)
    }
}
