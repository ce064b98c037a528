/// Which rows of every level have to be made for some rows of the result, and how many of them kept.
///
/// It is found by going through the rows of the result beforehand, a batch at a time.
struct RingPlan {
    /// The number of rows of each level that are needed at once.
    private(set) var capacities: [Int]
    /// The first row of each level that is needed; one behind the level's last if none is.
    let starts: [Int]
    /// The last row of each level that is needed.
    let ends: [Int]
    /// For every batch, the last row of the image that has been read when it has been made.
    private(set) var lastSourceRows: [Int] = []
    /// Whether rows are read again when rows of the result at their places have been made.
    private(set) var looksBack = false
    /// The rows of the image that are read.
    let sourceRows: Range<Int>
    /// Those of them that are read at level 0.
    let fineRows: Range<Int>

    /// What the rows of a batch need: of every level, the first and the last row, and of the image the last.
    private struct Need {
        var rows: [ClosedRange<Int>?]

        mutating func add(_ span: ClosedRange<Int>, _ level: Int) {
            let known = rows[level] ?? span
            rows[level] = min(known.lowerBound, span.lowerBound)...max(known.upperBound, span.upperBound)
        }
    }

    /// Plans for the batches of some rows, all of them blurred.
    init(_ ramp: RadiusRamp, _ vertical: AxisLevels, edges: EdgeMode, levels: Int, batches: [Range<Int>]) {
        let needs = batches.map { Self.need(of: $0, ramp, vertical, edges, levels) }
        var starts = (0...levels).map { Pyramid.lastRow(vertical, $0) + 1 }
        for need in needs {
            for (level, span) in need.rows.enumerated() {
                if let span { starts[level] = min(starts[level], span.lowerBound) }
            }
        }
        let (fineStart, fineEnd) = (starts[0], needs.compactMap { $0.rows[0]?.upperBound }.max() ?? Int.min)
        fineRows = fineStart <= fineEnd ? fineStart..<fineEnd + 1 : 0..<0
        // every row of a level takes six of the level below, the first of them two before twice its number
        for level in (0..<levels).reversed() where starts[level + 1] <= Pyramid.lastRow(vertical, level + 1) {
            let first = level == 0 ? 0 : -ReducedOnes.spread
            starts[level] = max(first, min(starts[level], 2 * starts[level + 1] - 2))
        }
        self.starts = starts
        ends = Self.ends(needs, vertical, levels)
        capacities = [Int](repeating: 6 + 3 * ReducedOnes.spread, count: levels + 1)
        var pushed = starts[0] - 1
        for (need, batch) in zip(needs, batches) {
            let before = pushed
            for (level, span) in need.rows.enumerated() {
                guard let span else { continue }
                pushed = max(pushed, Pyramid.source(vertical, level, of: span.upperBound))
            }
            lastSourceRows.append(pushed)
            if levels > 0 && pushed > before {
                let first = max(Pyramid.latest(vertical, 1, source: before) + 1, starts[1])
                let last = min(Pyramid.latest(vertical, 1, source: pushed), ends[1])
                if first <= last && max(2 * first - 2, 0) < batch.lowerBound { looksBack = true }
            }
            for (level, span) in need.rows.enumerated() {
                guard let span else { continue }
                let latest = Pyramid.latest(vertical, level, source: pushed)
                capacities[level] = max(capacities[level], latest - span.lowerBound + 1)
            }
        }
        sourceRows = min(starts[0], pushed + 1)..<pushed + 1
    }

    private static func ends(_ needs: [Need], _ vertical: AxisLevels, _ levels: Int) -> [Int] {
        var ends = [Int](repeating: Int.min / 4, count: levels + 1)
        for need in needs {
            for (level, span) in need.rows.enumerated() {
                if let span { ends[level] = max(ends[level], span.upperBound) }
            }
        }
        for level in (0..<levels).reversed() {
            ends[level] = max(ends[level], min(2 * ends[level + 1] + 3, Pyramid.lastRow(vertical, level)))
        }
        return ends
    }

    private static func need(
        of batch: Range<Int>, _ ramp: RadiusRamp, _ vertical: AxisLevels, _ edges: EdgeMode, _ levels: Int
    ) -> Need {
        var need = Need(rows: [ClosedRange<Int>?](repeating: nil, count: levels + 1))
        for row in batch {
            let sigma = ramp.sigmas(row).across
            let level = vertical.level(sigma: sigma)
            need.add(span(vertical, edges, row, sigma, level), level)
        }
        return need
    }

    /// The rows of a level that a row of the result may need.
    private static func span(
        _ vertical: AxisLevels, _ edges: EdgeMode, _ row: Int, _ sigma: Double, _ level: Int
    ) -> ClosedRange<Int> {
        let (first, last) = (level == 0 ? 0 : -ReducedOnes.spread, Pyramid.lastRow(vertical, level))
        let wanted = KernelCut.reach(sigma: sigma / Double(1 << level), level: level)
        let reach = min(wanted, Double(last - first)) + 2
        let centre = AxisLevels.place(Double(row), level)
        let low = max(first, Int((centre - reach).rounded(.down)))
        let high = min(last, Int((centre + reach).rounded(.up)))
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
