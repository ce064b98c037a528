/// The rows of every level that must be computed, and the capacities of the levels' ring buffers.
///
/// Found by simulating the batches in order.
struct RingBufferSchedule {
    /// The capacity of each level's ring buffer in rows.
    private(set) var capacities: [Int]
    /// The first required row of each level; for an unused level, the row behind its last.
    let starts: [Int]
    /// The last required row of each level.
    let ends: [Int]
    /// Whether source rows at the positions of computed rows are read again.
    private(set) var rereadsSource = false
    /// The rows of the image that are read.
    private(set) var sourceRows: Range<Int>
    /// The rows among them that level 0 requires.
    let fineRows: Range<Int>
    /// The computed rows, and for each of their batches the last row of the image that must have been read.
    private let rows: [Range<Int>]
    private var lastSourceRows: [Int] = []

    /// Schedules the batches of some rows, all of them blurred.
    init(_ profile: any RadiusProfile, _ vertical: AxisLevels, edges: EdgeMode, levels: Int, rows: [Range<Int>]) {
        self.rows = rows
        let requirements = BatchRequirements(profile, vertical, edges, levels, rows)
        var (starts, ends) = requirements.overall
        fineRows = starts[0] <= ends[0] ? starts[0]..<ends[0] + 1 : 0..<0
        Self.addRequiredFinerRows(&starts, &ends, vertical, levels)
        (self.starts, self.ends) = (starts, ends)
        capacities = [Int](repeating: 6 + 3 * NormalizationResponse.spread, count: levels + 1)
        sourceRows = 0..<0
        lastSourceRows.reserveCapacity(rows.reduce(0) { $0 + Self.batchCount($1) })
        var lastRead = starts[0] - 1
        requirements.forEach { batch, required in
            let before = lastRead
            for (level, rows) in required.enumerated() {
                if let rows { lastRead = max(lastRead, Pyramid.lastSourceRow(vertical, level, of: rows.upperBound)) }
            }
            lastSourceRows.append(lastRead)
            noteRereading(from: batch.lowerBound, vertical, lastRead: before, reading: lastRead)
            for (level, rows) in required.enumerated() {
                guard let rows else { continue }
                let latest = Pyramid.latest(vertical, level, source: lastRead)
                capacities[level] = max(capacities[level], latest - rows.lowerBound + 1)
            }
        }
        sourceRows = min(starts[0], lastRead + 1)..<lastRead + 1
    }

    /// Extends each level's rows by those that the next coarser level is decimated from: six for each row, beginning two before
    /// twice its index.
    private static func addRequiredFinerRows(
        _ starts: inout [Int], _ ends: inout [Int], _ vertical: AxisLevels, _ levels: Int
    ) {
        for level in (0..<levels).reversed() {
            if starts[level + 1] <= Pyramid.lastRow(vertical, level + 1) {
                let first = level == 0 ? 0 : -NormalizationResponse.spread
                starts[level] = max(first, min(starts[level], 2 * starts[level + 1] - 2))
            }
            ends[level] = max(ends[level], min(2 * ends[level + 1] + 3, Pyramid.lastRow(vertical, level)))
        }
    }

    /// The number of batches.
    var batchCount: Int { lastSourceRows.count }

    private static func batchCount(_ range: Range<Int>) -> Int {
        (range.count + FastEngine.batchSize - 1) / FastEngine.batchSize
    }

    /// The last row of the image that must have been read to compute a row and its batch.
    func lastSourceRow(_ row: Int) -> Int {
        var firstBatch = 0
        for range in rows {
            if row < range.upperBound {
                return lastSourceRows[firstBatch + (row - range.lowerBound) / FastEngine.batchSize]
            }
            firstBatch += Self.batchCount(range)
        }
        preconditionFailure("row \(row) is not computed")
    }

    /// Notes whether decimating rows for a batch reads rows of the image at the positions of earlier batches.
    private mutating func noteRereading(
        from firstRow: Int, _ vertical: AxisLevels, lastRead before: Int, reading after: Int
    ) {
        guard starts.count > 1, after > before else { return }
        let first = max(Pyramid.latest(vertical, 1, source: before) + 1, starts[1])
        let last = min(Pyramid.latest(vertical, 1, source: after), ends[1])
        if first <= last && max(2 * first - 2, 0) < firstRow { rereadsSource = true }
    }
}
