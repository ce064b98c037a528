internal import CBlurKernels

/// The fast engine on rows: blurs every row at the resolution that its radius requires, in a time independent of the radius.
///
/// For every row of the result, the rows around it are summed at the coarsest level on which the row's Gaussian is still well
/// sampled. The one short row of sums is then filtered along its length and interpolated to full width.
///
/// Rows are read and computed in order. The engine keeps recent rows at every level in ring buffers and never needs the whole
/// image, except with wrapped edges.
@safe
struct FastEngine {
    /// The greatest σ of rows that are copied: the neighbors' weight is 1/1000 of an 8-bit step.
    static let greatestClearSigma = 0.19
    /// The maximum number of rows computed at once.
    ///
    /// Their source rows are processed in strips that stay in the level-1 cache.
    static let batchSize = 8
    /// The number of rows before the latest that the engine may read again.
    static let rereadRowCount = 5
    /// The number of samples of a row that are summed before the next row's.
    private static let stripLength = 512

    private let profile: any RadiusProfile
    private let kernels: KernelTable
    private let vertical: AxisLevels
    private let horizontal: AxisLevels
    private var verticalFilter: VerticalFilter
    var horizontalFilter: HorizontalFilter
    private var pyramid: Pyramid
    /// The owner of all of the engine's memory.
    private let arena: Arena
    /// For every row of a batch: its vertical taps, the weighted sum that they stand for, and its radii and levels.
    private let taps: UnsafeMutablePointer<VerticalTaps>
    private let sums: UnsafeMutablePointer<WeightedRowSum>
    private let parameters: UnsafeMutablePointer<RowParameters>
    private let schedule: RingBufferSchedule

    /// Prepares to compute some rows of an image, all of them blurred.
    init(
        _ profile: any RadiusProfile, rows: [Range<Int>], columnCount: Int, format: PixelFormat, edges: EdgeMode,
        instructionSet: InstructionSet
    ) throws(BlurError) {
        self.profile = profile
        let arena = Arena()
        self.arena = arena
        let kernels = instructionSet.kernels(format.depth)
        self.kernels = kernels
        (vertical, horizontal) = (AxisLevels(count: profile.lineCount), AxisLevels(count: columnCount))
        let greatest = profile.sigmaBounds(in: rows.hull).greatest
        let levels = vertical.level(sigma: greatest.across)
        verticalFilter = try VerticalFilter(vertical, edges: edges, levels: levels, arena: arena)
        schedule = RingBufferSchedule(profile, vertical, edges: edges, levels: levels, rows: rows)
        let levelOffset = Self.horizontalLevelOffset(greatest, vertical)
        pyramid = try Pyramid(
            vertical, horizontal, levelOffset: levelOffset, format, schedule, keepsEdgeRows: edges == .clamp,
            kernels: kernels, arena: arena)
        horizontalFilter = try HorizontalFilter(
            horizontal, edges: edges, format,
            levels: max(horizontal.level(sigma: greatest.along), pyramid.shapes.map(\.level).max() ?? 0),
            greatestSigma: greatest.along, slotCount: Self.batchSize, kernels: kernels, arena: arena)
        let tapCapacity = VerticalFilter.greatestTapCount(vertical, edges)
        unsafe taps = try arena.allocate(Self.batchSize, of: VerticalTaps.self)
        unsafe sums = try arena.allocate(Self.batchSize, of: WeightedRowSum.self)
        unsafe parameters = try arena.allocate(Self.batchSize, of: RowParameters.self)
        for slot in 0..<Self.batchSize {
            unsafe taps[slot] = try VerticalTaps(capacity: tapCapacity, kernels: kernels, arena: arena)
            unsafe sums[slot] = try WeightedRowSum(capacity: tapCapacity + 3, kernels: kernels, arena: arena)
        }
    }

    /// The number of levels by which the rows' horizontal resolution stays finer than the vertical one, because a plane's
    /// radius is smaller along the rows.
    private static func horizontalLevelOffset(_ greatest: LineSigmas, _ vertical: AxisLevels) -> Int {
        var offset = 0
        while offset < vertical.coarsest && greatest.along * Double(1 << offset) < greatest.across * (1 - 1e-12) {
            offset += 1
        }
        return offset
    }

    /// Splits a range of blurred rows into the batches that are computed at once.
    static func batches(of rows: Range<Int>) -> some Sequence<Range<Int>> {
        stride(from: rows.lowerBound, to: rows.upperBound, by: batchSize).lazy.map {
            $0..<min($0 + batchSize, rows.upperBound)
        }
    }

    /// The rows of the image that the engine reads.
    var sourceRows: Range<Int> { schedule.sourceRows }

    /// Whether source rows at the positions of computed rows are read again.
    var rereadsSource: Bool { schedule.rereadsSource }

    /// The last row of the image that must be available to compute a row and its batch.
    func lastSourceRow(_ row: Int) -> Int { schedule.lastSourceRow(row) }

    /// The memory in use, in bytes.
    var byteCount: Int { arena.byteCount + schedule.batchCount * MemoryLayout<Int>.size }
}

extension FastEngine {
    /// The radii of a row and the levels at which it is blurred.
    struct RowParameters {
        let sigmas: LineSigmas
        let verticalLevel: Int
        let horizontalLevel: Int

        func hasLevels(of other: RowParameters) -> Bool {
            verticalLevel == other.verticalLevel && horizontalLevel == other.horizontalLevel
        }
    }

    /// Reads rows before the first computed row, which may then be overwritten, except for the last `rereadRowCount`.
    mutating func read(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        unsafe pyramid.push(upTo: last, from: source)
    }

    /// Computes a batch of rows; batches must be computed in order.
    ///
    /// `source` returns the first byte of a row: of each of `sourceRows` in order, and again of the five rows before it.
    /// `result` returns where to write a computed row.
    mutating func makeRows(
        _ batch: Range<Int>, from source: (Int) -> UnsafePointer<UInt8>,
        into result: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
        unsafe prepare(batch, from: source)
        var start = 0
        while start < batch.count {
            let group = group(from: start, of: batch)
            let level = unsafe sumRows(group, firstRow: batch.lowerBound, from: source)
            for slot in group {
                unsafe horizontalFilter.filter(
                    slot, from: level, level: parameters[slot].horizontalLevel, sigma: parameters[slot].sigmas.along,
                    into: result(batch.lowerBound + slot))
            }
            start = group.upperBound
        }
    }

    /// Reads all source rows of a batch, before any computed row overwrites them, and looks up the rows' radii.
    mutating func prepare(_ batch: Range<Int>, from source: (Int) -> UnsafePointer<UInt8>) {
        unsafe pyramid.push(upTo: lastSourceRow(batch.lowerBound), from: source)
        for (slot, row) in batch.enumerated() {
            let sigmas = profile.sigmas(ofLine: row)
            unsafe parameters[slot] = RowParameters(
                sigmas: sigmas, verticalLevel: vertical.level(sigma: sigmas.across),
                horizontalLevel: horizontal.level(sigma: sigmas.along))
        }
    }

    /// The parameters of a row of the prepared batch.
    func rowParameters(slot: Int) -> RowParameters { unsafe parameters[slot] }

    /// The slots of consecutive rows of the prepared batch that are blurred at the same levels.
    func group(from start: Int, of batch: Range<Int>) -> Range<Int> {
        var end = start + 1
        while unsafe end < batch.count && parameters[end].hasLevels(of: parameters[start]) { end += 1 }
        return start..<end
    }

    /// Sums the rows around each row of a group and returns the horizontal level of the sums.
    mutating func sumRows(
        _ group: Range<Int>, firstRow: Int, from source: (Int) -> UnsafePointer<UInt8>
    ) -> Int {
        let level = unsafe parameters[group.lowerBound].verticalLevel
        var (last, needsLastRow) = (Int.min, false)
        for slot in group {
            unsafe verticalFilter.find(
                &taps[slot], row: firstRow + slot, sigma: parameters[slot].sigmas.across, level: level)
            unsafe last = max(last, taps[slot].last)
            if unsafe taps[slot].bottomWeight != 0 { needsLastRow = true }
        }
        unsafe pyramid.push(
            upTo: needsLastRow ? vertical.count - 1 : Pyramid.lastSourceRow(vertical, level, of: last), from: source)
        for slot in group { unsafe setSum(&sums[slot], taps[slot], level) }
        addRows(group, level)
        return pyramid.shapes[level].level
    }

    /// Collects the addresses and weights of the rows that some taps stand for.
    private func setSum(_ sum: inout WeightedRowSum, _ taps: VerticalTaps, _ level: Int) {
        sum.set(taps, pyramid.rows(level))
        let (top, bottom) = (taps.topWeight, taps.bottomWeight)
        if top != 0 { unsafe sum.append(pyramid.edgeRow(isBottom: false, level: level), top) }
        if bottom != 0 { unsafe sum.append(pyramid.edgeRow(isBottom: true, level: level), bottom) }
    }

    /// Computes the weighted sums of a group, strip by strip.
    private func addRows(_ group: Range<Int>, _ level: Int) {
        let shape = horizontalFilter.shape(pyramid.shapes[level].level)
        for (number, part) in pyramid.parts[level].enumerated() {
            let isPlane = number < shape.planeCount
            let target = isPlane ? shape.start(number) - RowShape.margin : shape.edgeStart
            for first in stride(from: 0, to: part.count, by: Self.stripLength) {
                let count = min(Self.stripLength, part.count - first)
                for slot in group {
                    let out = unsafe horizontalFilter.row(slot, level: shape.level) + target - part.start
                    let sum = unsafe sums[slot]
                    unsafe kernels.functions.pointee.sum_rows(
                        out.address, sum.rows, sum.weights, sum.count, part.start + first, count)
                }
            }
        }
    }
}
