/// How many rows of every level have to be kept, found by going through the rows of the result beforehand.
struct RingPlan {
    private(set) var capacities: [Int]

    init(_ blur: ProgressiveBlur, _ vertical: AxisLevels, levels: Int) {
        capacities = [Int](repeating: 6 + 3 * ReducedOnes.spread, count: levels + 1)
        var pushed = -1
        for row in 0..<vertical.count {
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
    }

    /// The rows of a level that a row of the result may need.
    private static func span(
        _ blur: ProgressiveBlur, _ vertical: AxisLevels, _ row: Int, _ sigma: Double, _ level: Int
    ) -> ClosedRange<Int> {
        let (first, last) = (level == 0 ? 0 : -ReducedOnes.spread, Pyramid.lastRow(vertical, level))
        let reach = min(6 * sigma / Double(1 << level), Double(last - first)) + 1
        let centre = AxisLevels.place(Double(row), level)
        let (low, high) = (
            max(first, Int((centre - reach).rounded(.down))), min(last, Int((centre + reach).rounded(.up)))
        )
        return blur.edges == .wrap && (low == first || high == last) ? first...last : low...high
    }

    private static func latest(_ vertical: AxisLevels, _ level: Int, pushed: Int) -> Int {
        (0..<level).reduce(pushed) { Pyramid.latest(vertical, $1 + 1, below: $0) }
    }
}
