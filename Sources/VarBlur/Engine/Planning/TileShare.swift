/// A share of the tiles of a blur, all of which are blurred alike.
struct TileShare {
    /// What a matte does to tiles.
    struct Kinds: OptionSet {
        let rawValue: Int

        /// Tiles that read no pixel that a matte covers: they are blurred as if there were none.
        static let uncovered = Kinds(rawValue: 1)
        /// Tiles that are wholly in front: they are not blurred.
        static let covered = Kinds(rawValue: 2)
        /// Other tiles whose sums of weights are large enough to be integers.
        static let dense = Kinds(rawValue: 4)
        /// Other tiles.
        static let sparse = Kinds(rawValue: 8)
    }

    private let kinds: Kinds
    let map: MatteMap?
    /// Whether the pixels of the tiles are also written by another share, before them.
    let isOverwritten: Bool

    /// All tiles, without a matte.
    static let all = TileShare(kinds: [], map: nil, isOverwritten: false)

    private init(kinds: Kinds, map: MatteMap?, isOverwritten: Bool) {
        (self.kinds, self.map, self.isOverwritten) = (kinds, map, isOverwritten)
    }

    /// The tiles of some kinds.
    init(_ kinds: Kinds, _ map: MatteMap, isOverwritten: Bool = false) {
        self.init(kinds: kinds, map: map, isOverwritten: isOverwritten)
    }

    /// Whether the matte has an effect.
    var isBehindMatte: Bool { !kinds.isDisjoint(with: [.dense, .sparse]) }

    /// Whether the sums behind the matte may be integers.
    var usesIntegers: Bool { !kinds.contains(.sparse) }

    /// The least width and height of parts of tiles that are assigned to a share.
    private static let leastPartSize = 2 * FieldMap.cellSize

    /// The tiles of the share.
    func tiles(_ tiles: [FieldTile], _ windows: TileWindows) -> [FieldTile] {
        guard let map else { return tiles }
        return tiles.flatMap { Self.parts(of: $0, map, windows) }.filter { kinds.contains($0.kind) }.map(\.tile)
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
