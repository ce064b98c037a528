/// All tiles of a blur, by what a matte does to them; without a matte, they are uncovered.
struct TileShares {
    typealias Kinds = TileShare.Kinds
    private let parts: [(tile: FieldTile, kind: Kinds)]
    private let map: MatteMap?
    private let windows: TileWindows
    private let edges: EdgeMode

    /// The least width and height of parts of tiles that are assigned to a share.
    private static let leastPartSize = 2 * FieldMap.cellSize

    init(_ field: FieldMap, _ geometry: FieldGeometry, edges: EdgeMode, _ map: MatteMap?) {
        (self.map, self.edges) = (map, edges)
        // windows are the widest, whatever the truncation of a share's kernels
        let (rows, columns) = (
            AxisLevels(count: geometry.height, .steep), AxisLevels(count: geometry.width, .steep)
        )
        let chain = ResolutionChain(
            vertical: rows, horizontal: columns, scales: geometry.scales, greatest: geometry.greatestSigma)
        let tiles = FieldTile.tiles(field, geometry, chain, unblurred: LineSigmas.greatestUnblurred)
        let windows = TileWindows(
            geometry, chain, vertical: AxisDomain(axis: rows, edges: edges),
            horizontal: AxisDomain(axis: columns, edges: edges))
        self.windows = windows
        parts = map.map { map in tiles.flatMap { Self.parts(of: $0, map, windows) } } ?? tiles.map { ($0, .uncovered) }
    }

    /// The tiles of some kinds.
    func share(_ kinds: Kinds, isOverwritten: Bool = false) -> TileShare {
        var cells: BlurredCells?
        if let map, !kinds.isDisjoint(with: [.dense, .sparse]) {
            // what is reached beyond edges that wrap is far away
            cells = BlurredCells(map, windows, skipsUncovered: isOverwritten && edges != .wrap)
        }
        return TileShare(
            kinds, cells, isOverwritten: isOverwritten, parts.filter { kinds.contains($0.kind) }.map(\.tile))
    }

    /// Splits a tile into parts of one kind each.
    private static func parts(
        of tile: FieldTile, _ map: MatteMap, _ windows: TileWindows
    ) -> [(tile: FieldTile, kind: Kinds)] {
        if map.isCovered(columns: tile.columns, rows: tile.rows) { return [(tile.unblurred, .covered)] }
        if windows.isUncovered(tile, map) { return [(tile, .uncovered)] }
        if max(tile.columns.count, tile.rows.count) <= leastPartSize {
            return [(tile, map.isSparse(columns: tile.columns, rows: tile.rows) ? .sparse : .dense)]
        }
        let quarters = tile.parts
        let parts = quarters.flatMap { Self.parts(of: $0, map, windows) }
        // large tiles take less time
        let isUniform =
            parts.count == quarters.count && [.dense, .sparse].contains(parts[0].kind)
            && parts.allSatisfy { $0.kind == parts[0].kind }
        return isUniform ? [(tile, parts[0].kind)] : parts
    }
}
