/// The part of the fast engine for radii that vary along both axes.
///
/// The image is split into tiles. Each tile is blurred with a few radii at the resolution that they require, and every pixel is
/// interpolated between these results.
struct FieldBlur {
    /// The minimum number of pixels for each thread.
    private static let pixelsPerThread = 100_000

    private let job: FieldJob
    private let pyramid: FieldPyramid
    private let workers: [TileWorker]
    private let isInterrupted: (@Sendable () -> Bool)?

    /// Prepares a blur; writes nothing yet.
    init(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError) {
        let job = try unsafe FieldJob(source, region: region, into: destination, task)
        let pixelCount = job.geometry.width * job.geometry.height
        let threadCount = min(Self.threadCount(pixelCount, task.execution.threadCount), max(job.tiles.count, 1))
        pyramid = try FieldPyramid(
            job.source, job.chain, PyramidCoverage(job), edges: job.edges, threadCount: threadCount, loops: job.loops)
        var workers: [TileWorker] = []
        for _ in 0..<threadCount { workers.append(try TileWorker(job, pyramid)) }
        if job.isInPlace { try job.source.keep(job.requiredCells()) }
        (self.job, self.workers, isInterrupted) = (job, workers, task.isInterrupted)
    }

    /// The number of threads for an image.
    static func threadCount(_ pixelCount: Int, _ greatest: Int) -> Int {
        max(1, min(greatest, pixelCount / pixelsPerThread))
    }

    /// The memory in use besides the image, in bytes.
    var byteCount: Int {
        job.byteCount + pyramid.byteCount + workers.reduce(0) { $0 + $1.byteCount }
    }

    /// Blurs all tiles.
    ///
    /// - Throws: ``BlurError/Code/cancelled`` if the task is interrupted.
    func run() throws(BlurError) {
        pyramid.build()
        let (job, workers, isInterrupted) = (job, workers, isInterrupted)
        Threads.run(workers.count) { thread in
            for index in stride(from: thread, to: job.tiles.count, by: workers.count) {
                if let isInterrupted, isInterrupted() { return workers[thread].wasInterrupted = true }
                workers[thread].run(job.tiles[index])
            }
        }
        if workers.contains(where: \.wasInterrupted) {
            throw BlurError(.cancelled, "the blur was cancelled")
        }
    }

    static func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError) {
        try unsafe FieldBlur(source, region: region, into: destination, task: task).run()
    }

    /// The mean upward bias of averages that are rounded up, in units of 1/128 of a sample value.
    static func roundingBias(level: Int) -> UInt16 { level == 0 ? 0 : UInt16((17 * level + 16) / 20) }
}
