internal import CBlurKernels

/// The blur at the resolution that each row's radius needs: near-exact, and independent of the radius in time.
///
/// For every row of the result the rows of the image around it are summed at the coarsest level on which the row's Gaussian
/// is still well sampled, and the one short row of sums is filtered along its length and interpolated to full width.
///
/// Rows go in and come out in order. The engine looks back at the rows that it was given as far as it has kept them at some
/// level, and never needs the image as a whole.
@safe
final class FastEngine {
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
    private let filter: VerticalFilter
    private let rowFilter: RowFilter
    private let pyramid: Pyramid
    private var taps: [RowTaps]
    /// For the rows of a batch, one after the other: what has to be summed with which weights.
    private var starts: [UnsafePointer<Int16>?] = unsafe []
    private var weights: [Int16] = []
    private var tapRanges: [Range<Int>] = []

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
        let kernels = set.kernels(format.depth)
        self.kernels = kernels
        (vertical, horizontal) = (AxisLevels(count: ramp.count), AxisLevels(count: columnCount))
        let greatest = ramp.greatest(rows)
        let levels = vertical.level(sigma: greatest.across)
        filter = VerticalFilter(vertical, edges: edges, levels: levels)
        let plan = RingPlan(ramp, vertical, edges: edges, levels: levels, batches: Self.batches(of: rows))
        (sourceRows, looksBack) = (plan.sourceRows, plan.looksBack)
        var lag = 0
        while greatest.along * Double(1 << lag) < greatest.across { lag += 1 }
        pyramid = try Pyramid(
            vertical, horizontal, lag: lag, format, plan, hasEdges: edges == .clamp, kernels: kernels)
        rowFilter = try RowFilter(
            horizontal, edges: edges, format, levels: horizontal.level(sigma: greatest.along),
            greatestSigma: greatest.along, batch: Self.batch, kernels: kernels)
        taps = (0..<Self.batch).map { _ in RowTaps() }
    }

    /// Rows that are made at once.
    static func batches(of rows: Range<Int>) -> [Range<Int>] {
        stride(from: rows.lowerBound, to: rows.upperBound, by: batch).map { $0..<min($0 + batch, rows.upperBound) }
    }

    /// The last row of the image that a batch needs.
    func lastSourceRow(_ batch: Range<Int>) -> Int { batch.map(lastSourceRow).max() ?? -1 }

    private func lastSourceRow(_ row: Int) -> Int {
        let sigma = ramp.sigmas(row).across
        let level = vertical.level(sigma: sigma)
        filter.find(&taps[0], row: row, sigma: sigma, level: level)
        return taps[0].bottomWeight != 0 ? vertical.count - 1 : Pyramid.source(vertical, level, of: taps[0].last)
    }

    /// Reads rows in front of the first that is computed, so that they may change afterwards, but for the last few.
    func read(upTo last: Int, from source: (Int) -> UnsafePointer<UInt8>) {
        unsafe pyramid.push(upTo: last, from: source)
    }

    /// Computes a batch of rows; batches have to be asked for in order.
    ///
    /// `source` gives the codes of a row: of each of `sourceRows` in turn, and again of the five before it. `codes` gives
    /// the place for the codes of a row of the result.
    func makeRows(
        _ batch: Range<Int>, from source: (Int) -> UnsafePointer<UInt8>,
        into codes: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
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
    private func makeRun(
        _ rows: Range<Int>, _ level: Int, _ rowLevel: Int, from source: (Int) -> UnsafePointer<UInt8>,
        into codes: (Int) -> UnsafeMutablePointer<UInt8>
    ) {
        var last = -1
        for (slot, row) in rows.enumerated() {
            filter.find(&taps[slot], row: row, sigma: ramp.sigmas(row).across, level: level)
            let isEnd = taps[slot].bottomWeight != 0
            last = max(last, isEnd ? vertical.count - 1 : Pyramid.source(vertical, level, of: taps[slot].last))
        }
        unsafe pyramid.push(upTo: last, from: source)
        noteTaps(rows.count, level)
        sumRows(rows.count, level)
        let shape = pyramid.shapes[level]
        for (slot, row) in rows.enumerated() {
            unsafe rowFilter.filter(
                slot, from: shape.level, level: rowLevel, sigma: ramp.sigmas(row).along, into: codes(row))
        }
    }

    /// Collects the rows that have to be summed.
    private func noteTaps(_ slots: Int, _ level: Int) {
        unsafe starts.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        tapRanges.removeAll(keepingCapacity: true)
        for slot in 0..<slots {
            let first = weights.count
            for (offset, weight) in taps[slot].weights.enumerated() where weight != 0 {
                unsafe note(pyramid.row(taps[slot].first + offset, level: level), weight)
            }
            let (top, bottom) = (taps[slot].topWeight, taps[slot].bottomWeight)
            if top != 0 { unsafe note(pyramid.edgeRow(isBottom: false, level: level), top) }
            if bottom != 0 { unsafe note(pyramid.edgeRow(isBottom: true, level: level), bottom) }
            tapRanges.append(first..<weights.count)
        }
    }

    private func note(_ row: UnsafePointer<Int16>, _ weight: Int) {
        // 1 itself is too large for a weight
        if weight > 32767 { unsafe note(row, weight - 16384) }
        unsafe starts.append(row)
        weights.append(Int16(min(weight, weight > 32767 ? 16384 : 32767)))
    }

    private func sumRows(_ slots: Int, _ level: Int) {
        let shape = rowFilter.shape(pyramid.shapes[level].level)
        unsafe starts.withUnsafeBufferPointer { starts in
            unsafe weights.withUnsafeBufferPointer { weights in
                guard let starts = starts.baseAddress, let weights = weights.baseAddress else { return }
                for (number, part) in pyramid.parts[level].enumerated() {
                    let isPlane = number < shape.planeCount
                    let target = isPlane ? shape.start(number) - RowShape.margin : shape.edgeStart
                    for first in stride(from: 0, to: part.count, by: Self.strip) {
                        let count = min(Self.strip, part.count - first)
                        for slot in 0..<slots {
                            let sums = unsafe rowFilter.row(slot, level: shape.level) + target - part.start
                            let range = tapRanges[slot]
                            unsafe kernels.sum_rows(
                                sums, starts + range.lowerBound, weights + range.lowerBound, range.count,
                                part.start + first, count)
                        }
                    }
                }
            }
        }
    }
}
