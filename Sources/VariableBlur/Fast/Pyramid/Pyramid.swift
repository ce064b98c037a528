internal import CBlurKernels

/// The recent rows of the image at all levels, computed as source rows become available.
///
/// Samples outside the image are zero; the vertical and horizontal filters implement the edge rules.
@safe
struct Pyramid {
    let shapes: ArenaList<RowShape>
    /// The parts of each level's rows.
    let parts: ArenaList<ArenaList<RowShape.Part>>
    private let kernels: KernelTable
    private let format: PixelFormat
    private let vertical: AxisLevels
    private let keepsEdgeRows: Bool
    /// Whether level 1 is decimated from sample values directly, because they need no multiplication by alpha.
    private let decimatesValues: Bool
    private let fineRows: Range<Int>
    private let levels: ArenaList<RowStore>
    /// The first and the last row of the image, decimated horizontally only.
    private let edgeRows: ArenaList<RowStore>
    private let zeros: ArenaList<RowStore>
    private let zeroValues: UnsafeMutablePointer<UInt8>
    /// A vertically decimated row before its horizontal decimation.
    private let decimatedVertically: ArenaList<RowStore>
    private let decimators: ArenaList<Decimator>
    /// The addresses of the six rows that a row is decimated from, as samples and as sample values.
    private let tapRows: UnsafeMutablePointer<UnsafeRawPointer?>
    private let tapValueRows: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    /// The last required row of each level.
    private let ends: UnsafeMutablePointer<Int>
    /// The latest computed row of each level.
    private let latest: UnsafeMutablePointer<Int>

    /// Allocates the ring buffers of a schedule.
    ///
    /// Rows of the vertical level l have the horizontal level l - `levelOffset`, at least 0.
    init(
        _ vertical: AxisLevels, _ horizontal: AxisLevels, levelOffset: Int, _ format: PixelFormat,
        _ schedule: RingBufferSchedule, keepsEdgeRows: Bool, kernels: KernelTable, arena: Arena
    ) throws(BlurError) {
        self.kernels = kernels
        self.format = format
        self.vertical = vertical
        self.keepsEdgeRows = keepsEdgeRows
        decimatesValues = format.alphaKind != BLUR_STRAIGHT
        fineRows = schedule.fineRows
        let shapes = schedule.capacities.indices.map {
            RowShape(
                level: min(max($0 - levelOffset, 0), horizontal.coarsest), axis: horizontal,
                channels: format.channels.count)
        }
        self.shapes = try ArenaList(shapes, arena: arena)
        var parts: [ArenaList<RowShape.Part>] = []
        for shape in shapes { parts.append(try ArenaList(shape.parts(withEdges: keepsEdgeRows), arena: arena)) }
        self.parts = try ArenaList(parts, arena: arena)
        func stores(_ rowCount: (Int) -> Int) throws(BlurError) -> ArenaList<RowStore> {
            try Self.stores(shapes, rowCount, kernels, arena)
        }
        levels = try stores { schedule.capacities[$0] }
        edgeRows = try stores { _ in 2 }
        zeros = try stores { _ in 1 }
        decimatedVertically = try stores { _ in 1 }
        unsafe zeroValues = try arena.allocate(horizontal.count * format.bytesPerPixel, of: UInt8.self)
        unsafe tapRows = try arena.allocate(6, of: UnsafeRawPointer?.self)
        unsafe tapValueRows = try arena.allocate(6, of: UnsafePointer<UInt8>?.self)
        decimators = try Self.decimators(shapes, keepsEdgeRows, kernels, arena)
        unsafe latest = try arena.allocate(shapes.count, of: Int.self)
        unsafe ends = try arena.allocate(shapes.count, of: Int.self)
        for level in shapes.indices {
            unsafe latest[level] = schedule.starts[level] - 1
            unsafe ends[level] = schedule.ends[level]
        }
    }

    private static func stores(
        _ shapes: [RowShape], _ rowCount: (Int) -> Int, _ kernels: KernelTable, _ arena: Arena
    ) throws(BlurError) -> ArenaList<RowStore> {
        var stores: [RowStore] = []
        for (level, shape) in shapes.enumerated() {
            stores.append(try RowStore(rowCount(level), samplesPerRow: shape.samplesPerRow, for: kernels, arena: arena))
        }
        return try ArenaList(stores, arena: arena)
    }

    private static func decimators(
        _ shapes: [RowShape], _ keepsEdgeRows: Bool, _ kernels: KernelTable, _ arena: Arena
    ) throws(BlurError) -> ArenaList<Decimator> {
        var decimators: [Decimator] = []
        for (from, to) in zip(shapes, shapes.dropFirst()) {
            decimators.append(
                try Decimator(from: from, to: to, keepsEdgePixels: keepsEdgeRows, kernels: kernels, arena: arena))
        }
        return try ArenaList(decimators, arena: arena)
    }

    /// The recent rows of a level.
    func rows(_ level: Int) -> RowStore { levels[level] }

    /// The first or last row of the image at a level's horizontal resolution.
    func edgeRow(isBottom: Bool, level: Int) -> SamplePointer {
        unsafe edgeRows[level].row(isBottom ? 1 : 0)
    }

    /// Reads the image's rows up to `last`; `source` returns the values of each row in order, and again of the five before it.
    func push(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        while unsafe latest[0] < last {
            let index = unsafe latest[0] + 1
            unsafe latest[0] = index
            let values = unsafe source(index)
            if !decimatesValues || fineRows.contains(index) { unsafe load(values, into: levels[0].row(index)) }
            if keepsEdgeRows && index == 0 { unsafe setEdgeRow(0, values) }
            if keepsEdgeRows && index == vertical.count - 1 { unsafe setEdgeRow(1, values) }
            unsafe pushCoarse(from: source)
        }
    }

    /// Computes the coarser rows for which all source rows are available.
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

    private func load(_ values: UnsafePointer<UInt8>, into row: SamplePointer) {
        let channels = format.channels.count
        unsafe kernels.functions.pointee.load_pixels(
            (row + shapes[0].padding).address, values, channels, format.alphaKind, shapes[0].width / channels)
    }

    private func makeRow(_ index: Int, _ level: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        let isDecimatedHorizontally = shapes[level].level > shapes[level - 1].level
        let target =
            unsafe isDecimatedHorizontally ? decimatedVertically[level - 1].row(0) : levels[level].row(index)
        if level == 1 && decimatesValues {
            unsafe decimateValueRows(index, into: target, from: source)
        } else {
            unsafe decimateRows(index, level, into: target)
        }
        if isDecimatedHorizontally { unsafe decimators[level - 1].decimate(target, into: levels[level].row(index)) }
    }

    private func decimateValueRows(
        _ index: Int, into target: SamplePointer, from source: (Int) -> UnsafePointer<UInt8>
    ) {
        let rows = unsafe tapValueRows
        for tap in 0..<6 {
            let row = 2 * index - 2 + tap
            let isInside = row >= 0 && row < vertical.count
            unsafe rows[tap] =
                isInside ? source(row) : UnsafePointer(zeroValues)
        }
        unsafe kernels.functions.pointee.decimate_value_rows(
            (target + shapes[0].padding).address, rows, shapes[0].width)
    }

    private func decimateRows(_ index: Int, _ level: Int, into target: SamplePointer) {
        let rows = unsafe tapRows
        let first = level == 1 ? 0 : -NormalizationResponse.spread
        let last = Self.lastRow(vertical, level - 1)
        for part in parts[level - 1] {
            for tap in 0..<6 {
                let row = 2 * index - 2 + tap
                let store = row >= first && row <= last ? levels[level - 1] : zeros[level - 1]
                unsafe rows[tap] = UnsafeRawPointer((store.row(row) + part.start).address)
            }
            unsafe kernels.functions.pointee.decimate_rows((target + part.start).address, rows, part.count)
        }
    }

    private func setEdgeRow(_ slot: Int, _ values: UnsafePointer<UInt8>) {
        unsafe load(values, into: edgeRows[0].row(slot))
        for level in shapes.indices.dropFirst() {
            let (from, to) = unsafe (edgeRows[level - 1].row(slot), edgeRows[level].row(slot))
            if shapes[level].level > shapes[level - 1].level {
                unsafe decimators[level - 1].decimate(from, into: to)
            } else {
                unsafe to.copy(shapes[level].samplesPerRow, from: from)
            }
        }
    }
}
