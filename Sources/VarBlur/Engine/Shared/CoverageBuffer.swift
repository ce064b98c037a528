/// The coverage of consecutive rows by a matte, computed several rows at a time.
@safe
final class CoverageBuffer: @unchecked Sendable {
    private let matte: PlacedMatte
    private let sampling: PlaneSampling
    private let memory: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// The number of long rows that are computed at a time.
    static let rowCount = 16
    /// The columns and rows that are stored.
    private var columns = 0..<0
    private var rows = 0..<0

    /// Allocates memory for up to `greatestCount` columns.
    init(_ matte: PlacedMatte, _ sampling: PlaneSampling, greatestCount: Int, arena: Arena) throws(BlurError) {
        (self.matte, self.sampling) = (matte, sampling)
        capacity = max(Self.rowCount * greatestCount, 8192)
        unsafe memory = try arena.allocate(capacity, of: Float.self)
    }

    /// The coverage of a row at some columns; `limit` are the rows of which more will be needed with the same columns.
    func row(_ row: Int, of limit: Range<Int>, columns: Range<Int>) -> UnsafePointer<Float> {
        precondition(columns.count <= capacity, "\(columns.count) columns exceed the buffer")
        if self.columns != columns || !rows.contains(row) {
            self.columns = columns
            rows = row..<min(limit.upperBound, row + capacity / columns.count)
            var span = unsafe MutableSpan<Float>(_unsafeStart: memory, count: rows.count * columns.count)
            matte.writeCoverage(ofRows: rows, columns: columns, sampling, to: &span)
        }
        return unsafe UnsafePointer(memory) + (row - rows.lowerBound) * columns.count
    }
}
