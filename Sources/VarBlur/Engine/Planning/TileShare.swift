/// A share of the tiles of a blur, all of which are blurred alike.
enum TileShare {
    /// All tiles, without a matte.
    case all
    /// The tiles that read no pixel that a matte covers: they are blurred as if there were none.
    case clear(MatteMap)
    /// The tiles that do, but for those that are wholly in front.
    case behind(MatteMap)
    /// The tiles that do, and those that are wholly in front: all that are not blurred as if there were no matte.
    case covered(MatteMap)

    /// Whether the matte has an effect.
    var isBehindMatte: Bool {
        switch self {
        case .all, .clear: false
        case .behind, .covered: true
        }
    }

    /// Whether the pixels of the tiles are also written by another share, before them.
    var isOverwritten: Bool { if case .covered = self { true } else { false } }

    /// The least width and height of parts of tiles that are assigned to a share.
    private static let leastPartSize = 2 * FieldMap.cellSize

    /// The tiles of the share; tiles that are wholly in front are not blurred, and with `behind`, they are among the clear ones.
    func tiles(_ tiles: [FieldTile], _ windows: TileWindows) -> [FieldTile] {
        guard let map else { return tiles }
        var share: [FieldTile] = []
        for tile in tiles { add(tile, map, windows, to: &share) }
        return share
    }

    private var map: MatteMap? {
        switch self {
        case .all: nil
        case .clear(let map), .behind(let map), .covered(let map): map
        }
    }

    private var containsClear: Bool { if case .clear = self { true } else { false } }
    private var containsWhole: Bool { if case .behind = self { false } else { true } }

    /// Adds a tile, or the parts of it that belong to the share.
    private func add(
        _ tile: FieldTile, _ map: MatteMap, _ windows: TileWindows, to share: inout [FieldTile]
    ) {
        if map.isWhole(columns: tile.columns, rows: tile.rows) {
            if containsWhole { share.append(tile.unblurred) }
        } else if windows.isClear(tile, map) {
            if containsClear { share.append(tile) }
        } else if max(tile.columns.count, tile.rows.count) <= Self.leastPartSize {
            if !containsClear { share.append(tile) }
        } else {
            for part in tile.parts { add(part, map, windows, to: &share) }
        }
    }
}
