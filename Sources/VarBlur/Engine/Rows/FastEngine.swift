internal import CBlurKernels

/// The fast engine on rows: blurs every row at the resolution that its radius requires, in bounded time.
///
/// For every row of the result, the rows around it are summed at the coarsest level on which the row's Gaussian is still well
/// sampled. The one short row of sums is then filtered along its length and interpolated to full width.
///
/// Rows are read and computed in order. The engine keeps recent rows of every level in ring buffers. With a large σ, these may be
/// all rows of a coarse level; all rows at full resolution are kept only with wrapped edges, and of images with few rows.
@safe
struct FastEngine {
    /// The maximum number of rows computed at once.
    ///
    /// Their source rows are processed in strips that stay in the L1 data cache.
    static let batchSize = 8
    /// The number of rows before the latest that the engine may read again.
    static let rereadRowCount = 5
    /// The number of samples of a row that are summed before the next row's.
    private static let stripLength = 512

    private let profile: RadiusProfile
    private let loops: InnerLoops
    private let vertical: AxisLevels
    private let horizontal: AxisLevels
    private var verticalFilter: VerticalFilter
    var horizontalFilter: HorizontalFilter
    private var pyramid: Pyramid
    /// The owner of all of the engine's memory.
    private let arena: Arena
    /// For every row of a batch, or of the image if weights are kept: its vertical taps, and the arguments that compute their sum.
    private let taps: UnsafeMutablePointer<VerticalTaps>
    private let sumArguments: UnsafeMutablePointer<RowSumArguments>
    /// For every row of a batch: its radii and levels.
    private let parameters: UnsafeMutablePointer<RowParameters>
    /// For every row of the image, whether it has taps and arguments from another image; empty if weights are not kept.
    private var hasTaps: [Bool]
    private let schedule: RingBufferSchedule
    /// The tables of linear light that the inner loops use; `nil` for none.
    private let tables: LightTables?

    /// Prepares to compute some rows of an image, all of them blurred.
    ///
    /// With `keepsWeights`, the filters of all rows are kept for other images: see `rewind`.
    init(_ task: RowTask, rows: [Range<Int>], keepsWeights: Bool = false) throws(BlurError) {
        let (profile, format, edges) = (task.profile, task.format, task.edges)
        self.profile = profile
        let arena = Arena(isKept: keepsWeights)
        self.arena = arena
        tables = try task.light.isLinear ? LightTables.shared(task.light, format, encodes: task.look != nil) : nil
        let loops = task.instructionSet.innerLoops(format.depth, tables)
        self.loops = loops
        let truncation = tables?.truncation ?? .encoded
        vertical = AxisLevels(count: profile.lineCount, truncation)
        horizontal = AxisLevels(count: task.columnCount, truncation)
        let greatest = profile.sigmaBounds(in: rows.hull).greatest
        let levels = vertical.level(sigma: greatest.across)
        verticalFilter = try VerticalFilter(vertical, edges: edges, levels: levels, arena: arena)
        schedule = RingBufferSchedule(profile, vertical, edges: edges, levels: levels, rows: rows)
        let levelOffset = Self.horizontalLevelOffset(greatest, vertical)
        pyramid = try Pyramid(
            vertical, horizontal, levelOffset: levelOffset, format, schedule, keepsEdgeRows: edges == .clamp,
            loops: loops, arena: arena)
        horizontalFilter = try HorizontalFilter(
            horizontal, edges: edges, format,
            levels: max(horizontal.level(sigma: greatest.along), pyramid.shapes.map(\.horizontalLevel).max() ?? 0),
            greatestSigma: greatest.along, slotCount: Self.batchSize,
            keptLineCount: keepsWeights ? profile.lineCount : 0,
            look: task.look, loops: loops, arena: arena)
        let tapCapacity = VerticalFilter.greatestTapCount(vertical, edges)
        let slotCount = keepsWeights ? profile.lineCount : Self.batchSize
        unsafe taps = try arena.allocate(slotCount, of: VerticalTaps.self)
        unsafe sumArguments = try arena.allocate(slotCount, of: RowSumArguments.self)
        unsafe parameters = try arena.allocate(Self.batchSize, of: RowParameters.self)
        hasTaps = keepsWeights ? [Bool](repeating: false, count: slotCount) : []
        for slot in 0..<slotCount {
            unsafe taps[slot] = try VerticalTaps(capacity: tapCapacity, loops: loops, arena: arena)
            unsafe sumArguments[slot] = try RowSumArguments(tapCapacity: tapCapacity, loops: loops, arena: arena)
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
    func lastSourceRow(forResultRow row: Int) -> Int { schedule.lastSourceRow(forResultRow: row) }

    /// The memory in use, in bytes.
    var byteCount: Int { arena.byteCount + (tables?.byteCount ?? 0) + schedule.batchCount * MemoryLayout<Int>.size }
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

    /// Returns to the first row, for another image, which must be of the same size.
    func rewind() { pyramid.rewind(schedule) }

    /// Pushes source rows into the pyramid, ahead of the batches that need them.
    ///
    /// The rows may then be overwritten, except for the last `rereadRowCount`.
    mutating func pushRows(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        unsafe pyramid.push(upTo: last, from: source)
    }

    /// Computes a batch of rows; batches must be computed in order.
    ///
    /// `source` returns the first byte of a row. It is called for each of `sourceRows` in order, and may be called again for
    /// any of the `rereadRowCount` rows before the latest.
    /// `result` returns where to write a computed row.
    mutating func makeRows(
        _ batch: Range<Int>, from source: (Int) -> UnsafePointer<UInt8>,
        into result: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
        unsafe prepare(batch, from: source)
        var start = 0
        while start < batch.count {
            let group = group(from: start, of: batch)
            let level = sumRows(group, firstRow: batch.lowerBound)
            for slot in group {
                unsafe horizontalFilter.filter(
                    slot, from: level, level: parameters[slot].horizontalLevel, sigma: parameters[slot].sigmas.along,
                    line: batch.lowerBound + slot, into: result(batch.lowerBound + slot))
            }
            start = group.upperBound
        }
    }

    /// Reads all source rows of a batch, before any computed row overwrites them, and looks up the rows' radii.
    mutating func prepare(_ batch: Range<Int>, from source: (Int) -> UnsafePointer<UInt8>) {
        unsafe pyramid.push(upTo: lastSourceRow(forResultRow: batch.lowerBound), from: source)
        for (slot, row) in batch.enumerated() {
            let sigmas = profile.sigmas(ofLine: row)
            unsafe parameters[slot] = RowParameters(
                sigmas: sigmas, verticalLevel: vertical.level(sigma: sigmas.across),
                horizontalLevel: horizontal.level(sigma: sigmas.along))
        }
    }

    /// The parameters of a row of the prepared batch; internal for `UnroundedBlur` in the tests.
    func rowParameters(slot: Int) -> RowParameters { unsafe parameters[slot] }

    /// The slots of a group: of consecutive rows of the prepared batch that are blurred at the same levels.
    func group(from start: Int, of batch: Range<Int>) -> Range<Int> {
        var end = start + 1
        while unsafe end < batch.count && parameters[end].hasLevels(of: parameters[start]) { end += 1 }
        return start..<end
    }

    /// Sums the rows around each row of a group and returns the horizontal level of the sums.
    mutating func sumRows(_ group: Range<Int>, firstRow: Int) -> Int {
        let level = unsafe parameters[group.lowerBound].verticalLevel
        let index = hasTaps.isEmpty ? 0 : firstRow
        if hasTaps.isEmpty || !hasTaps[firstRow + group.lowerBound] { computeTaps(group, firstRow, index, level) }
        computeSums(group, level, index)
        return pyramid.shapes[level].horizontalLevel
    }

    /// Computes the taps and the arguments of a group; those of the first row of the batch have an index.
    private mutating func computeTaps(_ group: Range<Int>, _ firstRow: Int, _ index: Int, _ level: Int) {
        var (last, needsLastRow) = (Int.min, false)
        for slot in group {
            unsafe verticalFilter.computeTaps(
                &taps[index + slot], row: firstRow + slot, sigma: parameters[slot].sigmas.across, level: level)
            unsafe last = max(last, taps[index + slot].last)
            if unsafe taps[index + slot].bottomWeight != 0 { needsLastRow = true }
        }
        let lastSourceRow = needsLastRow ? vertical.count - 1 : vertical.lastSourceRow(forLevelRow: last, level: level)
        precondition(lastSourceRow <= pyramid.latestSourceRow, "row \(lastSourceRow) was not scheduled for a batch")
        for slot in group {
            unsafe setArguments(&sumArguments[index + slot], taps[index + slot], level)
            if !hasTaps.isEmpty { hasTaps[index + slot] = true }
        }
    }

    /// Collects the addresses and weights of the rows of some taps.
    private func setArguments(_ arguments: inout RowSumArguments, _ taps: VerticalTaps, _ level: Int) {
        arguments.set(taps, pyramid.rows(level))
        let (top, bottom) = (taps.topWeight, taps.bottomWeight)
        if top != 0 { unsafe arguments.append(pyramid.edgeRow(isBottom: false, level: level), top) }
        if bottom != 0 { unsafe arguments.append(pyramid.edgeRow(isBottom: true, level: level), bottom) }
    }

    /// Computes the weighted sums of a group, strip by strip.
    private func computeSums(_ group: Range<Int>, _ level: Int, _ index: Int) {
        let summedLevel = pyramid.shapes[level].horizontalLevel
        let shape = horizontalFilter.shape(summedLevel)
        for (number, range) in pyramid.ranges[level].enumerated() {
            let isPlane = number < shape.planeCount
            let target = isPlane ? shape.start(number) - RowShape.margin : shape.edgeStart
            for first in stride(from: 0, to: range.count, by: Self.stripLength) {
                let count = min(Self.stripLength, range.count - first)
                for slot in group {
                    let out = unsafe horizontalFilter.row(slot, level: summedLevel) + target - range.start
                    let sum = unsafe sumArguments[index + slot]
                    unsafe loops.functions.pointee.sum_rows(
                        out.address, sum.rows, sum.weights, sum.count, range.start + first, count)
                }
            }
        }
    }
}
