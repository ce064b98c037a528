/// The coverage of consecutive rows by a matte, computed several rows at a time.
@safe
final class CoverageBuffer: @unchecked Sendable {
    private let matte: PlacedMatte
    private let map: MatteMap
    private let sampling: PlaneSampling
    private let memory: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// The number of long rows that are computed at a time.
    static let rowCount = 16
    /// The columns and rows that are stored.
    private var columns = 0..<0
    private var rows = 0..<0

    /// Allocates memory for up to `greatestCount` columns.
    init(
        _ matte: PlacedMatte, _ map: MatteMap, _ sampling: PlaneSampling, greatestCount: Int, arena: Arena
    ) throws(BlurError) {
        (self.matte, self.map, self.sampling) = (matte, map, sampling)
        capacity = max(Self.rowCount * greatestCount, 8192)
        unsafe memory = try arena.allocate(capacity, of: Float.self)
    }

    /// The coverage of a row at some columns.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - limit: the rows of which more will be needed with the same columns.
    ///   - columns: the columns; the result begins with the first.
    ///   - parts: those of them that are needed; `nil` for all.
    func row(
        _ row: Int, of limit: Range<Int>, columns: Range<Int>, parts: [Range<Int>]? = nil
    ) -> UnsafePointer<Float> {
        precondition(columns.count <= capacity, "\(columns.count) columns exceed the buffer")
        if self.columns != columns || !rows.contains(row) {
            self.columns = columns
            rows = row..<min(limit.upperBound, row + capacity / columns.count)
            for part in parts ?? [columns] {
                for run in map.runs(columns: part, rows: rows) { write(run) }
            }
        }
        return unsafe UnsafePointer(memory) + (row - rows.lowerBound) * columns.count
    }

    private func write(_ run: MatteRun) {
        let first = unsafe memory + (run.columns.lowerBound - columns.lowerBound)
        if run.coverage.isUncovered || run.coverage.isCovered {
            for row in 0..<rows.count {
                unsafe (first + row * columns.count).update(
                    repeating: run.coverage.isCovered ? 1 : 0, count: run.columns.count)
            }
            return
        }
        let count = (rows.count - 1) * columns.count + run.columns.count
        var span = unsafe MutableSpan<Float>(_unsafeStart: first, count: count)
        matte.writePartialCoverage(ofRows: rows, columns: run.columns, sampling, to: &span, stride: columns.count)
    }
}
