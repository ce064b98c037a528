internal import CBlurKernels

/// The blur at the resolution that each row's radius needs: near-exact, and independent of the radius in time.
///
/// For every row of the result the rows of the image around it are summed at the coarsest level on which the row's Gaussian
/// is still well sampled, and the one short row of sums is filtered along its length and interpolated to full width.
///
/// Rows go in and come out in order. The engine looks back at the rows that it was given as far as it has kept them at some
/// level, and never needs the image as a whole.
@safe
struct FastEngine {
    /// A σ up to which a row is copied: 1/1000 of a code of 8 bits.
    static let greatestClearRadius = 0.19
    /// The most rows that are made at once: a few columns of the rows that they are made of stay in the processor's
    /// fastest memory meanwhile.
    static let batch = 8
    /// How many of the rows that were read last are read again.
    static let rowsReadAgain = 5
    /// That many samples of a row are summed before going on to the next row.
    private static let strip = 512

    private let ramp: RadiusRamp
    private let kernels: Kernels
    private let vertical: AxisLevels
    private let horizontal: AxisLevels
    private var filter: VerticalFilter
    private var rowFilter: RowFilter
    private var pyramid: Pyramid
    /// What all of the memory belongs to.
    private let arena: Arena
    /// For every row of a batch: its taps, and what has to be summed with which weights.
    private let taps: UnsafeMutablePointer<RowTaps>
    private let sums: UnsafeMutablePointer<RowSum>
    /// And its radii and levels.
    private let recipes: UnsafeMutablePointer<Recipe>
    private let lastSourceRows: [Int]
    private let firstRow: Int

    /// The rows of the image that are read.
    let sourceRows: Range<Int>
    /// Whether rows are read again when rows of the result at their places have been made.
    let looksBack: Bool

    /// Prepares to compute some rows of an image, all of them blurred.
    init(
        _ ramp: RadiusRamp, rows: Range<Int>, columnCount: Int, format: PixelFormat, edges: EdgeMode,
        set: InstructionSet
    ) throws(BlurError) {
        self.ramp = ramp
        let arena = Arena()
        self.arena = arena
        let kernels = set.kernels(format.depth)
        self.kernels = kernels
        (vertical, horizontal) = (AxisLevels(count: ramp.count), AxisLevels(count: columnCount))
        let greatest = ramp.greatest(rows)
        let levels = vertical.level(sigma: greatest.across)
        filter = try VerticalFilter(vertical, edges: edges, levels: levels, arena: arena)
        let plan = RingPlan(ramp, vertical, edges: edges, levels: levels, rows: rows)
        (sourceRows, looksBack) = (plan.sourceRows, plan.looksBack)
        var lag = 0
        while lag < vertical.coarsest && greatest.along * Double(1 << lag) < greatest.across * (1 - 1e-12) { lag += 1 }
        pyramid = try Pyramid(
            vertical, horizontal, lag: lag, format, plan, hasEdges: edges == .clamp, kernels: kernels,
            arena: arena)
        rowFilter = try RowFilter(
            horizontal, edges: edges, format,
            levels: max(horizontal.level(sigma: greatest.along), pyramid.shapes.map(\.level).max() ?? 0),
            greatestSigma: greatest.along, batch: Self.batch, kernels: kernels, arena: arena)
        lastSourceRows = plan.lastSourceRows
        firstRow = rows.lowerBound
        let most = VerticalFilter.mostTaps(vertical, edges)
        unsafe taps = try arena.allocate(Self.batch, of: RowTaps.self)
        unsafe sums = try arena.allocate(Self.batch, of: RowSum.self)
        unsafe recipes = try arena.allocate(Self.batch, of: Recipe.self)
        for slot in 0..<Self.batch {
            unsafe taps[slot] = try RowTaps(capacity: most, kernels: kernels, arena: arena)
            unsafe sums[slot] = try RowSum(capacity: most + 3, kernels: kernels, arena: arena)
        }
    }

    /// With which radii a row is blurred, and at which levels.
    private struct Recipe {
        let sigmas: RadiusRamp.Sigmas
        let across: Int
        let along: Int

        func isLike(_ other: Recipe) -> Bool { across == other.across && along == other.along }
    }

    /// Rows that are made at once.
    static func batches(of rows: Range<Int>) -> some Sequence<Range<Int>> {
        stride(from: rows.lowerBound, to: rows.upperBound, by: batch).lazy.map {
            $0..<min($0 + batch, rows.upperBound)
        }
    }

    /// The last row of the image that is read for a row of the result, and for those that are made with it, at most.
    func lastSourceRow(_ row: Int) -> Int { lastSourceRows[(row - firstRow) / Self.batch] }

    /// The memory in use, in bytes.
    var byteCount: Int { arena.byteCount + lastSourceRows.count * MemoryLayout<Int>.size }

    /// Whether rows of the result are samples before rounding instead of codes, for tests: see `RowFilter.keepsSamples`.
    var keepsSamples: Bool {
        get { rowFilter.keepsSamples }
        set { rowFilter.keepsSamples = newValue }
    }

    /// Reads rows in front of the first that is computed, so that they may change afterwards, but for the last few.
    mutating func read(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        unsafe pyramid.push(upTo: last, from: source)
    }

    /// Computes a batch of rows; batches have to be asked for in order.
    ///
    /// `source` gives the codes of a row: of each of `sourceRows` in turn, and again of the five before it. `codes` gives
    /// the place for the codes of a row of the result.
    mutating func makeRows(
        _ batch: Range<Int>, from source: (Int) -> UnsafePointer<UInt8>,
        into codes: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
        // all that the batch needs, before any of its rows may be written over what is read
        unsafe pyramid.push(upTo: lastSourceRow(batch.lowerBound), from: source)
        for (slot, row) in batch.enumerated() { unsafe recipes[slot] = recipe(row) }
        var start = 0
        while start < batch.count {
            var end = start + 1
            while unsafe end < batch.count && recipes[end].isLike(recipes[start]) { end += 1 }
            unsafe makeRun(start..<end, batch.lowerBound, from: source, into: codes)
            start = end
        }
    }

    private func recipe(_ row: Int) -> Recipe {
        let sigmas = ramp.sigmas(row)
        return Recipe(
            sigmas: sigmas, across: vertical.level(sigma: sigmas.across), along: horizontal.level(sigma: sigmas.along))
    }

    /// Computes rows that are made at the same levels: those of some slots of a batch.
    private mutating func makeRun(
        _ slots: Range<Int>, _ firstRow: Int, from source: (Int) -> UnsafePointer<UInt8>,
        into codes: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
        let (level, rowLevel) = unsafe (recipes[slots.lowerBound].across, recipes[slots.lowerBound].along)
        var (last, needsEnd) = (Int.min, false)
        for slot in slots {
            unsafe filter.find(&taps[slot], row: firstRow + slot, sigma: recipes[slot].sigmas.across, level: level)
            unsafe last = max(last, taps[slot].last)
            if unsafe taps[slot].bottomWeight != 0 { needsEnd = true }
        }
        unsafe pyramid.push(
            upTo: needsEnd ? vertical.count - 1 : Pyramid.source(vertical, level, of: last), from: source)
        for slot in slots { unsafe noteSum(&sums[slot], taps[slot], level) }
        sumRows(slots, level)
        let summedLevel = pyramid.shapes[level].level
        for slot in slots {
            unsafe rowFilter.filter(
                slot, from: summedLevel, level: rowLevel, sigma: recipes[slot].sigmas.along,
                into: codes(firstRow + slot))
        }
    }

    /// Notes which rows have to be summed.
    private func noteSum(_ sum: inout RowSum, _ taps: RowTaps, _ level: Int) {
        sum.set(taps, pyramid.store(level))
        let (top, bottom) = (taps.topWeight, taps.bottomWeight)
        if top != 0 { unsafe sum.append(pyramid.edgeRow(isBottom: false, level: level), top) }
        if bottom != 0 { unsafe sum.append(pyramid.edgeRow(isBottom: true, level: level), bottom) }
    }

    private func sumRows(_ slots: Range<Int>, _ level: Int) {
        let shape = rowFilter.shape(pyramid.shapes[level].level)
        for (number, part) in pyramid.parts[level].enumerated() {
            let isPlane = number < shape.planeCount
            let target = isPlane ? shape.start(number) - RowShape.margin : shape.edgeStart
            for first in stride(from: 0, to: part.count, by: Self.strip) {
                let count = min(Self.strip, part.count - first)
                for slot in slots {
                    let out = unsafe rowFilter.row(slot, level: shape.level) + target - part.start
                    let sum = unsafe sums[slot]
                    unsafe kernels.table.pointee.sum_rows(
                        out.start, sum.starts, sum.weights, sum.count, part.start + first, count)
                }
            }
        }
    }
}
