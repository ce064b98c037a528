/// Which rows of every level have to be made for some rows of the result, and how many of them kept.
///
/// It is found by going through the rows of the result beforehand.
struct RingPlan {
    /// The number of rows of each level that are needed at once.
    private(set) var capacities: [Int]
    /// The first row of each level that is needed; one behind the level's last if none is.
    let starts: [Int]
    /// The rows of the image that are read.
    private(set) var sourceRows: Range<Int>

    init(_ blur: ProgressiveBlur, _ vertical: AxisLevels, levels: Int, rows: Range<Int>) {
        capacities = [Int](repeating: 6 + 3 * ReducedOnes.spread, count: levels + 1)
        starts = Self.starts(blur, vertical, levels: levels, rows: rows)
        var pushed = starts[0] - 1
        for row in rows {
            let sigma = FastEngine.radius(blur, row, vertical.count)
            guard sigma > FastEngine.greatestClearRadius else { break }
            let level = vertical.level(sigma: sigma)
            let span = Self.span(blur, vertical, row, sigma, level)
            var latest = Self.latest(vertical, level, pushed: pushed)
            while latest < span.upperBound && pushed < vertical.count - 1 {
                pushed += 1
                latest = Self.latest(vertical, level, pushed: pushed)
            }
            capacities[level] = max(capacities[level], latest - span.lowerBound + 1)
        }
        sourceRows = min(starts[0], pushed + 1)..<pushed + 1
    }

    /// Every row of a level takes six of the level below, the first of them two before twice its number.
    private static func starts(
        _ blur: ProgressiveBlur, _ vertical: AxisLevels, levels: Int, rows: Range<Int>
    ) -> [Int] {
        var starts = (0...levels).map { Pyramid.lastRow(vertical, $0) + 1 }
        for row in rows {
            let sigma = FastEngine.radius(blur, row, vertical.count)
            guard sigma > FastEngine.greatestClearRadius else { break }
            let level = vertical.level(sigma: sigma)
            starts[level] = min(starts[level], span(blur, vertical, row, sigma, level).lowerBound)
        }
        for level in (0..<levels).reversed() where starts[level + 1] <= Pyramid.lastRow(vertical, level + 1) {
            let first = level == 0 ? 0 : -ReducedOnes.spread
            starts[level] = max(first, min(starts[level], 2 * starts[level + 1] - 2))
        }
        return starts
    }

    /// The rows of a level that a row of the result may need.
    private static func span(
        _ blur: ProgressiveBlur, _ vertical: AxisLevels, _ row: Int, _ sigma: Double, _ level: Int
    ) -> ClosedRange<Int> {
        let (first, last) = (level == 0 ? 0 : -ReducedOnes.spread, Pyramid.lastRow(vertical, level))
        let cut = level == 0 && sigma >= 3 ? 6 : VerticalFilter.coarseCut
        let reach = min(cut * sigma / Double(1 << level), Double(last - first)) + 2
        let centre = AxisLevels.place(Double(row), level)
        let low = max(first, Int((centre - reach).rounded(.down)))
        let high = min(last, Int((centre + reach).rounded(.up)))
        return blur.edges == .wrap && (low == first || high == last) ? first...last : low...high
    }

    private static func latest(_ vertical: AxisLevels, _ level: Int, pushed: Int) -> Int {
        (0..<level).reduce(pushed) { Pyramid.latest(vertical, $1 + 1, below: $0) }
    }
}
