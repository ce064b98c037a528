/// Some cells of a grid over an image.
struct CellSet {
    /// The width and the height of a cell in pixels: small, because tiles read only few pixels around them.
    static let cellSize = 16

    /// The size of the grid.
    let columnCount: Int
    let rowCount: Int
    private var isMember: [Bool]

    init(width: Int, height: Int) {
        columnCount = (width + CellSet.cellSize - 1) / CellSet.cellSize
        rowCount = (height + CellSet.cellSize - 1) / CellSet.cellSize
        isMember = [Bool](repeating: false, count: columnCount * rowCount)
    }

    var isEmpty: Bool { !isMember.contains(true) }

    /// Adds all cells that overlap a rectangle of samples; samples beyond the image belong to the nearest cells.
    mutating func insert(columns: Range<Int>, rows: Range<Int>) {
        for row in Self.cells(rows, of: rowCount) {
            for column in Self.cells(columns, of: columnCount) { isMember[row * columnCount + column] = true }
        }
    }

    private static func cells(_ samples: Range<Int>, of count: Int) -> ClosedRange<Int> {
        func cell(_ sample: Int) -> Int { min(max(sample, 0) / cellSize, count - 1) }
        return cell(samples.lowerBound)...cell(samples.upperBound - 1)
    }

    /// The members of a row of the grid, as disjoint ranges of columns that do not touch.
    func runs(ofRow row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<columnCount where isMember[row * columnCount + column] { runs.join(column..<column + 1) }
        return runs
    }
}

/// A copy of some cells of an image.
///
/// Adjacent cells of a row of the grid form a block, whose pixels are stored row by row.
@safe
final class CellCopy: @unchecked Sendable {
    private struct Block {
        /// The columns of the image.
        let columns: Range<Int>
        /// The offset of the first pixel in bytes.
        let offset: Int
    }

    private let memory: CheckedMemory
    private let bytesPerPixel: Int
    private let columnCount: Int
    private let blocks: [Block]
    /// The block of every cell, or -1.
    private let blockOfCell: [Int32]

    init(_ source: FieldSource, _ cells: CellSet) throws(BlurError) {
        let (size, bytesPerPixel) = (CellSet.cellSize, source.format.bytesPerPixel)
        var blocks: [Block] = []
        var blockOfCell = [Int32](repeating: -1, count: cells.columnCount * cells.rowCount)
        var byteCount = 0
        for row in 0..<cells.rowCount {
            let rowCount = min(size, source.height - row * size)
            for run in cells.runs(ofRow: row) {
                let columns = run.lowerBound * size..<min(run.upperBound * size, source.width)
                for cell in run { blockOfCell[row * cells.columnCount + cell] = Int32(blocks.count) }
                blocks.append(Block(columns: columns, offset: byteCount))
                byteCount += rowCount * columns.count * bytesPerPixel
            }
        }
        memory = try CheckedMemory(count: max(byteCount, 1), of: 1, isZeroed: false)
        memory.useLargePages()
        (self.blocks, self.blockOfCell, self.bytesPerPixel) = (blocks, blockOfCell, bytesPerPixel)
        columnCount = cells.columnCount
        for cellRow in 0..<cells.rowCount {
            let runs = cells.runs(ofRow: cellRow)
            for row in cellRow * size..<min((cellRow + 1) * size, source.height) {
                for run in runs {
                    let columns = run.lowerBound * size..<min(run.upperBound * size, source.width)
                    let from = unsafe source.row(row, isClamped: true) + columns.lowerBound * bytesPerPixel
                    unsafe UnsafeMutablePointer(mutating: pixels(row: row, columns: columns)).update(
                        from: from, count: columns.count * bytesPerPixel)
                }
            }
        }
    }

    /// The memory in use, in bytes.
    var byteCount: Int { memory.byteCount + blocks.count * MemoryLayout<Block>.stride + 4 * blockOfCell.count }

    /// The first byte of adjacent pixels of a row, all of whose cells must be copied.
    func pixels(row: Int, columns: Range<Int>) -> UnsafePointer<UInt8> {
        let size = CellSet.cellSize
        let index = blockOfCell[row / size * columnCount + columns.lowerBound / size]
        precondition(
            index >= 0 && columns.upperBound <= blocks[Int(index)].columns.upperBound,
            "the pixels \(columns) of row \(row) are not copied")
        let block = blocks[Int(index)]
        let pixel = row % size * block.columns.count + columns.lowerBound - block.columns.lowerBound
        return unsafe UnsafePointer(
            (memory.base + (block.offset + pixel * bytesPerPixel)).assumingMemoryBound(to: UInt8.self))
    }
}
