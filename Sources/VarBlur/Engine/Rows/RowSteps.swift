/// The order in which rows are computed or copied, from the top: the loop around a `FastEngine`.
struct RowSteps: IteratorProtocol {
    /// Rows that are computed at once, or copied.
    struct Step {
        var rows = 0..<0
        /// The blurred rows to which they belong; `nil` if they are not blurred.
        var blurred: Range<Int>?
    }

    private let end: Int
    private let blurred: [Range<Int>]
    /// The first row of the next step, and the index of the blurred rows around or after it.
    private var (row, index): (Int, Int)

    /// The steps for some rows, of which `blurred` are blurred: disjoint ranges in order.
    init(_ rows: Range<Int>, blurring blurred: [Range<Int>]) {
        (end, self.blurred, row, index) = (rows.upperBound, blurred, rows.lowerBound, 0)
    }

    mutating func next() -> Step? {
        guard row < end else { return nil }
        while index < blurred.count && blurred[index].upperBound <= row { index += 1 }
        let range = index < blurred.count ? blurred[index] : end..<end
        let isBlurred = range.contains(row)
        let rows = row..<(isBlurred ? min(row + FastEngine.batchSize, range.upperBound) : range.lowerBound)
        row = rows.upperBound
        return Step(rows: rows, blurred: isBlurred ? range : nil)
    }
}
