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
    private let kernels: blur_kernels
    private let vertical: AxisLevels
    private let horizontal: AxisLevels
    private var filter: VerticalFilter
    private var rowFilter: RowFilter
    private var pyramid: Pyramid
    /// What all of the memory belongs to.
    private let arena: Arena
    /// For every row of a batch: its taps, and what has to be summed with which weights.
    private var taps: [RowTaps]
    private var sums: [RowSum]
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
        (taps, sums) = ([], [])
        for _ in 0..<Self.batch {
            taps.append(try RowTaps(capacity: most, arena: arena))
            sums.append(try RowSum(capacity: most + 3, arena: arena))
        }
    }

    /// The weighted sum that a row is.
    @safe
    private struct RowSum {
        let starts: UnsafeMutablePointer<UnsafePointer<Int16>?>
        let weights: UnsafeMutablePointer<Int16>
        var count = 0

        init(capacity: Int, arena: Arena) throws(BlurError) {
            unsafe starts = try arena.take(capacity, of: UnsafePointer<Int16>?.self, isZeroed: false)
            unsafe weights = try arena.take(capacity, of: Int16.self, isZeroed: false)
        }

        mutating func append(_ row: UnsafePointer<Int16>, _ weight: Int) {
            // 1 itself is too large for a weight
            if weight > 32767 { unsafe append(row, weight - 16384) }
            unsafe starts[count] = row
            unsafe weights[count] = Int16(truncatingIfNeeded: weight > 32767 ? 16384 : weight)
            count += 1
        }
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
        var start = batch.lowerBound
        while start < batch.upperBound {
            let levels = levels(start)
            var end = start + 1
            while end < batch.upperBound && self.levels(end) == levels { end += 1 }
            unsafe makeRun(start..<end, levels.across, levels.along, from: source, into: codes)
            start = end
        }
    }

    private func levels(_ row: Int) -> (across: Int, along: Int) {
        let sigmas = ramp.sigmas(row)
        return (vertical.level(sigma: sigmas.across), horizontal.level(sigma: sigmas.along))
    }

    /// Computes rows that are made at the same levels.
    private mutating func makeRun(
        _ rows: Range<Int>, _ level: Int, _ rowLevel: Int, from source: (Int) -> UnsafePointer<UInt8>,
        into codes: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
        var last = -1
        for (slot, row) in rows.enumerated() {
            filter.find(&taps[slot], row: row, sigma: ramp.sigmas(row).across, level: level)
            let isEnd = taps[slot].bottomWeight != 0
            let needed = isEnd ? vertical.count - 1 : Pyramid.source(vertical, level, of: taps[slot].last)
            last = max(last, needed)
        }
        unsafe pyramid.push(upTo: last, from: source)
        for slot in 0..<rows.count { noteSum(slot, level) }
        sumRows(rows.count, level)
        let shape = pyramid.shapes[level]
        for (slot, row) in rows.enumerated() {
            unsafe rowFilter.filter(
                slot, from: shape.level, level: rowLevel, sigma: ramp.sigmas(row).along, into: codes(row))
        }
    }

    /// Notes which rows have to be summed.
    private mutating func noteSum(_ slot: Int, _ level: Int) {
        sums[slot].count = 0
        for index in 0..<(taps[slot].count) {
            let weight = unsafe Int(taps[slot].weights[index])
            if weight != 0 { unsafe sums[slot].append(pyramid.row(taps[slot].first + index, level: level), weight) }
        }
        let (top, bottom) = (taps[slot].topWeight, taps[slot].bottomWeight)
        if top != 0 { unsafe sums[slot].append(pyramid.edgeRow(isBottom: false, level: level), top) }
        if bottom != 0 { unsafe sums[slot].append(pyramid.edgeRow(isBottom: true, level: level), bottom) }
    }

    private func sumRows(_ slots: Int, _ level: Int) {
        let shape = rowFilter.shape(pyramid.shapes[level].level)
        for (number, part) in pyramid.parts[level].enumerated() {
            let isPlane = number < shape.planeCount
            let target = isPlane ? shape.start(number) - RowShape.margin : shape.edgeStart
            for first in stride(from: 0, to: part.count, by: Self.strip) {
                let count = min(Self.strip, part.count - first)
                for slot in 0..<slots {
                    let out = unsafe rowFilter.row(slot, level: shape.level) + target - part.start
                    let sum = sums[slot]
                    unsafe kernels.sum_rows(out, sum.starts, sum.weights, sum.count, part.start + first, count)
                }
            }
        }
    }
}
