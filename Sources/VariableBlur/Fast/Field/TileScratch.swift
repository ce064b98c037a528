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
        /// The length of rows at full resolution, with the samples around the tile.
        var rowLength = FieldTile.greatestSize
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
                // doublings compute two more samples on each side; at level 0, there are none
                rowLength = max(rowLength, (columns.results + 4) << step.horizontalLevel)
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

    /// The samples of the window, one row after the other.
    let window: SampleTable
    /// The results of every node: `resultRows` rows for each.
    let nodes: SampleTable
    let resultRows: Int
    /// The combined results of a smooth tile.
    let combined: SampleTable
    /// A row that is blurred vertically only, and one that is interpolated vertically only.
    let lines: SampleTable
    /// Two rows for doublings.
    let doubled: SampleTable
    /// Rows at full resolution: the channels of every node, and those of the result.
    let rows: SampleTable
    /// The weights of every node for the samples of a row.
    let weights: SampleTable
    /// Interleaved samples of a row of the image.
    let interleaved: SampleTable
    /// The σ of all pixels of a mixed tile, which has the size of a cell; one row after the other.
    private let cellSigmas: UnsafeMutablePointer<Float>
    let values: UnsafeMutablePointer<UInt8>
    /// The addresses and weights of up to `addressCount` rows.
    let addressCount: Int
    let windowAddresses: UnsafeMutablePointer<UnsafeRawPointer?>
    /// The addresses of the nodes' samples in a row, followed by those of their weights.
    let nodeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>
    let mutableAddresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let rowWeights: UnsafeMutablePointer<Int32>
    let edges: EdgeColumns

    /// The distance between the planes of the channels in rows of `count` samples.
    static func planeStride(_ count: Int) -> Int { (count + 15) & ~15 }

    init(_ capacity: Capacity, format: PixelFormat, loops: InnerLoops, arena: Arena) throws(BlurError) {
        self.capacity = capacity
        let channels = format.channels.count
        func rowLength(_ count: Int) -> Int {
            Self.padding + channels * Self.planeStride(count) + Self.padding + Int(BLUR_SAMPLE_PADDING)
        }
        let (windowLength, resultLength) = (rowLength(capacity.windowColumns), rowLength(capacity.resultColumns))
        func table(_ rowCount: Int, _ length: Int) throws(BlurError) -> SampleTable {
            try SampleTable(rowCount, samplesPerRow: length, offset: Self.padding, for: loops, arena: arena)
        }
        window = try table(capacity.windowRows, windowLength)
        nodes = try table(capacity.nodeCount * capacity.resultRows, resultLength)
        resultRows = capacity.resultRows
        combined = try table(capacity.resultRows, resultLength)
        lines = try table(2, max(windowLength, resultLength))
        let pixelRow = 2 * Self.padding + capacity.rowLength + 2 * Int(BLUR_SAMPLE_PADDING)
        doubled = try table(2, pixelRow)
        rows = try table((capacity.nodeCount + 1) * channels, pixelRow)
        weights = try table(capacity.nodeCount, pixelRow)
        interleaved = try table(1, 2 * Self.padding + channels * capacity.windowColumns + Int(BLUR_SAMPLE_PADDING))
        let cellCount = FieldMap.cellSize * FieldMap.cellSize
        unsafe cellSigmas = try arena.allocate(cellCount + Int(BLUR_SAMPLE_PADDING), of: Float.self)
        unsafe values = try arena.allocate(FieldTile.greatestSize * format.bytesPerPixel, of: UInt8.self)
        addressCount = max(4 * capacity.windowRows, 64)
        unsafe windowAddresses = try arena.allocate(addressCount, of: UnsafeRawPointer?.self)
        unsafe nodeAddresses = try arena.allocate(2 * NodeSet.greatestNodeCount, of: UnsafeRawPointer?.self)
        unsafe mutableAddresses = try arena.allocate(8, of: UnsafeMutableRawPointer?.self)
        unsafe rowWeights = try arena.allocate(addressCount, of: Int32.self)
        edges = try EdgeColumns(capacity: capacity.resultColumns, windowCount: capacity.windowColumns, arena: arena)
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

    /// Allocates rows whose first sample is preceded by `offset` samples.
    init(
        _ rowCount: Int, samplesPerRow: Int, offset: Int, for loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        let length = (samplesPerRow + 31) & ~31
        let (count, overflow) = rowCount.multipliedReportingOverflow(by: length * loops.sampleSize)
        let memory = try unsafe UnsafeMutableRawPointer(arena.allocate(overflow ? Int.max : count, of: UInt8.self))
        unsafe start = memory + offset * loops.sampleSize
        (self.samplesPerRow, sampleSize) = (length, loops.sampleSize)
    }

    /// The first sample of a row.
    subscript(row: Int) -> SamplePointer {
        unsafe SamplePointer(address: start, sampleSize: sampleSize) + row &* samplesPerRow
    }
}

/// The arguments of the inner loop `sum_along`: the results of a row that the edges affect.
@safe
struct EdgeColumns {
    let targets: UnsafeMutablePointer<Int32>
    let starts: UnsafeMutablePointer<Int32>
    let counts: UnsafeMutablePointer<Int32>
    let weights: UnsafeMutablePointer<Int32>
    let weightStep: Int
    private(set) var count = 0

    init(capacity: Int, windowCount: Int, arena: Arena) throws(BlurError) {
        unsafe targets = try arena.allocate(capacity, of: Int32.self)
        unsafe starts = try arena.allocate(capacity, of: Int32.self)
        unsafe counts = try arena.allocate(capacity, of: Int32.self)
        unsafe weights = try arena.allocate(capacity * windowCount, of: Int32.self)
        weightStep = windowCount
    }

    mutating func set(_ results: [EdgeResult], _ columns: Range<Int>) {
        count = results.count
        for (index, result) in results.enumerated() {
            unsafe targets[index] = Int32(result.index - columns.lowerBound)
            unsafe starts[index] = Int32(result.first)
            unsafe counts[index] = Int32(result.weights.count)
            for (tap, weight) in result.weights.enumerated() { unsafe weights[index * weightStep + tap] = weight }
        }
    }
}
