internal import CBlurKernels

/// Filters the planes of a coarse row, and doubles their samples until they have full width.
final class InterpolationStages {
    private let kernels: blur_kernels
    private let axis: AxisLevels
    private let edges: EdgeMode
    /// Rows with room for the filter to reach into, one store for every level.
    private let padded: [SampleStore]
    private let paddings: [Int]
    private let tapCounts: [Int]
    private let working: SampleStore
    private let result: SampleStore
    private var resultMargin = 0

    init(
        _ axis: AxisLevels, edges: EdgeMode, channels: Int, levels: Int, greatestSigma: Double, kernels: blur_kernels
    ) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        var (padded, paddings, tapCounts): ([SampleStore], [Int], [Int]) = ([], [], [])
        var widest = 0
        for level in 0...levels {
            let sigma = min(greatestSigma, level < axis.coarsest ? 3 * Double(2 << level) : greatestSigma)
            let margin = Self.margin(edges, axis, sigma: sigma, level: level)
            let tapCount = Self.tapCount(edges, axis, sigma: sigma, level: level)
            paddings.append(margin + tapCount + RowShape.margin)
            tapCounts.append(tapCount)
            let width = axis.length(level) + 2 * paddings[level]
            padded.append(try SampleStore(rows: 1, samplesPerRow: width + Int(BLUR_SLACK)))
            widest = max(widest, (axis.length(level) + 2 * margin) << level)
        }
        (self.padded, self.paddings, self.tapCounts) = (padded, paddings, tapCounts)
        let slack = 2 * Int(BLUR_SLACK)
        working = try SampleStore(rows: 2, samplesPerRow: widest + slack)
        result = try SampleStore(rows: channels, samplesPerRow: widest + slack)
    }

    /// The most taps that a filter may have on each side.
    func greatestTapCount(_ level: Int) -> Int { tapCounts[level] }

    /// The taps that a filter needs; where nothing is folded back, none reaches further than across the image.
    private static func tapCount(_ edges: EdgeMode, _ axis: AxisLevels, sigma: Double, level: Int) -> Int {
        let needed = Int(VerticalFilter.coarseCut * min(sigma, axis.widestSigma(edges)) / Double(1 << level)) + 3
        return edges.period(axis.count) == nil ? min(needed, axis.length(level) + 2 * RowShape.margin) : needed
    }

    /// How many pixels beyond the image count, where they are folded back into it.
    func reach(_ sigma: Double) -> Int { Self.reach(edges, axis, sigma) }

    private static func reach(_ edges: EdgeMode, _ axis: AxisLevels, _ sigma: Double) -> Int {
        guard let period = edges.period(axis.count) else { return 0 }
        return Int(VerticalFilter.coarseCut * min(sigma, Double(period))) + 1
    }

    /// The coarse samples that are wanted on each side of the image.
    private static func margin(_ edges: EdgeMode, _ axis: AxisLevels, sigma: Double, level: Int) -> Int {
        let reach = edges.period(axis.count) == nil ? 0 : reach(edges, axis, sigma) + (4 << level)
        return (reach >> level) + 4
    }

    /// The samples of a channel at full width, from the image's first pixel on.
    func plane(_ channel: Int) -> UnsafeMutablePointer<Int16> { unsafe result.row(channel) + resultMargin }

    var planeStride: Int { result.samplesPerRow }

    func run(_ row: UnsafePointer<Int16>, _ shape: RowShape, _ weights: [Int16], sigma: Double) {
        let level = shape.level
        let margin = Self.margin(edges, axis, sigma: sigma, level: level)
        for channel in 0..<shape.planeCount {
            let samples = unsafe padded[level].row(0) + paddings[level]
            unsafe (samples - RowShape.margin).update(
                from: row + channel * shape.planeStride, count: shape.width + 2 * RowShape.margin)
            let filtered = unsafe working.row(0)
            unsafe filter(samples - margin, weights, count: shape.width + 2 * margin, into: filtered)
            unsafe interpolate(
                filtered, count: shape.width + 2 * margin, margin: margin, level, into: result.row(channel))
        }
    }

    private func filter(
        _ samples: UnsafePointer<Int16>, _ weights: [Int16], count: Int, into result: UnsafeMutablePointer<Int16>
    ) {
        let tapCount = weights.count
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: 2 * tapCount) { rows in
            for tap in 0..<tapCount {
                unsafe rows[tap] = samples - tap
                unsafe rows[tapCount + tap] = samples + tap
            }
            guard let before = rows.baseAddress else { return }
            unsafe kernels.sum_pairs(result, before, before + tapCount, weights, tapCount, count)
        }
    }

    private func interpolate(
        _ samples: UnsafeMutablePointer<Int16>, count: Int, margin: Int, _ level: Int,
        into result: UnsafeMutablePointer<Int16>
    ) {
        var (from, count, margin) = unsafe (samples, count, margin)
        for stage in 0..<level {
            // the outermost samples have no neighbours
            count -= 2
            margin = 2 * (margin - 1)
            let to = unsafe stage == level - 1 ? result : working.row(stage + 1)
            if stage == 0 {
                unsafe kernels.double_binomial(to, from + 1, count)
            } else {
                unsafe kernels.double_linear(to, from + 1, count)
            }
            count *= 2
            unsafe from = to
        }
        resultMargin = margin
    }
}
