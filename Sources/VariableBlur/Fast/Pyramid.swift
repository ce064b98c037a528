internal import CBlurKernels

/// The latest rows of the image at all resolutions, kept up to date as rows come in.
///
/// Around the image there is nothing, which is to say zero, whatever the edge rule: the rules are the filters' business.
final class Pyramid {
    let shapes: [RowShape]
    /// The parts of every level's rows.
    let parts: [[(start: Int, count: Int)]]
    private let kernels: blur_kernels
    private let format: PixelFormat
    private let vertical: AxisLevels
    private let hasEdges: Bool
    private let levels: [SampleStore]
    /// The first and the last row of the image, reduced along the row only.
    private let edgeRows: [SampleStore]
    private let zeros: [SampleStore]
    /// The sum of rows before it is reduced.
    private let summed: [SampleStore]
    private let reducers: [RowReducer]
    /// The latest row of every level.
    private(set) var latest: [Int]

    /// Takes memory for as many rows of every level as the plan says.
    init(
        _ vertical: AxisLevels, _ horizontal: AxisLevels, _ format: PixelFormat, _ plan: RingPlan, hasEdges: Bool,
        kernels: blur_kernels
    ) throws(BlurError) {
        self.kernels = kernels
        self.format = format
        self.vertical = vertical
        self.hasEdges = hasEdges
        let shapes = plan.capacities.indices.map {
            RowShape(level: min($0, horizontal.coarsest), axis: horizontal, channels: format.channels.count)
        }
        self.shapes = shapes
        parts = shapes.map { $0.parts(withEdges: hasEdges) }
        func stores(_ rows: (Int) -> Int) throws(BlurError) -> [SampleStore] {
            var stores: [SampleStore] = []
            for (level, shape) in shapes.enumerated() {
                stores.append(try SampleStore(rows: rows(level), samplesPerRow: shape.samplesPerRow))
            }
            return stores
        }
        levels = try stores { plan.capacities[$0] }
        edgeRows = try stores { _ in 2 }
        zeros = try stores { _ in 1 }
        summed = try stores { _ in 1 }
        var reducers: [RowReducer] = []
        for level in plan.capacities.indices.dropFirst() {
            reducers.append(try RowReducer(from: shapes[level - 1], to: shapes[level], kernels: kernels))
        }
        self.reducers = reducers
        latest = plan.starts.map { $0 - 1 }
    }

    /// The last row that a level ever has.
    static func lastRow(_ vertical: AxisLevels, _ level: Int) -> Int {
        level == 0 ? vertical.count - 1 : vertical.length(level) + ReducedOnes.spread - 1
    }

    /// The latest row that a level can have, once the level below has one.
    static func latest(_ vertical: AxisLevels, _ level: Int, below: Int) -> Int {
        guard below < lastRow(vertical, level - 1) else { return lastRow(vertical, level) }
        return min((below - 3) >> 1, lastRow(vertical, level))
    }

    /// A row of a level; outside what the level has, zeros.
    func row(_ index: Int, level: Int) -> UnsafePointer<Int16> {
        let first = level == 0 ? 0 : -ReducedOnes.spread
        let isInside = index >= first && index <= Self.lastRow(vertical, level)
        return unsafe UnsafePointer(isInside ? levels[level].row(index) : zeros[level].row(0))
    }

    func edgeRow(isBottom: Bool, level: Int) -> UnsafePointer<Int16> {
        unsafe UnsafePointer(edgeRows[level].row(isBottom ? 1 : 0))
    }

    /// Takes in the next row of pixels.
    func push(_ codes: UnsafePointer<UInt8>) {
        let index = latest[0] + 1
        unsafe kernels.load(
            levels[0].row(index) + RowShape.margin, codes, format.channels.count, format.alphaKind,
            shapes[0].width / format.channels.count)
        latest[0] = index
        if hasEdges && index == 0 { noteEdge(0, from: index) }
        if hasEdges && index == vertical.count - 1 { noteEdge(1, from: index) }
        for level in latest.indices.dropFirst() {
            let reachable = Self.latest(vertical, level, below: latest[level - 1])
            while latest[level] < reachable {
                latest[level] += 1
                makeRow(latest[level], level)
            }
        }
    }

    private func makeRow(_ index: Int, _ level: Int) {
        let isReduced = shapes[level].level > shapes[level - 1].level
        let target = unsafe isReduced ? summed[level - 1].row(0) : levels[level].row(index)
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: 6) { rows in
            for part in parts[level - 1] {
                for tap in 0..<3 {
                    unsafe rows[tap] = row(2 * index - 2 + tap, level: level - 1) + part.start
                    unsafe rows[3 + tap] = row(2 * index + 3 - tap, level: level - 1) + part.start
                }
                guard let above = rows.baseAddress else { return }
                unsafe kernels.sum_pairs(
                    target + part.start, above, above + 3, Binomial.pairWeights, 3, part.count)
            }
        }
        if isReduced { unsafe reducers[level - 1].reduce(target, into: levels[level].row(index)) }
    }

    private func noteEdge(_ slot: Int, from index: Int) {
        unsafe edgeRows[0].row(slot).update(from: levels[0].row(index), count: shapes[0].samplesPerRow)
        for level in latest.indices.dropFirst() {
            let (from, to) = unsafe (edgeRows[level - 1].row(slot), edgeRows[level].row(slot))
            if shapes[level].level > shapes[level - 1].level {
                unsafe reducers[level - 1].reduce(from, into: to)
            } else {
                unsafe to.update(from: from, count: shapes[level].samplesPerRow)
            }
        }
    }
}
