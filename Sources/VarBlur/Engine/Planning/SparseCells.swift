/// Finds the cells in which the sum of weights behind a matte is small relative to the weight of a pixel itself.
///
/// A composite divides blurred sums by the sum of weights, and multiplies them by the pixel's own weight. Where the quotient is
/// large, so would be the rounding errors of integers. The sums are estimated with blocks that are smaller than the radius: what is
/// found depends on the matte and the radii only.
@safe
final class SparseCells: @unchecked Sendable {
    private let field: FieldMap
    private let map: MatteMap
    private let blocks: WeightBlocks
    private let scales: FieldScales
    private let edges: EdgeMode
    private let width: Int
    private let height: Int
    private let memory: CheckedMemory

    /// The least sum of weights, relative to the weight of a pixel itself, in cells that are not found: a straight edge halves the sum.
    private static let leastRatio = 0.2
    /// Pixels with smaller radii have most of the weight themselves.
    private static let leastSigma = 0.6
    /// The ratio of the radii of a cell for which sums are estimated.
    private static let sigmaRatio = 1.5
    /// The ratio of radii that are too similar for an estimate of their own.
    private static let tolerance = 1.2
    /// Where a Gaussian is truncated, in standard deviations.
    private static let cutoff = 3.0

    private init(
        _ map: MatteMap, _ geometry: FieldGeometry, _ field: FieldMap, _ edges: EdgeMode
    ) throws(BlurError) {
        (self.map, self.field, self.edges, scales) = (map, field, edges, geometry.scales)
        (width, height) = (geometry.width, geometry.height)
        let least = field.bounds(columns: 0..<field.columnCount, rows: 0..<field.rowCount).least
        blocks = try WeightBlocks(
            map, width: width, height: height,
            finest: Self.level(max(least / Self.tolerance, Self.leastSigma), geometry.scales))
        memory = try CheckedMemory(count: field.rowCount * field.columnCount, of: MemoryLayout<Bool>.size)
    }

    /// Finds the cells of a plane, on some threads; the result says for each cell of the map whether it was found.
    static func find(
        _ matte: PlacedMatte, _ map: MatteMap, _ geometry: FieldGeometry, _ field: FieldMap, edges: EdgeMode,
        threadCount: Int
    ) throws(BlurError) -> [Bool] {
        let cells = try SparseCells(map, geometry, field, edges)
        let threads = max(1, min(threadCount, field.rowCount))
        let coverage = MatteCoverage(matte, geometry.sampling, map)
        Threads.run(threads) { thread in
            var values = [Float](repeating: 0, count: FieldMap.cellSize * FieldMap.cellSize)
            for row in stride(from: thread, to: field.rowCount, by: threads) {
                cells.blocks.compute(row, coverage, &values)
            }
        }
        Threads.run(threads) { thread in
            var estimate = Estimate()
            for row in stride(from: thread, to: field.rowCount, by: threads) {
                for column in 0..<field.columnCount { cells.find(column, row, &estimate) }
            }
        }
        let found = unsafe cells.memory.base.assumingMemoryBound(to: Bool.self)
        return (0..<field.rowCount * field.columnCount).map { unsafe found[$0] }
    }

    /// The largest blocks that are small enough for a σ.
    private static func level(_ sigma: Double, _ scales: FieldScales) -> Int {
        let smaller = sigma * min(scales.horizontal, scales.vertical)
        var level = WeightBlocks.leastLevel
        while level < WeightBlocks.greatestLevel && smaller >= 1.5 * Double(2 << level) { level += 1 }
        return level
    }

    private func find(_ column: Int, _ row: Int, _ estimate: inout Estimate) {
        if map.isCovered(columns: cell(column), rows: cell(row)) { return }
        let bounds = field.bounds(columns: column..<column + 1, rows: row..<row + 1)
        guard bounds.greatest >= Self.leastSigma, !isFar(column, row, bounds.greatest),
            !hasUncoveredSide(column, row, bounds.greatest)
        else { return }
        var sigma = bounds.greatest
        repeat {
            if isSparse(column, row, sigma, &estimate) {
                unsafe memory.base.assumingMemoryBound(to: Bool.self)[row * field.columnCount + column] = true
                return
            }
            sigma /= Self.sigmaRatio
        } while sigma >= max(Self.leastSigma, bounds.least / Self.tolerance)
    }

    /// The samples of an axis that belong to a cell, some of which may lie beyond the plane.
    private func cell(_ index: Int) -> Range<Int> { index * FieldMap.cellSize..<(index + 1) * FieldMap.cellSize }

    /// A cell along one axis, and what its weights reach on some sides of it.
    private func reached(_ index: Int, _ sigma: Double, before: Bool = true, after: Bool = true) -> Range<Int> {
        let size = FieldMap.cellSize
        let reach = Int(min(Self.cutoff * sigma, 1e6)) + size
        return index * size - (before ? reach : 0)..<(index + 1) * size + (after ? reach : 0)
    }

    /// Whether the cell and a quarter of its surroundings are inside the plane and uncovered: a quarter of the weights is enough.
    private func hasUncoveredSide(_ column: Int, _ row: Int, _ sigma: Double) -> Bool {
        [true, false].contains { isAbove in
            [true, false].contains { isBefore in
                let columns = reached(column, sigma * scales.horizontal, before: isBefore, after: !isBefore)
                let rows = reached(row, sigma * scales.vertical, before: isAbove, after: !isAbove)
                return columns.lowerBound >= 0 && columns.upperBound <= width && rows.lowerBound >= 0
                    && rows.upperBound <= height && map.isUncovered(columns: columns, rows: rows)
            }
        }
    }

    /// Whether a matte covers nothing in the reach of a cell.
    private func isFar(_ column: Int, _ row: Int, _ sigma: Double) -> Bool {
        let columns = reached(column, sigma * scales.horizontal)
        let rows = reached(row, sigma * scales.vertical)
        let isInside = columns.lowerBound >= 0 && rows.lowerBound >= 0 && columns.upperBound <= width
        if edges == .wrap && !(isInside && rows.upperBound <= height) { return false }
        return map.isUncovered(columns: columns, rows: rows)
    }
}

extension SparseCells {
    /// What an estimate computes before the sums, and the memory for them.
    private struct Estimate {
        var sigma = -1.0
        var level = 0
        /// The blocks of a Gaussian along both axes.
        var (horizontal, vertical) = (GaussianLine?.none, GaussianLine?.none)
        var across = CellWeights()
        var along = CellWeights()
        var line: [Float] = []
        var sums: [Float] = []
    }

    /// The weights with which blocks contribute to those of a cell.
    private struct CellWeights {
        /// For every block of the cell, the first block that contributes, and the index of its weight.
        private(set) var first: [Int] = []
        private(set) var start: [Int] = []
        private(set) var weights: [Float] = []
        /// The sum of the weights of every block of the cell.
        private(set) var totals: [Float] = []
        /// All blocks that contribute.
        private(set) var blocks = 0..<0
        private var exact: [Double] = []
        /// The cell, and whether no edge affects it, so that all of its blocks have the same weights.
        private var cell = 0..<0
        private(set) var isInterior = false

        /// Forgets the weights, because those of another line will follow.
        mutating func reset() { isInterior = false }

        mutating func set(_ line: GaussianLine, _ cell: Range<Int>) {
            let isInterior = line.interior.clamped(to: cell) == cell
            let distance = cell.lowerBound - self.cell.lowerBound
            if isInterior && self.isInterior && cell.count == self.cell.count {
                for index in first.indices { first[index] += distance }
                (self.cell, blocks) = (cell, blocks.lowerBound + distance..<blocks.upperBound + distance)
                return
            }
            (self.cell, self.isInterior) = (cell, isInterior)
            first.removeAll(keepingCapacity: true)
            start.removeAll(keepingCapacity: true)
            weights.removeAll(keepingCapacity: true)
            totals.removeAll(keepingCapacity: true)
            var (low, high) = (Int.max, Int.min)
            for block in cell {
                let first = line.weights(at: block, into: &exact)
                self.first.append(first)
                start.append(weights.count)
                var total = 0.0
                for weight in exact {
                    weights.append(Float(weight))
                    total += weight
                }
                totals.append(Float(total))
                (low, high) = (min(low, first), max(high, first + exact.count))
            }
            start.append(weights.count)
            blocks = low..<high
        }
    }

    /// Whether the sum of weights is small in a cell for a σ.
    private func isSparse(_ column: Int, _ row: Int, _ sigma: Double, _ estimate: inout Estimate) -> Bool {
        if sigma != estimate.sigma {
            estimate.sigma = sigma
            estimate.level = Self.level(sigma, scales)
            estimate.horizontal = line(sigma * scales.horizontal, width, estimate.level)
            estimate.vertical = line(sigma * scales.vertical, height, estimate.level)
            estimate.along.reset()
            estimate.across.reset()
        }
        guard let horizontal = estimate.horizontal, let vertical = estimate.vertical else { return false }
        let count = WeightBlocks.blocksPerCell(estimate.level)
        estimate.along.set(horizontal, column * count..<min((column + 1) * count, horizontal.count))
        estimate.across.set(vertical, row * count..<min((row + 1) * count, vertical.count))
        let (rows, columns) = (estimate.across.blocks, estimate.along.blocks)
        if estimate.line.count < columns.count { estimate.line = [Float](repeating: 0, count: columns.count) }
        let sumCount = rows.count * estimate.along.first.count
        if estimate.sums.count < sumCount { estimate.sums = [Float](repeating: 0, count: sumCount) }
        unsafe sum(rows, estimate.along, level: estimate.level, line: &estimate.line, into: &estimate.sums)
        return hasSmallSum(column, row, estimate)
    }

    /// The weights of blocks; a block has a variance of its own.
    private func line(_ sigma: Double, _ sampleCount: Int, _ level: Int) -> GaussianLine {
        let size = Double(1 << level)
        let variance = max(sigma * sigma - (size * size - 1) / 12, 0.09 * size * size)
        let sigmaInBlocks = variance.squareRoot() / size
        return GaussianLine(
            sigma: sigmaInBlocks, count: (sampleCount + (1 << level) - 1) >> level, edges: edges,
            cutoff: Self.cutoff * sigmaInBlocks)
    }

    /// Sums blocks along every row of them that contributes to a cell.
    private func sum(
        _ rows: Range<Int>, _ along: CellWeights, level: Int, line: UnsafeMutablePointer<Float>,
        into sums: UnsafeMutablePointer<Float>
    ) {
        let (columns, count) = (along.blocks, along.first.count)
        unsafe along.weights.withUnsafeBufferPointer { weights in
            for row in rows {
                unsafe blocks.read(columns, row: row, level: level, into: line)
                let target = unsafe sums + (row - rows.lowerBound) * count
                if along.isInterior {
                    // the compiler vectorizes the loop over blocks
                    unsafe target.update(repeating: 0, count: count)
                    for tap in 0..<along.start[1] {
                        let (weight, values) = unsafe (weights[tap], line + tap)
                        for block in 0..<count { unsafe target[block] += weight * values[block] }
                    }
                    continue
                }
                for block in 0..<count {
                    let (first, start) = (along.first[block] - columns.lowerBound, along.start[block])
                    var sum: Float = 0
                    for tap in 0..<along.start[block + 1] - start {
                        unsafe sum += weights[start &+ tap] * line[first &+ tap]
                    }
                    unsafe target[block] = sum
                }
            }
        }
    }

    /// Adds the sums of rows, and compares them with the weights of a cell.
    private func hasSmallSum(_ column: Int, _ row: Int, _ estimate: Estimate) -> Bool {
        let (across, along, count) = (estimate.across, estimate.along, estimate.along.first.count)
        return unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { totals in
            for blockRow in 0..<across.first.count {
                let (first, start) = (across.first[blockRow] - across.blocks.lowerBound, across.start[blockRow])
                for block in 0..<count {
                    // beyond transparent edges, nothing is in front
                    unsafe totals[block] =
                        edges == .transparent ? 1 - across.totals[blockRow] * along.totals[block] : 0
                }
                for tap in 0..<across.start[blockRow + 1] - start {
                    let weight = across.weights[start + tap]
                    unsafe estimate.sums.withUnsafeBufferPointer { sums in
                        for block in 0..<count {
                            unsafe totals[block] += weight * sums[(first &+ tap) &* count &+ block]
                        }
                    }
                }
                for block in 0..<count {
                    let own = blocks.greatestWeight(
                        cellColumn: column, cellRow: row, block: block, blockRow: blockRow, level: estimate.level)
                    if unsafe own > 0 && totals[block] < Float(Self.leastRatio) * own { return true }
                }
            }
            return false
        }
    }
}
