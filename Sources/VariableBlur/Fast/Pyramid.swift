internal import CBlurKernels

/// The latest rows of the image at all resolutions, kept up to date as rows come in.
///
/// Around the image there is nothing, which is to say zero, whatever the edge rule: the rules are the filters' business.
@safe
struct Pyramid {
    let shapes: ArenaList<RowShape>
    /// The parts of every level's rows.
    let parts: ArenaList<ArenaList<RowShape.Part>>
    private let kernels: Kernels
    private let format: PixelFormat
    private let vertical: AxisLevels
    private let hasEdges: Bool
    /// Whether the first reduction reads the image's codes, as nothing has to be multiplied first.
    private let isDirect: Bool
    private let fineRows: Range<Int>
    private let levels: ArenaList<RowStore>
    /// The first and the last row of the image, reduced along the row only.
    private let edgeRows: ArenaList<RowStore>
    private let zeros: ArenaList<RowStore>
    private let zeroCodes: UnsafeMutablePointer<UInt8>
    /// The sum of rows before it is reduced.
    private let summed: ArenaList<RowStore>
    private let reducers: ArenaList<RowReducer>
    /// Where the six rows are that a row of a level is made of.
    private let six: UnsafeMutablePointer<UnsafeRawPointer?>
    private let sixCodes: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    /// The last row of every level that is needed.
    private let ends: UnsafeMutablePointer<Int>
    /// The latest row of every level.
    private let latest: UnsafeMutablePointer<Int>

    /// Takes memory for as many rows of every level as the plan says; the rows' own resolution stays `lag` levels behind.
    init(
        _ vertical: AxisLevels, _ horizontal: AxisLevels, lag: Int, _ format: PixelFormat, _ plan: RingPlan,
        hasEdges: Bool, kernels: Kernels, arena: Arena
    ) throws(BlurError) {
        self.kernels = kernels
        self.format = format
        self.vertical = vertical
        self.hasEdges = hasEdges
        isDirect = format.alphaKind != BLUR_STRAIGHT
        fineRows = plan.fineRows
        let shapes = plan.capacities.indices.map {
            RowShape(
                level: min(max($0 - lag, 0), horizontal.coarsest), axis: horizontal, channels: format.channels.count)
        }
        self.shapes = try ArenaList(shapes, arena: arena)
        var parts: [ArenaList<RowShape.Part>] = []
        for shape in shapes { parts.append(try ArenaList(shape.parts(withEdges: hasEdges), arena: arena)) }
        self.parts = try ArenaList(parts, arena: arena)
        func rows(_ count: (Int) -> Int) throws(BlurError) -> ArenaList<RowStore> {
            var all: [RowStore] = []
            for (level, shape) in shapes.enumerated() {
                all.append(try RowStore(count(level), samplesPerRow: shape.samplesPerRow, for: kernels, arena: arena))
            }
            return try ArenaList(all, arena: arena)
        }
        levels = try rows { plan.capacities[$0] }
        edgeRows = try rows { _ in 2 }
        zeros = try rows { _ in 1 }
        summed = try rows { _ in 1 }
        unsafe zeroCodes = try arena.allocate(horizontal.count * format.bytesPerPixel, of: UInt8.self)
        unsafe six = try arena.allocate(6, of: UnsafeRawPointer?.self)
        unsafe sixCodes = try arena.allocate(6, of: UnsafePointer<UInt8>?.self)
        var reducers: [RowReducer] = []
        for level in plan.capacities.indices.dropFirst() {
            reducers.append(
                try RowReducer(
                    from: shapes[level - 1], to: shapes[level], hasEdges: hasEdges, kernels: kernels, arena: arena))
        }
        self.reducers = try ArenaList(reducers, arena: arena)
        unsafe latest = try arena.allocate(shapes.count, of: Int.self)
        unsafe ends = try arena.allocate(shapes.count, of: Int.self)
        for level in shapes.indices {
            unsafe latest[level] = plan.starts[level] - 1
            unsafe ends[level] = plan.ends[level]
        }
    }

    /// The last row that a level ever has.
    static func lastRow(_ vertical: AxisLevels, _ level: Int) -> Int {
        level == 0 ? vertical.count - 1 : vertical.length(level) + ReducedOnes.spread - 1
    }

    /// The latest row that a level can have, once the level below has one.
    private static func latest(_ vertical: AxisLevels, _ level: Int, below: Int) -> Int {
        guard below < lastRow(vertical, level - 1) else { return lastRow(vertical, level) }
        return min((below - 3) >> 1, lastRow(vertical, level))
    }

    /// The latest row that a level can have, once a row of the image is there.
    static func latest(_ vertical: AxisLevels, _ level: Int, source: Int) -> Int {
        (0..<level).reduce(source) { latest(vertical, $1 + 1, below: $0) }
    }

    /// The last row of the image that a row of a level is made of.
    static func source(_ vertical: AxisLevels, _ level: Int, of row: Int) -> Int {
        (0..<level).reversed().reduce(row) { min(2 * $0 + 3, lastRow(vertical, $1)) }
    }

    /// The rows of a level that have been made.
    func store(_ level: Int) -> RowStore { levels[level] }

    func edgeRow(isBottom: Bool, level: Int) -> Samples {
        unsafe edgeRows[level].row(isBottom ? 1 : 0)
    }

    /// Takes in the image's rows up to one; `source` gives the codes of each in turn, and again of the five before it.
    func push(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        while unsafe latest[0] < last {
            let index = unsafe latest[0] + 1
            unsafe latest[0] = index
            let codes = unsafe source(index)
            if !isDirect || fineRows.contains(index) { unsafe load(codes, into: levels[0].row(index)) }
            if hasEdges && index == 0 { unsafe noteEdge(0, codes) }
            if hasEdges && index == vertical.count - 1 { unsafe noteEdge(1, codes) }
            unsafe pushCoarse(from: source)
        }
    }

    /// Makes the rows of coarser levels that the latest row makes possible.
    private func pushCoarse(from source: (Int) -> UnsafePointer<UInt8>) {
        var level = 1
        while level < shapes.count {
            let reachable = unsafe min(Self.latest(vertical, level, below: latest[level - 1]), ends[level])
            guard unsafe latest[level] < reachable else { return }
            while unsafe latest[level] < reachable {
                unsafe latest[level] += 1
                unsafe makeRow(latest[level], level, from: source)
            }
            level += 1
        }
    }

    private func load(_ codes: UnsafePointer<UInt8>, into row: Samples) {
        let channels = format.channels.count
        unsafe kernels.table.pointee.load(
            (row + shapes[0].padding).start, codes, channels, format.alphaKind, shapes[0].width / channels)
    }

    private func makeRow(_ index: Int, _ level: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        let isReduced = shapes[level].level > shapes[level - 1].level
        let target = unsafe isReduced ? summed[level - 1].row(0) : levels[level].row(index)
        if level == 1 && isDirect {
            unsafe reduceCodes(index, into: target, from: source)
        } else {
            unsafe reduceRows(index, level, into: target)
        }
        if isReduced { unsafe reducers[level - 1].reduce(target, into: levels[level].row(index)) }
    }

    private func reduceCodes(
        _ index: Int, into target: Samples, from source: (Int) -> UnsafePointer<UInt8>
    ) {
        let rows = unsafe sixCodes
        for tap in 0..<6 {
            let row = 2 * index - 2 + tap
            let isInside = row >= 0 && row < vertical.count
            unsafe rows[tap] =
                isInside ? source(row) : UnsafePointer(zeroCodes)
        }
        unsafe kernels.table.pointee.reduce_codes((target + shapes[0].padding).start, rows, shapes[0].width)
    }

    private func reduceRows(_ index: Int, _ level: Int, into target: Samples) {
        let rows = unsafe six
        let first = level == 1 ? 0 : -ReducedOnes.spread
        let last = Self.lastRow(vertical, level - 1)
        for part in parts[level - 1] {
            for tap in 0..<6 {
                let row = 2 * index - 2 + tap
                let store = row >= first && row <= last ? levels[level - 1] : zeros[level - 1]
                unsafe rows[tap] = UnsafeRawPointer((store.row(row) + part.start).start)
            }
            unsafe kernels.table.pointee.reduce_rows((target + part.start).start, rows, part.count)
        }
    }

    private func noteEdge(_ slot: Int, _ codes: UnsafePointer<UInt8>) {
        unsafe load(codes, into: edgeRows[0].row(slot))
        for level in shapes.indices.dropFirst() {
            let (from, to) = unsafe (edgeRows[level - 1].row(slot), edgeRows[level].row(slot))
            if shapes[level].level > shapes[level - 1].level {
                unsafe reducers[level - 1].reduce(from, into: to)
            } else {
                unsafe to.copy(shapes[level].samplesPerRow, from: from)
            }
        }
    }
}
