internal import CBlurKernels

/// How much of the rows of an image a matte covers, for a thread that decimates them.
@safe
final class BackgroundRows: @unchecked Sendable {
    private let background: BackgroundPixels
    private let height: Int
    private let isClamped: Bool
    /// Whether rows are decimated along both axes at once.
    private let areDecimated: Bool
    private let buffer: CoverageBuffer
    /// Samples of a channel for the weights of pixels, all of which are 1, and as many zeros.
    private let (ones, zeros): (SamplePointer, SamplePointer)
    /// The latest runs, and the rows of cells that they belong to.
    private var known: [(columns: Range<Int>, runs: [MatteRun])] = []
    private var knownCells = 0..<0
    /// The rows for which `loaded` are the columns that require weights.
    private var block = 0..<0
    private var loaded: [Range<Int>] = []

    /// How far the rows extend that are decimated together with a row.
    private static let reach = 5

    init(_ background: BackgroundPixels, _ job: FieldJob, isClamped: Bool, arena: Arena) throws(BlurError) {
        (self.background, height, self.isClamped) = (background, job.source.height, isClamped)
        areDecimated = job.chain.steps[1] == ResolutionChain.Step(verticalLevel: 1, horizontalLevel: 1)
        buffer = try CoverageBuffer(background.coverage, greatestCount: job.source.width, arena: arena)
        let rows = try SampleTable(
            2, samplesPerRow: job.source.width + background.channelCount, offset: 0, for: job.loops, arena: arena)
        unsafe (ones, zeros) = (rows[0], rows[1])
        unsafe background.writeOnes(ones, count: job.source.width)
    }

    /// Columns of rows that are decimated to one, in parts that are covered alike; without weights, neither those that are uncovered nor
    /// those that are wholly in front need to be loaded.
    func runs(columns: Range<Int>, rows: Range<Int>) -> [MatteRun] {
        // beyond the image, there is no weight
        if !areDecimated || !isClamped && (rows.lowerBound < 0 || rows.upperBound > height) {
            return [MatteRun(columns: columns, coverage: CoverageBounds())]
        }
        let cells = max(rows.lowerBound, 0) / MatteMap.cellSize..<(rows.upperBound - 1) / MatteMap.cellSize + 1
        if cells != knownCells { known.removeAll(keepingCapacity: true) }
        knownCells = cells
        if let index = known.firstIndex(where: { $0.columns == columns }) { return known[index].runs }
        let runs = background.coverage.map.runs(columns: columns, rows: rows)
        known.append((columns, runs))
        return runs
    }

    /// Whether the pixels of a run must be loaded with their coverage.
    func requiresWeights(_ run: MatteRun) -> Bool {
        !run.coverage.isCovered && !(run.coverage.isUncovered && background.sumsValues)
    }

    /// Samples of the last channel where no weights are required.
    func lastChannel(_ run: MatteRun) -> SamplePointer {
        unsafe run.coverage.isCovered == background.keepsCoverage ? ones : zeros
    }

    /// Converts the pixels of a row that require weights, at most those at some columns, which `sources` returns for some rows.
    func load(
        _ row: Int, _ pixels: UnsafePointer<UInt8>, bytesPerPixel: Int, into samples: SamplePointer,
        columns: Range<Int>, sources: (Range<Int>) -> [Range<Int>]
    ) {
        if !block.contains(row) {
            block = MatteCoverage.rows(with: row, in: 0..<height)
            let reached = block.lowerBound - Self.reach..<block.upperBound + Self.reach
            loaded = sources(block).flatMap { runs(columns: $0, rows: reached) }.filter(requiresWeights)
                .map(\.columns)
        }
        let coverage = unsafe buffer.row(row, of: block, columns: columns, parts: loaded)
        let channels = background.channelCount
        for part in loaded {
            unsafe background.load(
                pixels + part.lowerBound * bytesPerPixel, coverage: coverage + (part.lowerBound - columns.lowerBound),
                count: part.count, into: samples + part.lowerBound * channels)
        }
    }
}
