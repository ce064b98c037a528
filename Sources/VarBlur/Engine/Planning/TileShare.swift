/// A share of the tiles of a blur, all of which are blurred alike.
enum TileShare {
    /// All tiles, without a matte.
    case all
    /// The tiles that read no pixel that a matte covers: they are blurred as if there were none.
    case clear(MatteMap)
    /// The tiles that do, but for those that are wholly in front.
    case behind(MatteMap)

    /// Whether the matte has an effect.
    var isBehindMatte: Bool {
        if case .behind = self { return true }
        return false
    }

    /// The least width and height of parts of tiles that are assigned to a share.
    private static let leastPartSize = 2 * FieldMap.cellSize

    /// The tiles of the share; tiles that are wholly in front are among the clear ones, and are not blurred.
    func tiles(_ tiles: [FieldTile], _ windows: TileWindows) -> [FieldTile] {
        guard let (map, isBehind) = matte else { return tiles }
        var share: [FieldTile] = []
        for tile in tiles { Self.add(tile, map, windows, isBehind: isBehind, to: &share) }
        return share
    }

    private var matte: (map: MatteMap, isBehind: Bool)? {
        switch self {
        case .all: nil
        case .clear(let map): (map, false)
        case .behind(let map): (map, true)
        }
    }

    /// Adds a tile, or the parts of it that belong to the share.
    private static func add(
        _ tile: FieldTile, _ map: MatteMap, _ windows: TileWindows, isBehind: Bool, to share: inout [FieldTile]
    ) {
        if map.isWhole(columns: tile.columns, rows: tile.rows) {
            if !isBehind { share.append(tile.unblurred) }
        } else if windows.isClear(tile, map) {
            if !isBehind { share.append(tile) }
        } else if max(tile.columns.count, tile.rows.count) <= leastPartSize {
            if isBehind { share.append(tile) }
        } else {
            for part in tile.parts { add(part, map, windows, isBehind: isBehind, to: &share) }
        }
    }
}
