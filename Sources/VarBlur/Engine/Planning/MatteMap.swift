/// What a matte covers of a plane, cell by cell.
struct MatteMap {
    /// The width and the height of a cell in samples: small, because tiles read only few samples around them.
    static let cellSize = 16

    private let width: Int
    private let height: Int
    private let columnCount: Int
    private let rowCount: Int
    /// For every corner of a cell, the number of cells to the left and above that are not uncovered.
    private var covered: [Int32]
    /// The same for cells that are not wholly in front.
    private var visible: [Int32]
    /// Whether sums of weights may be small in a cell of the field's map; empty if that is so in all of them.
    private var sparse: [Bool] = []

    /// - Complexity: O(number of cells + number of samples of the matte).
    init(_ matte: PlacedMatte, _ sampling: PlaneSampling, width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        (columnCount, rowCount) = ((width - 1) / Self.cellSize + 1, (height - 1) / Self.cellSize + 1)
        covered = [Int32](repeating: 0, count: (columnCount + 1) * (rowCount + 1))
        visible = covered
        matte.visitCells(size: Self.cellSize, width: width, height: height, sampling) { column, row, bounds in
            let index = (row + 1) * (columnCount + 1) + column + 1
            covered[index] = bounds.isUncovered ? 0 : 1
            visible[index] = bounds.isCovered ? 0 : 1
        }
        for row in 1...rowCount {
            var (coveredInRow, visibleInRow): (Int32, Int32) = (0, 0)
            for index in row * (columnCount + 1) + 1..<(row + 1) * (columnCount + 1) {
                coveredInRow += covered[index]
                visibleInRow += visible[index]
                covered[index] = covered[index - columnCount - 1] + coveredInRow
                visible[index] = visible[index - columnCount - 1] + visibleInRow
            }
        }
    }

    /// The memory in use, in bytes.
    var byteCount: Int { (covered.count + visible.count) * MemoryLayout<Int32>.size + sparse.count }

    /// The same map, which also tells in which cells of the field's map sums of weights may be small.
    func with(sparse: [Bool]) -> MatteMap {
        var map = self
        map.sparse = sparse
        return map
    }

    /// Whether a rectangle of samples is uncovered; samples beyond the plane count as the nearest inside.
    func isUncovered(columns: Range<Int>, rows: Range<Int>) -> Bool { count(covered, columns, rows) == 0 }

    /// Whether a rectangle of samples is wholly in front.
    func isCovered(columns: Range<Int>, rows: Range<Int>) -> Bool { count(visible, columns, rows) == 0 }

    /// Splits columns of some rows into runs that are uncovered, wholly in front, or neither; samples beyond the plane count as the
    /// nearest inside.
    func runs(columns: Range<Int>, rows: Range<Int>) -> [MatteRun] {
        let size = Self.cellSize
        let rows = Self.cells(rows, size, height)
        let (above, below) = (rows.lowerBound * (columnCount + 1), rows.upperBound * (columnCount + 1))
        var runs: [MatteRun] = []
        for column in Self.cells(columns, size, width) {
            func isZero(_ sums: [Int32]) -> Bool {
                sums[below + column + 1] - sums[below + column] == sums[above + column + 1] - sums[above + column]
            }
            let coverage = CoverageBounds(isUncovered: isZero(covered), isCovered: isZero(visible))
            let end = (column + 1) * size >= width ? columns.upperBound : min((column + 1) * size, columns.upperBound)
            if let last = runs.last, last.coverage == coverage {
                runs[runs.count - 1] = MatteRun(columns: last.columns.lowerBound..<end, coverage: coverage)
            } else {
                let first = runs.last?.columns.upperBound ?? columns.lowerBound
                runs.append(MatteRun(columns: first..<end, coverage: coverage))
            }
        }
        return runs
    }

    /// The number of cells of a rectangle that are counted.
    private func count(_ sums: [Int32], _ columns: Range<Int>, _ rows: Range<Int>) -> Int32 {
        let (columns, rows) = (Self.cells(columns, Self.cellSize, width), Self.cells(rows, Self.cellSize, height))
        func sum(_ column: Int, _ row: Int) -> Int32 { sums[row * (columnCount + 1) + column] }
        return sum(columns.upperBound, rows.upperBound) - sum(columns.lowerBound, rows.upperBound)
            - sum(columns.upperBound, rows.lowerBound) + sum(columns.lowerBound, rows.lowerBound)
    }

    /// Whether sums of weights may be small in a rectangle of samples.
    func isSparse(columns: Range<Int>, rows: Range<Int>) -> Bool {
        let size = FieldMap.cellSize
        return sparse.isEmpty
            || Self.cells(rows, size, height).contains { row in
                Self.cells(columns, size, width).contains { sparse[row * ((width - 1) / size + 1) + $0] }
            }
    }

    /// The cells of an axis to which some samples belong.
    private static func cells(_ samples: Range<Int>, _ size: Int, _ count: Int) -> Range<Int> {
        func cell(_ sample: Int) -> Int { min(max(sample, 0), count - 1) / size }
        return cell(samples.lowerBound)..<cell(samples.upperBound - 1) + 1
    }
}

/// Adjacent columns that a matte covers alike.
struct MatteRun: BitwiseCopyable {
    private let (first, end): (Int, Int)
    let coverage: CoverageBounds

    init(columns: Range<Int>, coverage: CoverageBounds) {
        (first, end, self.coverage) = (columns.lowerBound, columns.upperBound, coverage)
    }

    var columns: Range<Int> { first..<end }
}
