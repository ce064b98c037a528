/// Which cells of a grid over a plane a matte covers.
struct MatteMap {
    private let columnCount: Int
    private let rowCount: Int
    private let cells: [CoverageBounds]

    private static let cellSize = FieldMap.cellSize

    /// - Complexity: O(`width` × `height`) at most.
    init(_ matte: PlacedMatte, _ sampling: PlaneSampling, width: Int, height: Int) {
        let size = Self.cellSize
        (columnCount, rowCount) = ((width + size - 1) / size, (height + size - 1) / size)
        var cells: [CoverageBounds] = []
        for y in stride(from: 0, to: height, by: size) {
            for x in stride(from: 0, to: width, by: size) {
                let (columns, rows) = (x..<min(x + size, width), y..<min(y + size, height))
                cells.append(matte.bounds(columns: columns, rows: rows, sampling))
            }
        }
        self.cells = cells
    }

    /// The memory in use, in bytes.
    var byteCount: Int { cells.count * MemoryLayout<CoverageBounds>.stride }

    /// Whether a rectangle of samples is clear; samples beyond the plane count as the nearest inside.
    func isClear(columns: Range<Int>, rows: Range<Int>) -> Bool {
        Self.cells(rows, of: rowCount).allSatisfy { row in
            Self.cells(columns, of: columnCount).allSatisfy { cells[row * columnCount + $0].isClear }
        }
    }

    /// Whether a rectangle of samples is wholly in front.
    func isWhole(columns: Range<Int>, rows: Range<Int>) -> Bool {
        Self.cells(rows, of: rowCount).allSatisfy { row in
            Self.cells(columns, of: columnCount).allSatisfy { cells[row * columnCount + $0].isWhole }
        }
    }

    private static func cells(_ samples: Range<Int>, of count: Int) -> ClosedRange<Int> {
        func cell(_ sample: Int) -> Int { min(max(sample, 0) / cellSize, count - 1) }
        return cell(samples.lowerBound)...cell(samples.upperBound - 1)
    }
}
