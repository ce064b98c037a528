/// Where the pixels of tiles are blurred behind a matte, in cells of its map.
final class BlurredCells: Sendable {
    let map: MatteMap
    private let windows: TileWindows
    /// Whether pixels that depend on nothing in front are written otherwise, before the tiles.
    private let skipsUncovered: Bool

    init(_ map: MatteMap, _ windows: TileWindows, skipsUncovered: Bool) {
        (self.map, self.windows, self.skipsUncovered) = (map, windows, skipsUncovered)
    }

    /// The columns of a tile that contain all pixels to blur in some rows, which belong to the same cells; they may be none.
    func columns(of tile: FieldTile, rows: Range<Int>) -> Range<Int> {
        guard !tile.isMixed, let set = tile.sets.first else { return tile.columns }
        let reach = windows.reach(set)
        let reachedRows = rows.lowerBound - reach.rows..<rows.upperBound + reach.rows
        var found = 0..<0
        for first in stride(from: tile.columns.lowerBound, to: tile.columns.upperBound, by: MatteMap.cellSize) {
            let end = min(first + MatteMap.cellSize, tile.columns.upperBound)
            let isLeft =
                map.isCovered(columns: first..<end, rows: rows)
                || skipsUncovered
                    && map.isUncovered(columns: first - reach.columns..<end + reach.columns, rows: reachedRows)
            if !isLeft { found = (found.isEmpty ? first : found.lowerBound)..<end }
        }
        return found
    }

    /// A tile, limited to the smallest rectangle that contains all pixels to blur.
    func limited(_ tile: FieldTile) -> FieldTile {
        var (columns, rows) = ([Range<Int>](), [Range<Int>]())
        var row = tile.rows.lowerBound
        while row < tile.rows.upperBound {
            let cells = MatteCoverage.rows(with: row, in: tile.rows)
            row = cells.upperBound
            let found = self.columns(of: tile, rows: cells)
            if found.isEmpty { continue }
            columns.append(found)
            rows.append(cells)
        }
        return tile.blurring(columns: columns.hullOfAll, rows: rows.hullOfAll)
    }
}
