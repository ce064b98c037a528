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
    private(set) var sourceRows: Range<Int>
    /// Those of them that are read at level 0.
    let fineRows: Range<Int>

    /// Plans for the batches of some rows, all of them blurred.
    init(_ ramp: RadiusRamp, _ vertical: AxisLevels, edges: EdgeMode, levels: Int, rows: Range<Int>) {
        let needs = BatchNeeds(ramp, vertical, edges, levels, rows)
        var (starts, ends) = needs.overall
        fineRows = starts[0] <= ends[0] ? starts[0]..<ends[0] + 1 : 0..<0
        // every row of a level takes six of the level below, the first of them two before twice its number
        for level in (0..<levels).reversed() {
            if starts[level + 1] <= Pyramid.lastRow(vertical, level + 1) {
                let first = level == 0 ? 0 : -ReducedOnes.spread
                starts[level] = max(first, min(starts[level], 2 * starts[level + 1] - 2))
            }
            ends[level] = max(ends[level], min(2 * ends[level + 1] + 3, Pyramid.lastRow(vertical, level)))
        }
        (self.starts, self.ends) = (starts, ends)
        capacities = [Int](repeating: 6 + 3 * ReducedOnes.spread, count: levels + 1)
        sourceRows = 0..<0
        lastSourceRows.reserveCapacity(needs.batchCount)
        var pushed = starts[0] - 1
        needs.forEach { batch, spans in
            let before = pushed
            for (level, span) in spans.enumerated() {
                if let span { pushed = max(pushed, Pyramid.source(vertical, level, of: span.upperBound)) }
            }
            lastSourceRows.append(pushed)
            noteLookingBack(from: batch.lowerBound, vertical, pushed: before, pushing: pushed)
            for (level, span) in spans.enumerated() {
                guard let span else { continue }
                let latest = Pyramid.latest(vertical, level, source: pushed)
                capacities[level] = max(capacities[level], latest - span.lowerBound + 1)
            }
        }
        sourceRows = min(starts[0], pushed + 1)..<pushed + 1
    }

    /// Whether rows of level 1 are made before a batch from rows of the image at the places of earlier batches.
    private mutating func noteLookingBack(
        from firstRow: Int, _ vertical: AxisLevels, pushed before: Int, pushing after: Int
    ) {
        guard starts.count > 1, after > before else { return }
        let first = max(Pyramid.latest(vertical, 1, source: before) + 1, starts[1])
        let last = min(Pyramid.latest(vertical, 1, source: after), ends[1])
        if first <= last && max(2 * first - 2, 0) < firstRow { looksBack = true }
    }
}
