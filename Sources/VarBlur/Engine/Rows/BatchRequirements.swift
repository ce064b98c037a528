/// The rows of every level that each batch requires.
///
/// They are computed on every iteration instead of stored: an image may have many batches.
struct BatchRequirements {
    private let profile: RadiusProfile
    private let vertical: AxisLevels
    private let edges: EdgeMode
    private let levels: Int
    private let rows: [Range<Int>]

    /// The rows on each side that are required in addition, so that no rounding of a position omits one.
    private static let additionalRowCount = 2

    init(
        _ profile: RadiusProfile, _ vertical: AxisLevels, _ edges: EdgeMode, _ levels: Int, _ rows: [Range<Int>]
    ) {
        (self.profile, self.vertical, self.edges, self.levels, self.rows) = (profile, vertical, edges, levels, rows)
    }

    /// Calls `body` for every batch with the row range that the batch requires at each level.
    func forEach(_ body: (_ batch: Range<Int>, _ required: [ClosedRange<Int>?]) -> Void) {
        var required = [ClosedRange<Int>?](repeating: nil, count: levels + 1)
        for range in rows {
            for batch in FastEngine.batches(of: range) {
                for level in 0...levels { required[level] = nil }
                computeRequiredRows(batch, &required)
                body(batch, required)
            }
        }
    }

    /// Computes the rows of each level that a batch requires.
    private func computeRequiredRows(_ batch: Range<Int>, _ required: inout [ClosedRange<Int>?]) {
        let bounds = profile.sigmaBounds(in: batch)
        let level = vertical.level(sigma: bounds.greatest.across)
        if level == vertical.level(sigma: bounds.least.across) {
            // one level serves all rows, and no row reaches further than the greatest σ
            let (first, last) = (batch.lowerBound, batch.upperBound - 1)
            let sigma = bounds.greatest.across
            required[level] = rowsReached(first, sigma, level).lowerBound...rowsReached(last, sigma, level).upperBound
            return
        }
        for row in batch {
            let sigma = profile.sigmas(ofLine: row).across
            let level = vertical.level(sigma: sigma)
            let reached = rowsReached(row, sigma, level)
            let known = required[level] ?? reached
            required[level] =
                min(known.lowerBound, reached.lowerBound)...max(known.upperBound, reached.upperBound)
        }
    }

    /// The rows of each level that any batch requires, as disjoint ranges in order.
    var overall: [[Range<Int>]] {
        var overall = [[Range<Int>]](repeating: [], count: levels + 1)
        forEach { _, required in
            for (level, rows) in required.enumerated() {
                if let rows { overall[level].join(rows.lowerBound..<rows.upperBound + 1) }
            }
        }
        return overall.map { $0.count > 1 ? $0.merged() : $0 }
    }

    /// The rows of a level that the kernel of a row may reach.
    private func rowsReached(_ row: Int, _ sigma: Double, _ level: Int) -> ClosedRange<Int> {
        let (first, last) = (vertical.firstRow(level), vertical.lastRow(level))
        let cutoff = vertical.truncation.distance(sigma: sigma * AxisLevels.scale(level), level: level)
        let reached = min(cutoff, Double(last - first)) + Double(Self.additionalRowCount)
        let center = AxisLevels.position(Double(row), level)
        let low = max(first, FastRounding.floor(center - reached))
        let high = min(last, FastRounding.ceiling(center + reached))
        // near the edges, the filter also uses the rows around the level, the image's last row, or repeated rows
        let overhang = AxisLevels.overhang
        let isNearStart = low <= overhang
        // `last` is `overhang` rows after the image's end; the rows from `overhang` before its end on have a smaller response
        let isNearEnd = high > last - 2 * overhang - Self.additionalRowCount
        switch edges {
        case .wrap where isNearStart || isNearEnd: return first...last
        case .mirror: return (isNearStart ? first : low)...(isNearEnd ? last : high)
        case .clamp where isNearEnd: return low...last
        default: return low...high
        }
    }
}
