/// The part of the fast engine for radii that vary along both axes, and for mattes.
///
/// The image is split into tiles. Each tile is blurred with a few radii at the resolution that they require, and every pixel is
/// interpolated between these results.
struct FieldBlur {
    /// The minimum number of pixels for each thread.
    private static let pixelsPerThread = 100_000

    /// Tiles that are blurred alike.
    private struct Pass {
        let job: FieldJob
        let pyramid: FieldPyramid
        let workers: [TileWorker]
    }

    private let passes: [Pass]
    /// The memory of the maps by which the image was split, in bytes.
    private let mapByteCount: Int
    private let isInterrupted: (@Sendable () -> Bool)?
    /// Whether the tiles that no matte affects are left to the engine on rows, which blurs all tiles.
    ///
    /// It must write the whole region between ``read()`` and ``write()``.
    let needsRows: Bool
    /// The rows, or the columns if the radius varies between them, in which some tile is not affected by the matte.
    let uncoveredLines: [Range<Int>]

    /// The share of pixels that no matte affects from which it is faster to blur all rows first.
    private static let leastUncoveredShare = 0.4

    /// Prepares a blur; writes nothing yet.
    init(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError) {
        let layout = unsafe source.layout
        let geometry = FieldGeometry(task.field, task.sampling, width: layout.width, height: layout.height)
        let map = try FieldMap(geometry, threadCount: task.execution.threadCount)
        let usesIntegers = BackgroundPixels.canBeIntegers(task, layout.format)
        let matteMap = try task.matte.map { (matte) throws(BlurError) in
            try Self.matteMap(matte, task, geometry, map, findsSparse: usesIntegers)
        }
        let all = TileShares(map, geometry, edges: task.edges, matteMap)
        var (shares, needsRows, uncoveredLines) = ([all.share([.uncovered, .covered])], false, [Range<Int>]())
        if matteMap != nil {
            let uncovered = shares[0]
            let leastCount = Self.leastUncoveredShare * Double(layout.width * layout.height)
            needsRows =
                task.field.variation != .betweenPixels && Double(uncovered.blurredPixelCount) >= leastCount
            let covered: TileShare.Kinds = needsRows ? .covered : []
            let behind: [TileShare.Kinds] = usesIntegers ? [covered.union(.dense), .sparse] : [covered.union(.sparse)]
            let isTransposed = task.field.variation == .betweenColumns
            uncoveredLines = uncovered.tiles.filter { !$0.sets.isEmpty }.map { isTransposed ? $0.columns : $0.rows }
                .merged()
            if needsRows { shares = [] }
            shares += behind.map { all.share($0, isOverwritten: needsRows) }
        }
        (self.needsRows, self.uncoveredLines) = (needsRows, uncoveredLines)
        var passes: [Pass] = []
        for share in shares {
            let job = try unsafe FieldJob(source, region: region, into: destination, task, geometry, share)
            if !job.tiles.isEmpty { passes.append(try Self.pass(job, task)) }
        }
        (self.passes, isInterrupted) = (passes, task.isInterrupted)
        mapByteCount = map.byteCount + (matteMap?.byteCount ?? 0)
    }

    /// What a matte covers of every cell, and in which of them its sums of weights may be small.
    private static func matteMap(
        _ matte: PlacedMatte, _ task: BlurTask, _ geometry: FieldGeometry, _ map: FieldMap, findsSparse: Bool
    ) throws(BlurError) -> MatteMap {
        let covered = MatteMap(matte, task.sampling, width: geometry.width, height: geometry.height)
        guard findsSparse else { return covered }
        return covered.with(
            sparse: try SparseCells.find(
                matte, covered, geometry, map, edges: task.edges, threadCount: task.execution.threadCount))
    }

    private static func pass(_ job: FieldJob, _ task: BlurTask) throws(BlurError) -> Pass {
        let pixelCount = job.geometry.width * job.geometry.height
        let threadCount = min(threadCount(pixelCount, task.execution.threadCount), job.tiles.count)
        let pyramid = try FieldPyramid(job, PyramidCoverage(job), threadCount: threadCount)
        var workers: [TileWorker] = []
        for _ in 0..<threadCount { workers.append(try TileWorker(job, pyramid)) }
        if job.isInPlace { try job.source.keep(job.requiredCells()) }
        return Pass(job: job, pyramid: pyramid, workers: workers)
    }

    /// The number of threads for an image.
    static func threadCount(_ pixelCount: Int, _ greatest: Int) -> Int {
        max(1, min(greatest, pixelCount / pixelsPerThread))
    }

    /// The memory in use besides the image, in bytes.
    var byteCount: Int {
        passes.reduce(mapByteCount) { sum, pass in
            sum + pass.job.byteCount + pass.pyramid.byteCount + pass.workers.reduce(0) { $0 + $1.byteCount }
        }
    }

    /// Reads what the tiles depend on: no pixel may be written before.
    func read() { for pass in passes { pass.pyramid.build() } }

    /// Writes all tiles.
    ///
    /// - Throws: ``BlurError/Code/cancelled`` if the task is interrupted.
    func write() throws(BlurError) {
        for pass in passes {
            let (job, workers, isInterrupted) = (pass.job, pass.workers, isInterrupted)
            Threads.run(workers.count) { thread in
                for index in stride(from: thread, to: job.tiles.count, by: workers.count) {
                    if let isInterrupted, isInterrupted() { return workers[thread].wasInterrupted = true }
                    workers[thread].run(job.tiles[index])
                }
            }
        }
        if passes.contains(where: { $0.workers.contains(where: \.wasInterrupted) }) {
            throw BlurError(.cancelled, "the blur was cancelled")
        }
    }
}
