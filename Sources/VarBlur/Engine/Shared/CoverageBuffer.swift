/// The coverage of consecutive rows by a matte, computed several rows at a time.
@safe
final class CoverageBuffer: @unchecked Sendable {
    private let coverage: MatteCoverage
    private let memory: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// The number of rows that are computed at a time.
    static let rowCount = MatteMap.cellSize
    /// The columns and rows that are stored.
    private var columns = 0..<0
    private var rows = 0..<0
    /// The columns in parts that are covered alike in these rows: in memory without reference counts, because rows are short.
    var runs: UnsafeBufferPointer<MatteRun> { unsafe UnsafeBufferPointer(start: runMemory, count: runCount) }
    private let runMemory: UnsafeMutablePointer<MatteRun>
    private var runCount = 0

    /// Allocates memory for up to `greatestCount` columns.
    init(_ coverage: MatteCoverage, greatestCount: Int, arena: Arena) throws(BlurError) {
        (self.coverage, capacity) = (coverage, greatestCount)
        unsafe memory = try arena.allocate(Self.rowCount * greatestCount, of: Float.self)
        // each run begins at the start of a cell, or of a part
        unsafe runMemory = try arena.allocate(2 * (greatestCount / MatteMap.cellSize + 2), of: MatteRun.self)
    }

    /// The coverage of a row at some columns.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - limit: the rows of which more will be needed with the same columns.
    ///   - columns: the columns; the result begins with the first.
    ///   - parts: those of them that are needed; `nil` for all.
    /// - Returns: the coverage of the first column, followed by that of the others; valid until the next call.
    func row(
        _ row: Int, of limit: Range<Int>, columns: Range<Int>, parts: [Range<Int>]? = nil
    ) -> UnsafePointer<Float> {
        precondition(columns.count <= capacity, "\(columns.count) columns exceed the buffer")
        if self.columns != columns || !rows.contains(row) {
            self.columns = columns
            rows = MatteCoverage.rows(with: row, in: limit)
            runCount = 0
            for part in parts ?? [columns] {
                let runs = unsafe coverage.write(
                    rows, part, to: memory + (part.lowerBound - columns.lowerBound), stride: columns.count)
                for run in runs {
                    unsafe runMemory[runCount] = run
                    runCount += 1
                }
            }
        }
        return unsafe UnsafePointer(memory) + (row - rows.lowerBound) * columns.count
    }
}
