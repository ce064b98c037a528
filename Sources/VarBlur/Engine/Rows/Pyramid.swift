internal import CBlurKernels

/// The recent rows of the image at all levels, computed as source rows become available.
///
/// Samples outside the image are zero; the vertical and horizontal filters implement the edge modes.
@safe
struct Pyramid {
    let shapes: ArenaList<RowShape>
    /// The ranges of samples of each level's rows.
    let ranges: ArenaList<ArenaList<RowShape.SampleRange>>
    private let loops: InnerLoops
    private let format: PixelFormat
    private let vertical: AxisLevels
    private let keepsEdgeRows: Bool
    /// Whether level 1 is decimated from sample values directly, because they need no multiplication by alpha.
    private let decimatesValues: Bool
    private let fineRows: Range<Int>
    /// The rows of each level that are not computed; empty if there are none.
    private let skippedRows: [[Range<Int>]]
    private let levels: ArenaList<SampleRing>
    /// The first and the last row of the image, decimated horizontally only.
    private let edgeRows: ArenaList<SampleRing>
    /// A row of zeros for each level: a ring buffer of one row returns it for every index.
    private let zeros: ArenaList<SampleRing>
    private let zeroValues: UnsafeMutablePointer<UInt8>
    /// A vertically decimated row before its horizontal decimation.
    private let decimatedVertically: ArenaList<SampleRing>
    private let decimators: ArenaList<Decimator>
    /// The addresses of the six rows that a row is decimated from, as samples and as sample values.
    private let tapRows: UnsafeMutablePointer<UnsafeRawPointer?>
    private let tapValueRows: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    /// The last required row of each level.
    private let lastRows: UnsafeMutablePointer<Int>
    /// The latest computed row of each level.
    private let latest: UnsafeMutablePointer<Int>

    /// Allocates the ring buffers of a schedule.
    ///
    /// Rows of the vertical level l have the horizontal level l - `levelOffset`, at least 0.
    init(
        _ vertical: AxisLevels, _ horizontal: AxisLevels, levelOffset: Int, _ format: PixelFormat,
        _ schedule: RingBufferSchedule, keepsEdgeRows: Bool, loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        self.loops = loops
        self.format = format
        self.vertical = vertical
        self.keepsEdgeRows = keepsEdgeRows
        decimatesValues = format.alphaKind != BLUR_STRAIGHT && !loops.isLinear
        fineRows = schedule.fineRows
        let shapes = schedule.capacities.indices.map {
            RowShape(
                horizontalLevel: min(max($0 - levelOffset, 0), horizontal.coarsest), axis: horizontal,
                channels: format.channels.count)
        }
        self.shapes = try ArenaList(shapes, arena: arena)
        var ranges: [ArenaList<RowShape.SampleRange>] = []
        for shape in shapes { ranges.append(try ArenaList(shape.ranges(withEdges: keepsEdgeRows), arena: arena)) }
        self.ranges = try ArenaList(ranges, arena: arena)
        skippedRows = schedule.skippedRows.contains { !$0.isEmpty } ? schedule.skippedRows : []
        func rings(_ rowCount: (Int) -> Int) throws(BlurError) -> ArenaList<SampleRing> {
            try Self.rings(shapes, rowCount, loops, arena)
        }
        levels = try rings { schedule.capacities[$0] }
        edgeRows = try rings { _ in 2 }
        zeros = try rings { _ in 1 }
        decimatedVertically = try rings { _ in 1 }
        unsafe zeroValues = try arena.allocate(horizontal.count * format.bytesPerPixel, of: UInt8.self)
        unsafe tapRows = try arena.allocate(6, of: UnsafeRawPointer?.self)
        unsafe tapValueRows = try arena.allocate(6, of: UnsafePointer<UInt8>?.self)
        decimators = try ArenaList(
            Decimator.all(shapes, keepsEdgeRows ? .edgePixels : .zeros, loops: loops, arena: arena), arena: arena)
        unsafe latest = try arena.allocate(shapes.count, of: Int.self)
        unsafe lastRows = try arena.allocate(shapes.count, of: Int.self)
        for level in shapes.indices { unsafe lastRows[level] = schedule.lastRows[level] }
        rewind(schedule)
    }

    /// Returns to the first row of every level, for another image.
    func rewind(_ schedule: RingBufferSchedule) {
        for level in shapes.indices { unsafe latest[level] = schedule.firstRows[level] - 1 }
    }

    private static func rings(
        _ shapes: [RowShape], _ rowCount: (Int) -> Int, _ loops: InnerLoops, _ arena: Arena
    ) throws(BlurError) -> ArenaList<SampleRing> {
        var rings: [SampleRing] = []
        for (level, shape) in shapes.enumerated() {
            rings.append(try SampleRing(rowCount(level), samplesPerRow: shape.samplesPerRow, for: loops, arena: arena))
        }
        return try ArenaList(rings, arena: arena)
    }

    /// The recent rows of a level.
    func rows(_ level: Int) -> SampleRing { levels[level] }

    /// The first or last row of the image at a level's horizontal resolution.
    func edgeRow(isBottom: Bool, level: Int) -> SamplePointer {
        unsafe edgeRows[level].row(isBottom ? 1 : 0)
    }

    /// The latest row of the image that was pushed.
    var latestSourceRow: Int { unsafe latest[0] }

    /// Reads the image's rows up to `last`.
    ///
    /// `source` returns the sample values of a row. It is called in row order, and may be called again for any of the
    /// `FastEngine.rereadRowCount` rows before the latest.
    func push(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        while unsafe latest[0] < last {
            let index = unsafe latest[0] + 1
            unsafe latest[0] = index
            let values = unsafe source(index)
            if (!decimatesValues || fineRows.contains(index)) && !isSkipped(index, 0) {
                unsafe load(values, into: levels[0].row(index))
            }
            if keepsEdgeRows && index == 0 { unsafe setEdgeRow(0, values) }
            if keepsEdgeRows && index == vertical.count - 1 { unsafe setEdgeRow(1, values) }
            unsafe pushCoarse(from: source)
        }
    }

    /// Computes the coarser rows for which all source rows are available.
    private func pushCoarse(from source: (Int) -> UnsafePointer<UInt8>) {
        var level = 1
        while level < shapes.count {
            let reachable = unsafe min(vertical.latestRow(level, finer: latest[level - 1]), lastRows[level])
            guard unsafe latest[level] < reachable else { return }
            while unsafe latest[level] < reachable {
                unsafe latest[level] += 1
                if unsafe isSkipped(latest[level], level) { continue }
                unsafe makeRow(latest[level], level, from: source)
            }
            level += 1
        }
    }

    /// Whether nothing depends on a row.
    private func isSkipped(_ row: Int, _ level: Int) -> Bool {
        !skippedRows.isEmpty && skippedRows[level].range(containing: row) != nil
    }

    private func load(_ values: UnsafePointer<UInt8>, into row: SamplePointer) {
        unsafe loops.load(
            values, format, count: shapes[0].sampleCount / format.channels.count,
            into: row + shapes[0].firstSampleOffset)
    }

    private func makeRow(_ index: Int, _ level: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        let isDecimatedHorizontally = shapes[level].horizontalLevel > shapes[level - 1].horizontalLevel
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
        unsafe loops.functions.pointee.decimate_values_across(
            (target + shapes[0].firstSampleOffset).address, rows, shapes[0].sampleCount)
    }

    private func decimateRows(_ index: Int, _ level: Int, into target: SamplePointer) {
        let rows = unsafe tapRows
        let (first, last) = (vertical.firstRow(level - 1), vertical.lastRow(level - 1))
        for range in ranges[level - 1] {
            for tap in 0..<6 {
                let row = 2 * index - 2 + tap
                let ring = row >= first && row <= last ? levels[level - 1] : zeros[level - 1]
                unsafe rows[tap] = UnsafeRawPointer((ring.row(row) + range.start).address)
            }
            unsafe loops.functions.pointee.decimate_across((target + range.start).address, rows, range.count)
        }
    }

    private func setEdgeRow(_ slot: Int, _ values: UnsafePointer<UInt8>) {
        unsafe load(values, into: edgeRows[0].row(slot))
        for level in shapes.indices.dropFirst() {
            let (from, to) = unsafe (edgeRows[level - 1].row(slot), edgeRows[level].row(slot))
            if shapes[level].horizontalLevel > shapes[level - 1].horizontalLevel {
                unsafe decimators[level - 1].decimate(from, into: to)
            } else {
                unsafe to.copy(shapes[level].samplesPerRow, from: from)
            }
        }
    }
}
