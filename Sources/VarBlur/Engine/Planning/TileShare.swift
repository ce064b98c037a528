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
    /// Where tiles behind the matte are blurred; `nil` if it has no effect.
    let cells: BlurredCells?
    /// Whether the pixels of the tiles are also written by another share, before them.
    let isOverwritten: Bool
    /// The tiles of the share in the whole image.
    let tiles: [FieldTile]

    /// What the matte covers; `nil` if it has no effect.
    func coverage(by task: BlurTask) -> MatteCoverage? {
        guard let matte = task.matte, let cells else { return nil }
        return MatteCoverage(matte, task.sampling, cells.map)
    }

    /// Whether the sums behind the matte may be integers.
    var usesIntegers: Bool { !kinds.contains(.sparse) }

    /// The number of pixels that are blurred.
    var blurredPixelCount: Int {
        tiles.reduce(0) { $1.sets.isEmpty ? $0 : $0 + $1.columns.count * $1.rows.count }
    }

    init(_ kinds: Kinds, _ cells: BlurredCells?, isOverwritten: Bool, _ tiles: [FieldTile]) {
        (self.kinds, self.cells, self.isOverwritten) = (kinds, cells, isOverwritten)
        self.tiles = cells.map { cells in tiles.map { $0.sets.isEmpty ? $0 : cells.limited($0) } } ?? tiles
    }
}
