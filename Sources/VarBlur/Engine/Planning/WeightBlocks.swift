/// The weights of the background behind a matte, in square blocks of several sizes: 1 where nothing is in front.
///
/// Blocks are stored for the cells of a map that a matte covers in part.
@safe
final class WeightBlocks: @unchecked Sendable {
    /// The binary logarithms of the sizes of the smallest and of the largest blocks in samples.
    static let (leastLevel, greatestLevel) = (1, 6)

    private let columnCount: Int
    private let width: Int
    private let height: Int
    private let finest: Int
    /// The index of the first value of every cell; -1 if all of its weights are 0, -2 if all are 1.
    private var starts: [Int] = []
    /// For each stored cell and level, the mean of every block, then the greatest weight of every block.
    private let memory: CheckedMemory
    /// The offsets of the levels among the values of a cell.
    private let offsets: [Int]

    private static let (covered, uncovered) = (-1, -2)

    /// Allocates memory for blocks of at least 2 to the power of `finest` samples.
    init(_ map: MatteMap, width: Int, height: Int, finest: Int) throws(BlurError) {
        (self.width, self.height, self.finest) = (width, height, finest)
        let cell = FieldMap.cellSize
        columnCount = (width - 1) / cell + 1
        var offsets = [Int](repeating: 0, count: finest)
        var size = 0
        for level in finest...Self.greatestLevel {
            offsets.append(size)
            size += 2 * Self.blocksPerCell(level) * Self.blocksPerCell(level)
        }
        self.offsets = offsets
        var count = 0
        for y in stride(from: 0, to: height, by: cell) {
            for x in stride(from: 0, to: width, by: cell) {
                let (columns, rows) = (x..<min(x + cell, width), y..<min(y + cell, height))
                let isCovered = map.isCovered(columns: columns, rows: rows)
                let isUncovered = map.isUncovered(columns: columns, rows: rows)
                starts.append(isCovered ? Self.covered : isUncovered ? Self.uncovered : count * size)
                if !isCovered && !isUncovered { count += 1 }
            }
        }
        memory = try CheckedMemory(count: max(count * size, 1), of: MemoryLayout<Float>.stride, isZeroed: false)
    }

    /// The number of blocks on each side of a cell.
    static func blocksPerCell(_ level: Int) -> Int { FieldMap.cellSize >> level }

    private func values(_ start: Int, _ level: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.base.assumingMemoryBound(to: Float.self) + (start + offsets[level])
    }

    /// Computes the blocks of a row of cells, with memory for the coverage of a cell.
    func compute(_ row: Int, _ matte: MatteCoverage, _ coverage: inout [Float]) {
        let size = FieldMap.cellSize
        let rows = row * size..<min((row + 1) * size, height)
        for column in 0..<columnCount {
            let start = starts[row * columnCount + column]
            if start < 0 { continue }
            let columns = column * size..<min((column + 1) * size, width)
            unsafe coverage.withUnsafeMutableBufferPointer { coverage in
                guard let first = coverage.baseAddress else { return }
                var y = rows.lowerBound
                while y < rows.upperBound {
                    let part = MatteCoverage.rows(with: y, in: rows)
                    unsafe matte.write(
                        part, columns, to: first + (y - rows.lowerBound) * columns.count, stride: columns.count)
                    y = part.upperBound
                }
                unsafe reduce(first, columns: columns.count, rows: rows.count, into: values(start, finest))
            }
            for level in finest..<Self.greatestLevel {
                unsafe halve(values(start, level), Self.blocksPerCell(level), into: values(start, level + 1))
            }
        }
    }

    /// Computes the smallest blocks of a cell; those beyond the plane have no weight.
    private func reduce(
        _ coverage: UnsafePointer<Float>, columns: Int, rows: Int, into means: UnsafeMutablePointer<Float>
    ) {
        let (size, count) = (1 << finest, Self.blocksPerCell(finest))
        let greatest = unsafe means + count * count
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * columns) { buffer in
            guard let sums = buffer.baseAddress else { return }
            let least = unsafe sums + columns
            for blockRow in 0..<count {
                let y = min(blockRow * size, rows)
                let end = min(y + size, rows)
                unsafe sums.update(repeating: 0, count: columns)
                unsafe least.update(repeating: 1, count: columns)
                for row in y..<end {
                    let values = unsafe coverage + row * columns
                    for column in 0..<columns {
                        unsafe sums[column] += values[column]
                        // the compiler vectorizes a comparison, but not `min`
                        unsafe least[column] = values[column] < least[column] ? values[column] : least[column]
                    }
                }
                for block in 0..<count {
                    let x = min(block * size, columns)
                    let blockEnd = min(x + size, columns)
                    var (sum, smallest): (Float, Float) = (0, 1)
                    for column in x..<blockEnd {
                        unsafe sum += sums[column]
                        unsafe smallest = min(smallest, least[column])
                    }
                    let samples = (blockEnd - x) * (end - y)
                    let index = blockRow * count + block
                    unsafe means[index] = samples > 0 ? 1 - sum / Float(samples) : 0
                    unsafe greatest[index] = 1 - smallest
                }
            }
        }
    }

    /// Computes blocks of twice the size.
    private func halve(
        _ finer: UnsafeMutablePointer<Float>, _ count: Int, into coarser: UnsafeMutablePointer<Float>
    ) {
        let half = count / 2
        let (finerGreatest, greatest) = unsafe (finer + count * count, coarser + half * half)
        for row in 0..<half {
            for column in 0..<half {
                let (a, b) = (2 * row * count + 2 * column, (2 * row + 1) * count + 2 * column)
                unsafe coarser[row * half + column] = (finer[a] + finer[a + 1] + finer[b] + finer[b + 1]) / 4
                unsafe greatest[row * half + column] = max(
                    finerGreatest[a], finerGreatest[a + 1], finerGreatest[b], finerGreatest[b + 1])
            }
        }
    }

    /// Reads the means of adjacent blocks of a row of blocks, all of them inside the plane.
    func read(_ blocks: Range<Int>, row: Int, level: Int, into means: UnsafeMutablePointer<Float>) {
        let count = Self.blocksPerCell(level)
        let (cellRow, rowInCell) = (row / count, row % count)
        var block = blocks.lowerBound
        while block < blocks.upperBound {
            let cell = block / count
            let end = min(blocks.upperBound, (cell + 1) * count)
            let target = unsafe means + (block - blocks.lowerBound)
            let start = starts[cellRow * columnCount + cell]
            if start < 0 {
                unsafe target.update(repeating: start == Self.uncovered ? 1 : 0, count: end - block)
            } else {
                unsafe target.update(
                    from: values(start, level) + (rowInCell * count + block - cell * count), count: end - block)
            }
            block = end
        }
    }

    /// The greatest weight in a block, which is counted from the first of its cell.
    func greatestWeight(cellColumn: Int, cellRow: Int, block: Int, blockRow: Int, level: Int) -> Float {
        let start = starts[cellRow * columnCount + cellColumn]
        if start < 0 { return start == Self.uncovered ? 1 : 0 }
        let count = Self.blocksPerCell(level)
        return unsafe values(start, level)[count * count + blockRow * count + block]
    }
}
