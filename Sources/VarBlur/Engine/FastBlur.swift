/// The fast engine on images in memory: splits an image into bands of rows, one for each thread.
enum FastBlur {
    /// The minimum number of pixels for each thread.
    static let pixelsPerThread = 250_000

    /// Blurs a region of `source`.
    ///
    /// - Parameters:
    ///   - source: the whole image or plane.
    ///   - region: the pixels to compute, inside the image.
    ///   - destination: an image of the region's size and the source's format. Its memory is disjoint from the source's or
    ///     is exactly the region of it.
    ///   - task: what to compute.
    /// - Throws: ``BlurError/Code/outOfMemory``, with `destination` unchanged, or ``BlurError/Code/cancelled``, with only
    ///   some of its rows written.
    static func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError) {
        let layout = unsafe source.layout
        guard
            usesTiles(task.field.variation, hasMatte: task.matte != nil, width: layout.width, height: layout.height)
        else {
            return try unsafe blurRows(source, region: region, into: destination, task: task)
        }
        var tiledTask = task
        tiledTask.look = task.look?.onTiles
        let tiles = try unsafe FieldBlur(source, region: region, into: destination, task: tiledTask)
        tiles.read()
        if tiles.needsRows {
            try unsafe blurRows(
                source, region: region, into: destination, task: task, blurringOnly: tiles.uncoveredLines)
        }
        try tiles.write()
    }

    /// Whether the radius varies along both axes, there is a matte, or lines are too short for the engine on rows.
    ///
    /// A line of one pixel takes as long as one of a hundred, so that a million columns of one pixel would take seconds.
    static func usesTiles(_ variation: FieldVariation, hasMatte: Bool, width: Int, height: Int) -> Bool {
        let hasShortLines = variation == .betweenColumns && height <= 4 && width >= 1 << 16
        return variation == .betweenPixels || hasMatte || hasShortLines
    }

    /// Blurs a region as if there were no matte, with radii that vary along one axis; or only some of its rows, or columns.
    private static func blurRows(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask,
        blurringOnly lines: [Range<Int>]? = nil
    ) throws(BlurError) {
        guard let rows = unsafe RowTask(task, source.layout) else {
            preconditionFailure("the engine on rows requires radii that vary along one axis")
        }
        let job = unsafe BandJob(
            rows, isTransposed: task.field.variation == .betweenColumns, source, region, into: destination,
            blurringOnly: lines, isInterrupted: task.isInterrupted)
        try run(job, threadCount: task.execution.threadCount)
        try task.checkInterruption()
    }

    /// Blurs the rows of a job.
    ///
    /// No pixel is written before every band has allocated its memory and read the rows that another band will
    /// overwrite.
    private static func run(_ job: BandJob, threadCount: Int) throws(BlurError) {
        let ranges = split(job, threadCount: threadCount)
        let bands = ranges.map { _ in BandSlot() }
        @Sendable func prepare(_ index: Int) { bands[index].prepare(job, ranges[index]) }
        if SpareMemory.addressLimit == nil {
            Threads.run(bands.count, prepare)
        } else {
            // if memory is short, other threads may have none for Swift's objects, whose allocation would end the process
            bands.indices.forEach(prepare)
        }
        for band in bands { if let error = band.error { throw error } }
        Threads.run(bands.count) { bands[$0].run(job) }
    }

    /// A band that a thread creates.
    @safe
    private final class BandSlot: @unchecked Sendable {
        private var band: FastBand?
        private(set) var error: BlurError?

        func prepare(_ job: BandJob, _ rows: Range<Int>) {
            do throws(BlurError) {
                band = try FastBand(job, rows)
                band?.prepare(job)
            } catch {
                self.error = error
            }
        }

        func run(_ job: BandJob) { band?.run(job) }
    }

    /// Splits the rows into ranges of about equal cost.
    private static func split(_ job: BandJob, threadCount: Int) -> [Range<Int>] {
        let rows = job.rows
        let greatestCount = rows.count * job.sourceOrder.columnCount / pixelsPerThread
        // with wrapped edges, the first rows require the whole image
        let count = job.task.edges == .wrap ? 1 : max(1, min(threadCount, greatestCount))
        guard count > 1 else { return [rows] }
        let blurred = job.blurred
        let cost = { row in
            blurred.range(containing: row) == nil ? 1 : Self.cost(sigma: job.task.profile.sigmas(ofLine: row).across)
        }
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

    /// The measured time for a blurred row, relative to a copied row.
    private static func cost(sigma: Double) -> Double {
        sigma < 3 ? 5.2 + 3.6 * sigma : sigma < 6 ? 6.5 + 1.05 * sigma : 8
    }
}
