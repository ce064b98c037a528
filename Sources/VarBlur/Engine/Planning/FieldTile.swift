/// A rectangle of a plane that is blurred with a common set of nodes.
struct FieldTile {
    let columns: Range<Int>
    let rows: Range<Int>
    /// Those of them that contain all pixels to blur, if others stay as they are, or are written otherwise.
    private(set) var blurredColumns: Range<Int>
    private(set) var blurredRows: Range<Int>
    /// The nodes of the tile; none if it is not blurred.
    let sets: [NodeSet]
    /// The resolution at which each set is blurred.
    let steps: [Int]
    /// Whether the σ varies so slowly that the nodes can be combined before they are interpolated to full resolution.
    let isSmooth: Bool

    /// Whether the pixels belong to several sets, or some of them are not blurred; such a tile is a cell of the map.
    var isMixed: Bool { sets.count > 1 || sets.contains { $0.low >= 0 } }

    /// The width and the height of the tiles at the coarsest resolutions.
    static let greatestSize = 8 * FieldMap.cellSize

    init(columns: Range<Int>, rows: Range<Int>, _ bounds: RadiusBounds, _ chain: ResolutionChain, unblurred: Double) {
        (self.columns, self.rows) = (columns, rows)
        (blurredColumns, blurredRows) = (columns, rows)
        sets = NodeSet.sets(from: bounds.least, to: bounds.greatest, unblurred: unblurred)
        steps = sets.map { chain.step(sigma: $0.leastSigma) }
        isSmooth =
            sets.count == 1 && steps[0] > 0
            && bounds.greatestSlope <= Self.greatestSmoothSlope(sets[0].leastSigma / chain.leastSigma(steps[0]))
    }

    private init(_ whole: FieldTile, columns: Range<Int>, rows: Range<Int>, isBlurred: Bool) {
        (self.columns, self.rows, isSmooth) = (columns, rows, whole.isSmooth)
        (blurredColumns, blurredRows) = (columns, rows)
        (sets, steps) = isBlurred ? (whole.sets, whole.steps) : ([], [])
    }

    /// Up to four parts of the tile, which are blurred like the whole; they end at cells of the map.
    var parts: [FieldTile] {
        func halves(_ range: Range<Int>) -> [Range<Int>] {
            let half = (range.count / 2 + FieldMap.cellSize - 1) / FieldMap.cellSize * FieldMap.cellSize
            guard half > 0 && half < range.count else { return [range] }
            return [range.lowerBound..<range.lowerBound + half, range.lowerBound + half..<range.upperBound]
        }
        return halves(rows).flatMap { rows in
            halves(columns).map { FieldTile(self, columns: $0, rows: rows, isBlurred: true) }
        }
    }

    /// The same rectangle, of which all pixels stay as they are.
    var unblurred: FieldTile { FieldTile(self, columns: columns, rows: rows, isBlurred: false) }

    /// The same tile, of which only some pixels are blurred.
    func blurring(columns: Range<Int>, rows: Range<Int>) -> FieldTile {
        var tile = self
        (tile.blurredColumns, tile.blurredRows) = (columns, rows)
        return tile
    }

    /// The greatest change of σ from sample to sample in a smooth tile, so that the error of combining nodes early stays invisible.
    ///
    /// `ratio` is the least node, relative to the least σ that is blurred at its resolution, where the error is greatest.
    private static func greatestSmoothSlope(_ ratio: Double) -> Double { min(0.01 + 0.1 * (ratio - 1), 0.03) }

    /// The width and the height of a tile that is blurred at a resolution.
    static func size(_ step: ResolutionChain.Step) -> Int { FieldMap.cellSize << min(step.greatestLevel, 3) }

    /// Splits a plane into tiles, which depend only on the field.
    static func tiles(_ map: FieldMap, _ geometry: FieldGeometry, _ chain: ResolutionChain, unblurred: Double)
        -> [FieldTile]
    {
        var tiles: [FieldTile] = []
        let cellsPerBlock = greatestSize / FieldMap.cellSize
        for row in stride(from: 0, to: map.rowCount, by: cellsPerBlock) {
            for column in stride(from: 0, to: map.columnCount, by: cellsPerBlock) {
                split(column, row, cellsPerBlock, map, geometry, chain, unblurred, into: &tiles)
            }
        }
        return tiles
    }

    /// Appends the tiles of a square of cells: one tile if its radii are alike and its resolution is coarse enough.
    private static func split(
        _ column: Int, _ row: Int, _ cellCount: Int, _ map: FieldMap, _ geometry: FieldGeometry,
        _ chain: ResolutionChain,
        _ unblurred: Double, into tiles: inout [FieldTile]
    ) {
        guard column < map.columnCount && row < map.rowCount else { return }
        let cellColumns = column..<min(column + cellCount, map.columnCount)
        let cellRows = row..<min(row + cellCount, map.rowCount)
        let bounds = map.bounds(columns: cellColumns, rows: cellRows)
        let cell = FieldMap.cellSize
        let columns = column * cell..<min(cellColumns.upperBound * cell, geometry.width)
        let rows = row * cell..<min(cellRows.upperBound * cell, geometry.height)
        let tile = FieldTile(columns: columns, rows: rows, bounds, chain, unblurred: unblurred)
        let greatestSize = tile.steps.map { size(chain.steps[$0]) }.min() ?? Self.greatestSize
        if cellCount == 1 || tile.sets.count <= 1 && cellCount * cell <= greatestSize { return tiles.append(tile) }
        let half = cellCount / 2
        for (x, y) in [(0, 0), (half, 0), (0, half), (half, half)] {
            split(column + x, row + y, half, map, geometry, chain, unblurred, into: &tiles)
        }
    }
}
