/// The part of the fast engine for radii that vary along both axes.
///
/// The image is split into tiles. Each tile is blurred with a few radii at the resolution that they require, and every pixel is
/// interpolated between these results.
enum FieldBlur {
    /// The minimum number of pixels for each thread.
    private static let pixelsPerThread = 100_000

    static func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError) {
        let job = try unsafe FieldJob(source, region: region, into: destination, task)
        let pixelCount = job.geometry.width * job.geometry.height
        let threadCount = max(
            1, min(task.execution.threadCount, job.tiles.count, pixelCount / pixelsPerThread))
        let rows = try AxisBlur(job.chain.vertical, edges: job.edges, levels: job.chain.vertical.coarsest, loops: job.loops, arena: Arena())
        let required = job.requiredRows(rows)
        let pyramid = try FieldPyramid(
            job.source, job.chain, required: required, edges: job.edges, threadCount: threadCount, loops: job.loops)
        var workers: [TileWorker] = []
        for _ in 0..<threadCount { workers.append(try TileWorker(job, pyramid)) }
        if job.isInPlace { try job.source.keep(required[0]) }
        pyramid.build()
        let all = workers
        Threads.run(threadCount) { thread in
            for index in stride(from: thread, to: job.tiles.count, by: threadCount) { all[thread].run(job.tiles[index]) }
        }
    }

    /// The mean upward bias of averages that are rounded up, in units of 1/128 of a sample value.
    static func roundingBias(level: Int) -> UInt16 { 0 }
}
