/// The pixels of a tile that belong to one set of nodes.
struct TilePart {
    let set: NodeSet
    /// The resolution at which the set is blurred.
    let step: Int
    /// A rectangle that contains the pixels.
    let columns: Range<Int>
    let rows: Range<Int>

    init(_ set: NodeSet, step: Int, columns: Range<Int>, rows: Range<Int>) {
        (self.set, self.step, self.columns, self.rows) = (set, step, columns, rows)
    }
}

/// Finds the pixels of a tile that belong to a set, by their σ.
struct SigmaScan {
    private let set: NodeSet
    private var (least, greatest) = (Float.infinity, -Float.infinity)
    /// The first and the last column and row, relative to the tile.
    private var (firstColumn, lastColumn) = (Int32.max, Int32.min)
    private var (firstRow, lastRow) = (Int.max, Int.min)

    init(_ set: NodeSet) { self.set = set }

    /// Adds the next row, of which `sigmas` are the σ.
    mutating func add(row: Int, _ sigmas: UnsafePointer<Float>, _ count: Int) {
        let (low, high) = (set.low, set.high)
        var (least, greatest) = (Float.infinity, -Float.infinity)
        var (first, last) = (Int32.max, Int32.min)
        for column in 0..<Int32(truncatingIfNeeded: count) {
            let sigma = unsafe sigmas[Int(column)]
            let isSelected = sigma > low && sigma <= high
            least = isSelected && sigma < least ? sigma : least
            greatest = isSelected && sigma > greatest ? sigma : greatest
            first = isSelected && column < first ? column : first
            last = isSelected ? column : last
        }
        guard first <= last else { return }
        (self.least, self.greatest) = (min(self.least, least), max(self.greatest, greatest))
        (firstColumn, lastColumn) = (min(firstColumn, first), max(lastColumn, last))
        (firstRow, lastRow) = (min(firstRow, row), max(lastRow, row))
    }

    /// The pixels that were found; `nil` if there are none.
    func part(of tile: FieldTile, step: Int) -> TilePart? {
        guard firstRow <= lastRow else { return nil }
        let (left, top) = (tile.columns.lowerBound, tile.rows.lowerBound)
        return TilePart(
            set.restricted(to: Double(least)...Double(greatest)), step: step,
            columns: left + Int(firstColumn)..<left + Int(lastColumn) + 1, rows: top + firstRow..<top + lastRow + 1)
    }
}
