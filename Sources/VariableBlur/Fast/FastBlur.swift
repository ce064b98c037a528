/// Drives the fast engine over an image in memory: in bands of rows, one for each thread.
struct FastBlur {
    let blur: ProgressiveBlur
    let sampling: PlaneSampling
    let execution: BlurExecution

    /// Fewer pixels than this are not worth a thread.
    private static let pixelsPerThread = 250_000

    /// Blurs the region of `source` into `destination`, an image of the region's size that may be the same memory.
    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        let layout = unsafe source.layout
        let isTurned = !blur.direction.isVertical
        let frame = CanonicalFrame(layout, isTurned: isTurned)
        let ramp = RadiusRamp(blur, count: frame.rowCount, sampling: sampling)
        let (rows, columns) = CanonicalFrame.extent(of: region, isTurned: isTurned)
        let blurred = ramp.lines(rows, above: FastEngine.greatestClearRadius)
        let job = try unsafe BandJob(
            rows: rows, columns: columns, blurred: blurred, frame: frame, source: source, destination: destination)
        let bands = split(rows, blurred, ramp, columnCount: frame.columnCount).map { BandSlot($0) }
        let (edges, set) = (blur.edges, execution.instructionSet)
        // nothing is written before every band has its memory, and has read what another will overwrite
        Threads.run(bands.count) { bands[$0].prepare(job, ramp, edges, set) }
        for band in bands { if let error = band.error { throw error } }
        Threads.run(bands.count) { bands[$0].run(job) }
    }

    /// A band, once a thread has made it.
    @safe
    private final class BandSlot: @unchecked Sendable {
        private let rows: Range<Int>
        /// `nil` if all rows are clear.
        private var band: FastBand?
        private(set) var error: BlurError?

        init(_ rows: Range<Int>) { self.rows = rows }

        func prepare(_ job: BandJob, _ ramp: RadiusRamp, _ edges: EdgeMode, _ set: InstructionSet) {
            if job.blurred.clamped(to: rows).isEmpty { return }
            do {
                let band = try FastBand(job, rows, ramp, edges, set)
                band.prepare()
                self.band = band
            } catch {
                self.error = error
            }
        }

        func run(_ job: BandJob) {
            guard let band else { return job.copy(rows) }
            band.run()
        }
    }

    /// Parts of the rows that take about the same time each.
    private func split(
        _ rows: Range<Int>, _ blurred: Range<Int>, _ ramp: RadiusRamp, columnCount: Int
    ) -> [Range<Int>] {
        let mostBands = rows.count * columnCount / Self.pixelsPerThread
        // a wrapped image is needed whole by whoever begins at its top
        let count = blur.edges == .wrap ? 1 : max(1, min(execution.threadCount, mostBands))
        guard count > 1 else { return [rows] }
        let cost = { row in blurred.contains(row) ? Self.cost(sigma: ramp.sigmas(row).across) : 1 }
        let total = rows.reduce(0) { $0 + cost($1) }
        var (bands, start, sum): ([Range<Int>], Int, Double) = ([], rows.lowerBound, 0)
        for row in rows {
            sum += cost(row)
            if sum >= total * Double(bands.count + 1) / Double(count) && bands.count < count - 1 {
                bands.append(start..<row + 1)
                start = row + 1
            }
        }
        return bands + [start..<rows.upperBound]
    }

    /// The time that a row takes, compared with one that is copied; as measured.
    private static func cost(sigma: Double) -> Double {
        sigma < 3 ? 5.2 + 3.6 * sigma : sigma < 6 ? 6.5 + 1.05 * sigma : 8
    }
}
