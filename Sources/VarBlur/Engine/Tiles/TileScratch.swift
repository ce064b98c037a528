internal import CBlurKernels

/// The memory in which a thread blurs one tile after the other.
///
/// Rows of a tile have the channels in separate planes, one after the other, with room for kernels on both sides.
@safe
struct TileScratch {
    /// The dimensions that the tiles of a job require at most.
    struct Capacity {
        var windowRows = 1
        var windowColumns = 1
        var resultRows = 1
        var resultColumns = 1
        /// The length of a channel's samples at full resolution, with the samples around the tile.
        var rowLength = TileScratch.planeStride(FieldTile.greatestSize)
        var doublingMargin = 0
        var nodeCount = 1

        init(_ job: FieldJob) {
            nodeCount = job.tiles.lazy.flatMap(\.sets).map(\.sigmas.count).max() ?? 1
            for (index, step) in job.chain.steps.enumerated() {
                guard let sigma = job.greatestSigmas[index] else { continue }
                let size = FieldTile.size(step)
                let scales = job.geometry.scales
                func extent(_ domain: AxisDomain, _ level: Int, _ scale: Double) -> (results: Int, window: Int) {
                    let results = FieldJob.resultCapacity(pixelCount: min(size, domain.axis.count), level: level)
                    let window = domain.windowCapacity(resultCount: results, level: level, greatestSigma: sigma * scale)
                    return (results, window)
                }
                let rows = extent(job.vertical, step.verticalLevel, scales.vertical)
                let columns = extent(job.horizontal, step.horizontalLevel, scales.horizontal)
                (windowRows, resultRows) = (max(windowRows, rows.window), max(resultRows, rows.results))
                (windowColumns, resultColumns) = (
                    max(windowColumns, columns.window), max(resultColumns, columns.results)
                )
                rowLength = max(rowLength, TileScratch.planeStride(columns.results) << step.horizontalLevel)
                // doublings compute two more samples on each side
                doublingMargin = max(doublingMargin, 4 << step.horizontalLevel)
            }
        }

        /// Traps if a plan requires more memory than was allocated.
        func require(_ plan: TilePlan) {
            precondition(
                plan.windowRows.count <= windowRows && plan.windowColumns.count <= windowColumns
                    && plan.resultRows.count <= resultRows && plan.resultColumns.count <= resultColumns
                    && plan.columns.count <= FieldTile.greatestSize && plan.set.sigmas.count <= nodeCount,
                "a tile of \(plan.windowColumns.count)×\(plan.windowRows.count) samples exceeds the memory for "
                    + "\(windowColumns)×\(windowRows)")
        }
    }

    let capacity: Capacity
    /// The samples before a row's first plane: the reach of a kernel.
    private static let padding = AxisBlur.greatestInteriorReach
    /// The number of nodes whose kernels are applied to a row at once.
    static let kernelCount = Int(BLUR_GREATEST_KERNEL_COUNT)

    /// The samples of the window, one row after the other.
    let window: SampleTable
    /// The rows of the window, blurred along the row with the σ of some nodes: `windowRows` rows for each.
    let filtered: SampleTable
    let windowRows: Int
    /// The results of every node: `resultRows` rows for each.
    let nodes: SampleTable
    let resultRows: Int
    /// The combined results of a smooth tile.
    let combined: SampleTable
    /// Combined results at full resolution along the row only, if all pixels of a column have the same σ.
    let wide: SampleTable
    /// A row that is interpolated vertically only.
    let line: SampleTable
    /// Two rows for doublings.
    let doubled: SampleTable
    /// Rows at full resolution with all channels: the result, and every node.
    let rows: SampleTable
    /// The greatest distance between the planes of the channels in these rows.
    let planeStride: Int
    /// The weights of every node for the samples of a row.
    let weights: SampleTable
    /// Interleaved samples of a row of the image.
    let interleaved: SampleTable
    /// The σ of the results of a row, if all are the same.
    let lineSigmas: UnsafeMutablePointer<Float>
    /// The σ of all pixels of a mixed tile, which has the size of a cell; one row after the other.
    private let cellSigmas: UnsafeMutablePointer<Float>
    let values: UnsafeMutablePointer<UInt8>
    /// The coverage of rows by a matte, if there is one.
    let coverage: CoverageBuffer?
    /// What selects the pixels of a row that are not wholly in front.
    let selection: UnsafeMutablePointer<Float>
    /// The addresses and weights of up to `addressCount` rows.
    let addressCount: Int
    let windowAddresses: UnsafeMutablePointer<UnsafeRawPointer?>
    /// The addresses of the nodes' samples in a row, followed by those of their weights.
    let nodeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>
    let mutableAddresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let rowWeights: UnsafeMutablePointer<Int32>
    /// The kernels that are applied to a row at once, and where their results go.
    let kernels: UnsafeMutablePointer<blur_symmetric_kernel>
    let kernelResults: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// For each of these kernels, the results that the edges affect.
    let edges: [EdgeColumns]

    /// The distance between the planes of the channels in rows of `count` samples.
    static func planeStride(_ count: Int) -> Int { (count + 15) & ~15 }

    init(_ capacity: Capacity, _ job: FieldJob, loops: InnerLoops, arena: Arena) throws(BlurError) {
        self.capacity = capacity
        let (format, channels) = (job.format, job.channelCount)
        func rowLength(_ count: Int) -> Int {
            Self.padding + channels * Self.planeStride(count) + Self.padding + Int(BLUR_SAMPLE_PADDING)
        }
        let (windowLength, resultLength) = (rowLength(capacity.windowColumns), rowLength(capacity.resultColumns))
        func table(_ rowCount: Int, _ length: Int) throws(BlurError) -> SampleTable {
            try SampleTable(rowCount, samplesPerRow: length, offset: Self.padding, for: loops, arena: arena)
        }
        window = try table(capacity.windowRows, windowLength)
        windowRows = capacity.windowRows
        filtered = try table(min(capacity.nodeCount, Self.kernelCount) * windowRows, resultLength)
        nodes = try table(capacity.nodeCount * capacity.resultRows, resultLength)
        resultRows = capacity.resultRows
        combined = try table(capacity.resultRows, resultLength)
        planeStride = capacity.rowLength
        let pixelRow =
            2 * Self.padding + channels * planeStride + capacity.doublingMargin + 2 * Int(BLUR_SAMPLE_PADDING)
        wide = try table(job.isConstantAlongColumns ? capacity.resultRows : 1, pixelRow)
        line = try table(1, max(resultLength, pixelRow))
        doubled = try table(2, pixelRow)
        rows = try table(capacity.nodeCount + 1, pixelRow)
        weights = try table(capacity.nodeCount, planeStride + 2 * Self.padding + Int(BLUR_SAMPLE_PADDING))
        interleaved = try table(1, 2 * Self.padding + channels * capacity.windowColumns + Int(BLUR_SAMPLE_PADDING))
        unsafe lineSigmas = try arena.allocate(capacity.resultColumns + Int(BLUR_SAMPLE_PADDING), of: Float.self)
        let cellCount = FieldMap.cellSize * FieldMap.cellSize
        unsafe cellSigmas = try arena.allocate(cellCount + Int(BLUR_SAMPLE_PADDING), of: Float.self)
        unsafe values = try arena.allocate(FieldTile.greatestSize * format.bytesPerPixel, of: UInt8.self)
        let coverageCount = job.background == nil ? 0 : max(FieldTile.greatestSize, capacity.windowColumns)
        unsafe selection = try arena.allocate(coverageCount, of: Float.self)
        coverage = try job.background.map { (background) throws(BlurError) in
            try CoverageBuffer(background.coverage, greatestCount: coverageCount, arena: arena)
        }
        addressCount = max(4 * capacity.windowRows, 64)
        unsafe windowAddresses = try arena.allocate(addressCount, of: UnsafeRawPointer?.self)
        unsafe nodeAddresses = try arena.allocate(2 * NodeSet.greatestNodeCount, of: UnsafeRawPointer?.self)
        unsafe mutableAddresses = try arena.allocate(8, of: UnsafeMutableRawPointer?.self)
        unsafe rowWeights = try arena.allocate(addressCount, of: Int32.self)
        unsafe kernels = try arena.allocate(Self.kernelCount, of: blur_symmetric_kernel.self)
        unsafe kernelResults = try arena.allocate(Self.kernelCount, of: UnsafeMutableRawPointer?.self)
        var edges: [EdgeColumns] = []
        for _ in 0..<Self.kernelCount {
            edges.append(
                try EdgeColumns(
                    capacity: capacity.resultColumns, windowCount: capacity.windowColumns, arena: arena))
        }
        self.edges = edges
    }

    /// The σ of a row of a mixed tile, from its first column on.
    func cellSigmas(_ row: Int, of tile: FieldTile) -> UnsafeMutablePointer<Float> {
        let size = FieldMap.cellSize
        precondition(
            tile.rows.contains(row) && tile.rows.count <= size && tile.columns.count <= size,
            "row \(row) is not in a cell")
        return unsafe cellSigmas + (row - tile.rows.lowerBound) * size
    }
}

/// Rows of samples in one block of memory.
@safe
struct SampleTable {
    private let start: UnsafeMutableRawPointer
    let samplesPerRow: Int
    private let sampleSize: Int

    /// Allocates rows whose first sample is preceded by `offset` samples; all samples are 0, or undefined.
    init(
        _ rowCount: Int, samplesPerRow: Int, offset: Int, isZeroed: Bool = true, for loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        // an odd number of cache lines, so that the samples of a column are spread over all sets of the cache
        let length = (samplesPerRow + 31) & ~31 | 32
        let (count, overflow) = rowCount.multipliedReportingOverflow(by: length * loops.sampleSize)
        let memory = try unsafe UnsafeMutableRawPointer(
            arena.allocate(overflow ? Int.max : count, of: UInt8.self, isZeroed: isZeroed))
        unsafe start = memory + offset * loops.sampleSize
        (self.samplesPerRow, sampleSize) = (length, loops.sampleSize)
    }

    /// The first sample of a row.
    subscript(row: Int) -> SamplePointer {
        unsafe SamplePointer(address: start, sampleSize: sampleSize) + row &* samplesPerRow
    }
}
