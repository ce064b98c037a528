/// The samples of every resolution above the full one that tiles read, or from which such samples of coarser resolutions are computed.
struct PyramidCoverage {
    /// The rows of each resolution that tiles read, which may lie a little outside of the image.
    let rows: [Range<Int>]
    /// For each resolution and each band of rows, the columns inside the image: disjoint ranges in ascending order.
    private let columns: [[[Range<Int>]]]
    /// The number of columns of each resolution inside the image.
    private let widths: [Int]

    /// The height of a band, and what the ends of ranges are a multiple of.
    private static let bandHeight = CellSet.cellSize
    /// The greatest distance in samples at which ranges are joined.
    private static let greatestGap = 4 * CellSet.cellSize

    init(_ job: FieldJob) {
        let chain = job.chain
        var cells = chain.steps.map {
            CellSet(width: chain.horizontal.length($0.horizontalLevel), height: chain.vertical.length($0.verticalLevel))
        }
        let windows = TileWindows(job.geometry, chain, vertical: job.vertical, horizontal: job.horizontal)
        var required = [Range<Int>](repeating: 0..<0, count: chain.steps.count)
        for tile in job.tiles where !tile.blurredRows.isEmpty {
            for (set, step) in zip(tile.sets, tile.steps) where step > 0 {
                let (rows, columns) = windows.windows(tile, set, step: step)
                required[step] = ([required[step]] + rows.ranges).filter { !$0.isEmpty }.hullOfAll
                for rows in rows.ranges {
                    for columns in columns.ranges { cells[step].insert(columns: columns, rows: rows) }
                }
            }
        }
        var runs = [[[Range<Int>]]](repeating: [], count: chain.steps.count)
        for step in chain.steps.indices.dropFirst().reversed() {
            let width = chain.horizontal.length(chain.steps[step].horizontalLevel)
            runs[step] = (0..<cells[step].rowCount).map { band in
                let runs = Self.samples(cells[step].runs(ofRow: band), width: width)
                if step > 1 {
                    let (finer, coarser) = (chain.steps[step - 1], chain.steps[step])
                    let band = band * Self.bandHeight..<(band + 1) * Self.bandHeight
                    let rows = coarser.verticalLevel > finer.verticalLevel ? Self.sources(of: band) : band
                    for run in runs {
                        cells[step - 1].insert(columns: Self.sourceColumns(of: run, step, chain), rows: rows)
                    }
                }
                return runs
            }
        }
        (columns, widths) = (runs, chain.steps.map { chain.horizontal.length($0.horizontalLevel) })
        rows = required
    }

    /// The samples of adjacent cells; ranges are joined if they are close, because every range takes some time.
    private static func samples(_ cells: [Range<Int>], width: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for cells in cells {
            let end = min(cells.upperBound * CellSet.cellSize, width)
            runs.join(cells.lowerBound * CellSet.cellSize..<end, gap: greatestGap)
        }
        return runs
    }

    /// The samples of the finer level from which some samples are decimated.
    private static func sources(of samples: Range<Int>) -> Range<Int> {
        2 * samples.lowerBound - 2..<2 * samples.upperBound + 2
    }

    /// The columns of the next finer resolution from which adjacent columns of a resolution are computed.
    static func sourceColumns(of columns: Range<Int>, _ step: Int, _ chain: ResolutionChain) -> Range<Int> {
        let finerLevel = chain.steps[step - 1].horizontalLevel
        guard chain.steps[step].horizontalLevel > finerLevel else { return columns }
        let (sources, size) = (sources(of: columns), CellSet.cellSize)
        let end = (sources.upperBound + size - 1) / size * size
        return max(sources.lowerBound, 0) / size * size..<min(end, chain.horizontal.length(finerLevel))
    }

    /// The columns of the image from which any sample is computed.
    func sourceColumns(_ chain: ResolutionChain) -> Range<Int> {
        guard columns.count > 1 else { return 0..<0 }
        return columns[1].joined().map { Self.sourceColumns(of: $0, 1, chain) }.hullOfAll
    }

    /// The columns of some rows of the image from which any sample is computed.
    func sourceColumns(ofRows rows: Range<Int>, _ chain: ResolutionChain) -> [Range<Int>] {
        guard columns.count > 1 else { return [] }
        // six rows are decimated to one
        let isDecimated = chain.steps[1].verticalLevel > 0
        let first = band(ofRow: isDecimated ? (rows.lowerBound - 3) >> 1 : rows.lowerBound, 1)
        let last = band(ofRow: isDecimated ? (rows.upperBound + 1) >> 1 : rows.upperBound - 1, 1)
        let sources = (first...last).map { columns[1][$0].map { Self.sourceColumns(of: $0, 1, chain) } }
        return sources.count == 1 ? sources[0].merged() : sources.flatMap { $0 }.merged()
    }

    /// The columns of a row that are computed, without those beyond the image.
    func columns(ofRow row: Int, step: Int) -> [Range<Int>] { columns[step][band(ofRow: row, step)] }

    private func band(ofRow row: Int, _ step: Int) -> Int {
        min(max(row, 0) / Self.bandHeight, columns[step].count - 1)
    }

    /// Traps unless the samples of a window are computed.
    func require(_ rows: AxisWindow, _ columns: AxisWindow, step: Int) {
        let width = widths[step]
        for rows in rows.ranges {
            for band in band(ofRow: rows.lowerBound, step)...band(ofRow: rows.upperBound - 1, step) {
                for range in columns.ranges {
                    let (first, last) = (min(max(range.lowerBound, 0), width - 1), min(range.upperBound, width) - 1)
                    precondition(
                        self.columns[step][band].contains { $0.contains(first) && $0.upperBound > last },
                        "the samples \(range) of band \(band) are not computed")
                }
            }
        }
    }
}
