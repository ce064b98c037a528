/// The rows of every level that must be computed, and the capacities of the levels' ring buffers.
///
/// Computed by simulating the batches in order.
struct RingBufferSchedule {
    /// The least capacity of a ring buffer: the six rows that a coarser row is decimated from, and the rows at the end of a level
    /// that become available together with the image's last row, which are fewer than three times the overhang.
    private static let minimumCapacity = 6 + 3 * AxisLevels.overhang

    /// The capacity of each level's ring buffer in rows.
    private(set) var capacities: [Int]
    /// The first required row of each level; for an unused level, one past its last row.
    let firstRows: [Int]
    /// The last required row of each level.
    let lastRows: [Int]
    /// The rows of each level between required ones that nothing depends on, as disjoint ranges in order.
    let skippedRows: [[Range<Int>]]
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
    init(_ profile: RadiusProfile, _ vertical: AxisLevels, edges: EdgeMode, levels: Int, rows: [Range<Int>]) {
        self.rows = rows
        let requirements = BatchRequirements(profile, vertical, edges, levels, rows)
        var required = requirements.overall
        fineRows = required[0].hull
        Self.addRequiredFinerRows(&required, vertical)
        firstRows = required.enumerated().map { $1.first?.lowerBound ?? vertical.lastRow($0) + 1 }
        lastRows = required.map { $0.last.map { $0.upperBound - 1 } ?? Int.min / 4 }
        skippedRows = required.map { ranges in
            zip(ranges, ranges.dropFirst()).map { $0.upperBound..<$1.lowerBound }
        }
        capacities = [Int](repeating: Self.minimumCapacity, count: levels + 1)
        sourceRows = 0..<0
        lastSourceRows.reserveCapacity(rows.reduce(0) { $0 + Self.batchCount($1) })
        var lastRead = firstRows[0] - 1
        requirements.forEach { batch, required in
            let before = lastRead
            for (level, rows) in required.enumerated() {
                if let rows {
                    lastRead = max(lastRead, vertical.lastSourceRow(forLevelRow: rows.upperBound, level: level))
                }
            }
            lastSourceRows.append(lastRead)
            updateRereadsSource(from: batch.lowerBound, vertical, lastRead: before, reading: lastRead)
            for (level, rows) in required.enumerated() {
                guard let rows else { continue }
                let latest = vertical.latestRow(level, source: lastRead)
                capacities[level] = max(capacities[level], latest - rows.lowerBound + 1)
            }
        }
        sourceRows = min(firstRows[0], lastRead + 1)..<lastRead + 1
    }

    /// Extends each level's rows by those that the next coarser level is decimated from: six for each row, beginning two before
    /// twice its index.
    private static func addRequiredFinerRows(_ required: inout [[Range<Int>]], _ vertical: AxisLevels) {
        for level in required.indices.dropLast().reversed() {
            let (first, last) = (vertical.firstRow(level), vertical.lastRow(level))
            let finer = required[level + 1].map {
                max(2 * $0.lowerBound - 2, first)..<min(2 * $0.upperBound + 1, last) + 1
            }
            required[level] = (required[level] + finer).merged()
        }
    }

    /// The number of batches.
    var batchCount: Int { lastSourceRows.count }

    private static func batchCount(_ range: Range<Int>) -> Int {
        (range.count + FastEngine.batchSize - 1) / FastEngine.batchSize
    }

    /// The last row of the image that must have been read to compute a row and its batch.
    func lastSourceRow(forResultRow row: Int) -> Int {
        var firstBatch = 0
        for range in rows {
            if row < range.upperBound {
                return lastSourceRows[firstBatch + (row - range.lowerBound) / FastEngine.batchSize]
            }
            firstBatch += Self.batchCount(range)
        }
        preconditionFailure("row \(row) is not computed")
    }

    /// Records whether decimating rows for a batch reads rows of the image at the positions of earlier batches.
    private mutating func updateRereadsSource(
        from firstRow: Int, _ vertical: AxisLevels, lastRead before: Int, reading after: Int
    ) {
        guard firstRows.count > 1, after > before else { return }
        let first = max(vertical.latestRow(1, source: before) + 1, firstRows[1])
        let last = min(vertical.latestRow(1, source: after), lastRows[1])
        if first <= last && max(2 * first - 2, 0) < firstRow { rereadsSource = true }
    }
}
