/// Which rows of every level the batches of some rows of the result need; found anew whenever it is asked for, because an image
/// may have more batches than memory should be spent on.
struct BatchNeeds {
    private let ramp: RadiusRamp
    private let vertical: AxisLevels
    private let edges: EdgeMode
    private let levels: Int
    private let rows: Range<Int>

    init(_ ramp: RadiusRamp, _ vertical: AxisLevels, _ edges: EdgeMode, _ levels: Int, _ rows: Range<Int>) {
        (self.ramp, self.vertical, self.edges, self.levels, self.rows) = (ramp, vertical, edges, levels, rows)
    }

    var batchCount: Int { (rows.count + FastEngine.batch - 1) / FastEngine.batch }

    /// Calls a function for every batch with the rows of each level that it needs.
    func forEach(_ body: (_ batch: Range<Int>, _ spans: [ClosedRange<Int>?]) -> Void) {
        var spans = [ClosedRange<Int>?](repeating: nil, count: levels + 1)
        for batch in FastEngine.batches(of: rows) {
            for level in 0...levels { spans[level] = nil }
            note(batch, &spans)
            body(batch, spans)
        }
    }

    /// Notes the rows of each level that a batch needs.
    private func note(_ batch: Range<Int>, _ spans: inout [ClosedRange<Int>?]) {
        let (first, last) = (batch.lowerBound, batch.upperBound - 1)
        let (start, end) = (ramp.sigmas(first).across, ramp.sigmas(last).across)
        let level = vertical.level(sigma: start)
        if level == vertical.level(sigma: end) {
            // no radius in between is greater than those at both ends
            let sigma = max(start, end)
            spans[level] = span(first, sigma, level).lowerBound...span(last, sigma, level).upperBound
            return
        }
        for row in batch {
            let sigma = ramp.sigmas(row).across
            let level = vertical.level(sigma: sigma)
            let span = span(row, sigma, level)
            let known = spans[level] ?? span
            spans[level] = min(known.lowerBound, span.lowerBound)...max(known.upperBound, span.upperBound)
        }
    }

    /// The first and the last row of each level that any batch needs; a first one behind the level's last if none does.
    var overall: (starts: [Int], ends: [Int]) {
        var starts = (0...levels).map { Pyramid.lastRow(vertical, $0) + 1 }
        var ends = [Int](repeating: Int.min / 4, count: levels + 1)
        forEach { _, spans in
            for (level, span) in spans.enumerated() {
                guard let span else { continue }
                starts[level] = min(starts[level], span.lowerBound)
                ends[level] = max(ends[level], span.upperBound)
            }
        }
        return (starts, ends)
    }

    /// The rows of a level that a row of the result may need.
    private func span(_ row: Int, _ sigma: Double, _ level: Int) -> ClosedRange<Int> {
        let (first, last) = (level == 0 ? 0 : -ReducedOnes.spread, Pyramid.lastRow(vertical, level))
        let wanted = KernelCut.reach(sigma: sigma * AxisLevels.scale(level), level: level)
        let reach = min(wanted, Double(last - first)) + 2
        let center = AxisLevels.place(Double(row), level)
        let low = max(first, FixedPoint.floor(center - reach))
        let high = min(last, FixedPoint.ceiling(center + reach))
        // near the ends the filter takes rows around the level, the image's own last row, or those that are repeated
        let isNearStart = low <= ReducedOnes.spread
        let isNearEnd = high > last - 2 * ReducedOnes.spread - 2
        switch edges {
        case .wrap where isNearStart || isNearEnd: return first...last
        case .mirror: return (isNearStart ? first : low)...(isNearEnd ? last : high)
        case .clamp where isNearEnd: return low...last
        default: return low...high
        }
    }
}
