/// The rows of every level that each batch requires.
///
/// They are computed on every iteration instead of stored: an image may have many batches.
struct BatchRequirements {
    private let profile: any RadiusProfile
    private let vertical: AxisLevels
    private let edges: EdgeMode
    private let levels: Int
    private let rows: [Range<Int>]

    init(
        _ profile: any RadiusProfile, _ vertical: AxisLevels, _ edges: EdgeMode, _ levels: Int, _ rows: [Range<Int>]
    ) {
        (self.profile, self.vertical, self.edges, self.levels, self.rows) = (profile, vertical, edges, levels, rows)
    }

    /// Calls a function for every batch with the range of rows of each level that it requires.
    func forEach(_ body: (_ batch: Range<Int>, _ required: [ClosedRange<Int>?]) -> Void) {
        var required = [ClosedRange<Int>?](repeating: nil, count: levels + 1)
        for range in rows {
            for batch in FastEngine.batches(of: range) {
                for level in 0...levels { required[level] = nil }
                find(batch, &required)
                body(batch, required)
            }
        }
    }

    /// Finds the rows of each level that a batch requires.
    private func find(_ batch: Range<Int>, _ required: inout [ClosedRange<Int>?]) {
        let bounds = profile.sigmaBounds(in: batch)
        let level = vertical.level(sigma: bounds.greatest.across)
        if level == vertical.level(sigma: bounds.least.across) {
            // one level serves all rows, and no row reaches further than the greatest σ
            let (first, last) = (batch.lowerBound, batch.upperBound - 1)
            let sigma = bounds.greatest.across
            required[level] = reach(first, sigma, level).lowerBound...reach(last, sigma, level).upperBound
            return
        }
        for row in batch {
            let sigma = profile.sigmas(ofLine: row).across
            let level = vertical.level(sigma: sigma)
            let reach = reach(row, sigma, level)
            let known = required[level] ?? reach
            required[level] =
                min(known.lowerBound, reach.lowerBound)...max(known.upperBound, reach.upperBound)
        }
    }

    /// The first and the last row of each level that any batch requires; for an unused level, the first is behind its last row.
    var overall: (starts: [Int], ends: [Int]) {
        var starts = (0...levels).map { Pyramid.lastRow(vertical, $0) + 1 }
        var ends = [Int](repeating: Int.min / 4, count: levels + 1)
        forEach { _, required in
            for (level, rows) in required.enumerated() {
                guard let rows else { continue }
                starts[level] = min(starts[level], rows.lowerBound)
                ends[level] = max(ends[level], rows.upperBound)
            }
        }
        return (starts, ends)
    }

    /// The rows of a level that the kernel of a row may reach.
    private func reach(_ row: Int, _ sigma: Double, _ level: Int) -> ClosedRange<Int> {
        let spread = NormalizationResponse.spread
        let (first, last) = (level == 0 ? 0 : -spread, Pyramid.lastRow(vertical, level))
        let radius = TruncationRadius.radius(sigma: sigma * AxisLevels.scale(level), level: level)
        let reach = min(radius, Double(last - first)) + 2
        let center = AxisLevels.position(Double(row), level)
        let low = max(first, FastRounding.floor(center - reach))
        let high = min(last, FastRounding.ceiling(center + reach))
        // near the edges, the filter also uses the rows around the level, the image's last row, or repeated rows
        let isNearStart = low <= spread
        let isNearEnd = high > last - 2 * spread - 2
        switch edges {
        case .wrap where isNearStart || isNearEnd: return first...last
        case .mirror: return (isNearStart ? first : low)...(isNearEnd ? last : high)
        case .clamp where isNearEnd: return low...last
        default: return low...high
        }
    }
}
