internal import CBlurKernels

/// Interpolates results of any resolution to rows at full resolution: between rows, then along the row.
@safe
struct RowDoubling {
    private let loops: InnerLoops
    private let scratch: TileScratch
    /// The weights of the first doubling along a row, for every level.
    private let firstWeights: UnsafeMutablePointer<Int32>
    /// For every vertical level, where its rows' weights start in `rowWeights`.
    private let rowWeightStarts: [Int]
    /// For every row of a level's sample, seven offsets and weights, negative weights first.
    private let rowWeights: UnsafeMutablePointer<Int32>

    private static let tapCount = 2 * SmoothDoubling.reach + 1

    init(_ chain: ResolutionChain, _ scratch: TileScratch, loops: InnerLoops, arena: Arena) throws(BlurError) {
        (self.loops, self.scratch) = (loops, scratch)
        let levels = chain.steps.map(\.greatestLevel).max() ?? 0
        let tapCount = SmoothDoubling.offsets.count
        unsafe firstWeights = try arena.allocate((levels + 1) * tapCount, of: Int32.self)
        let vertical = chain.steps.map(\.verticalLevel).max() ?? 0
        var starts = [0, 0]
        for level in stride(from: 1, through: vertical, by: 1) {
            starts.append(starts[level] + (2 * Self.tapCount) << level)
        }
        rowWeightStarts = starts
        unsafe rowWeights = try arena.allocate(starts[starts.count - 1], of: Int32.self)
        for level in stride(from: 1, through: levels, by: 1) {
            let exact = SmoothDoubling.weights(level: level)
            for (tap, weight) in CarriedRounding.weights(exact[...], scale: Double(loops.unitWeight)).enumerated() {
                unsafe firstWeights[level * tapCount + tap] = weight
            }
            guard level <= vertical else { continue }
            for phase in 0..<1 << level { setRowWeights(phase, level, exact) }
        }
    }

    private func setRowWeights(_ phase: Int, _ level: Int, _ first: [Double]) {
        let exact = SmoothDoubling.pixelWeights(phase: phase, level: level, first: first)
        let weights = CarriedRounding.weights(exact[...], scale: Double(loops.unitWeight))
        let target = unsafe rowWeights + rowWeightStarts[level] + 2 * Self.tapCount * phase
        let order = weights.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }
        for (slot, index) in order.enumerated() {
            unsafe target[slot] = Int32(index - SmoothDoubling.reach)
            unsafe target[Self.tapCount + slot] = weights[index]
        }
    }

    /// Interpolates between rows for a row of pixels.
    ///
    /// The result with the index 0 would be in the row `zero` of `results`. The returned row stays valid until the next call.
    func interpolateRows(_ row: Int, level: Int, count: Int, _ results: SampleTable, zero: Int) -> SamplePointer {
        if level == 0 { return unsafe results[zero + row] }
        let taps = unsafe rowWeights + rowWeightStarts[level] + 2 * Self.tapCount * (row & (1 << level - 1))
        let center = zero + (row >> level)
        for tap in 0..<Self.tapCount {
            unsafe scratch.windowAddresses[tap] = UnsafeRawPointer(results[center &+ Int(taps[tap])].address)
        }
        let line = unsafe scratch.line[0]
        unsafe loops.functions.pointee.sum_rows(
            line.address, scratch.windowAddresses, taps + Self.tapCount, Self.tapCount, 0, count)
        return unsafe line
    }

    /// Interpolates the samples of one channel along a row and returns those at full resolution.
    ///
    /// `samples` is the first of `count` samples that the pixels belong to; three more on each side are defined. The result starts with
    /// the first sample's first pixel. It lies in `row`, or in `samples` at level 0.
    @discardableResult
    func interpolate(_ samples: SamplePointer, count: Int, level: Int, into row: SamplePointer) -> SamplePointer {
        if level == 0 { return unsafe samples }
        if level == 1 {
            unsafe loops.functions.pointee.upsample_smooth(row.address, samples.address, weights(level), count)
            return unsafe row
        }
        let half = unsafe interpolateToHalf(samples, count: count, level: level)
        unsafe loops.functions.pointee.upsample(row.address, half.address, count << (level - 1), false)
        return unsafe row
    }

    /// Interpolates the samples of one channel along a row to values, at a level of at least 2.
    func interpolateToValues(
        _ samples: SamplePointer, count: Int, level: Int, roundingBias: UInt16, into values: UnsafeMutablePointer<UInt8>
    ) {
        let half = unsafe interpolateToHalf(samples, count: count, level: level)
        unsafe loops.functions.pointee.upsample_to_values(
            values, half.address, count << (level - 1), roundingBias, false)
    }

    private func weights(_ level: Int) -> UnsafeMutablePointer<Int32> {
        unsafe firstWeights + level * SmoothDoubling.offsets.count
    }

    /// Interpolates samples to half of the full resolution, and one more on each side.
    private func interpolateToHalf(_ samples: SamplePointer, count: Int, level: Int) -> SamplePointer {
        // linear doublings read one sample on each side
        var line = unsafe scratch.doubled[0]
        unsafe loops.functions.pointee.upsample_smooth(line.address, (samples - 1).address, weights(level), count + 2)
        unsafe line = line + 2
        var length = 2 * count
        for stage in stride(from: 2, to: level, by: 1) {
            let next = unsafe scratch.doubled[(stage - 1) & 1]
            unsafe loops.functions.pointee.upsample(next.address, (line - 1).address, length + 2, false)
            unsafe line = next + 2
            length *= 2
        }
        return unsafe line
    }
}
