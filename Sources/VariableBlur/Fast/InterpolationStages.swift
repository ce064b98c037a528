internal import CBlurKernels

/// Filters the planes of a row, and doubles their samples until they have full width.
@safe
struct InterpolationStages {
    private let kernels: Kernels
    private let axis: AxisLevels
    private let edges: EdgeMode
    /// Rows with room for the filter to reach into, for every level.
    let shapes: ArenaList<RowShape>
    private let tapCounts: ArenaList<Int>
    private let working: RowStore
    private let result: RowStore
    private var resultMargin = 0
    /// The starts of the rows that the filter sums: those before the middle, and those behind it.
    private let starts: UnsafeMutablePointer<UnsafeRawPointer?>

    init(
        _ axis: AxisLevels, edges: EdgeMode, channels: Int, levels: Int, greatestSigma: Double, kernels: Kernels,
        arena: Arena
    ) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        var (shapes, tapCounts): ([RowShape], [Int]) = ([], [])
        var widest = 0
        for level in 0...levels {
            let sigma = axis.greatestSigma(level, upTo: greatestSigma)
            let margin = Self.margin(edges, axis, sigma: sigma, level: level)
            let tapCount = Self.tapCount(edges, axis, sigma: sigma, level: level)
            tapCounts.append(tapCount)
            let step = level == 0 ? channels : 1
            shapes.append(
                RowShape(level: level, axis: axis, channels: channels, reach: (margin + tapCount) * step))
            widest = max(widest, ((shapes[level].width + 2 * margin * step) << level))
        }
        self.shapes = try ArenaList(shapes, arena: arena)
        self.tapCounts = try ArenaList(tapCounts, arena: arena)
        let slack = 2 * Int(BLUR_SLACK)
        working = try RowStore(2, samplesPerRow: widest + slack, for: kernels, arena: arena)
        result = try RowStore(levels == 0 ? 1 : channels, samplesPerRow: widest + slack, for: kernels, arena: arena)
        unsafe starts = try arena.allocate(2 * ((tapCounts.max() ?? 0) + 2), of: UnsafeRawPointer?.self)
    }

    /// The most taps that a filter may have on each side.
    func greatestTapCount(_ level: Int) -> Int { tapCounts[level] }

    /// The taps that a filter needs; where nothing is folded back, none reaches further than across the image.
    private static func tapCount(_ edges: EdgeMode, _ axis: AxisLevels, sigma: Double, level: Int) -> Int {
        let coarse = min(sigma, axis.widestSigma(edges)) / Double(1 << level)
        let needed = Int(KernelCut.reach(sigma: coarse, level: level)) + 3
        return edges.period(axis.count) == nil ? min(needed, axis.length(level) + 2 * RowShape.margin) : needed
    }

    /// How many pixels beyond the image count, where they are folded back into it.
    func reach(_ sigma: Double, level: Int) -> Int { Self.reach(edges, axis, sigma, level) }

    private static func reach(_ edges: EdgeMode, _ axis: AxisLevels, _ sigma: Double, _ level: Int) -> Int {
        guard edges.period(axis.count) != nil else { return 0 }
        let coarse = min(sigma, axis.widestSigma(edges)) / Double(1 << level)
        // all of it, so that nothing is lost: what the kernel covers, and what is spread on the way to the level and back
        let spread = level == 0 ? 1 : ReducedOnes.spread + 2
        return (Int(KernelCut.reach(sigma: coarse, level: level)) + spread) << level
    }

    /// The samples of a level that are wanted on each side of the image.
    private static func margin(_ edges: EdgeMode, _ axis: AxisLevels, sigma: Double, level: Int) -> Int {
        guard level > 0 else { return reach(edges, axis, sigma, 0) }
        // each doubling takes one on each side, and leaves twice as many of the others
        guard edges.period(axis.count) != nil else { return 2 }
        return ((reach(edges, axis, sigma, level) + (4 << level)) >> level) + 4
    }

    /// The samples of a channel at full width, from the image's first pixel on; at level 0 those of all channels.
    func plane(_ channel: Int) -> Samples { unsafe result.row(channel) + resultMargin }

    var planeStride: Int { result.samplesPerRow }

    /// What becomes of a row of a level above 0.
    @unsafe
    enum Ending {
        /// Samples at full width, and around the image as far as folding needs them.
        case samples
        /// Codes at full width, but samples for some pixels.
        case codes(UnsafeMutablePointer<UInt8>, planeStride: Int, surplus: UInt16, samplesAt: [Range<Int>])
    }

    mutating func run(
        _ row: Samples, _ level: Int, _ weights: RowWeights, sigma: Double,
        _ ending: Ending
    ) {
        let shape = shapes[level]
        let margin = Self.margin(edges, axis, sigma: sigma, level: level) * shape.pixelStep
        let count = shape.width + 2 * margin
        for plane in 0..<shape.planeCount {
            let samples = unsafe row + shape.start(plane) - margin
            let filtered = unsafe level == 0 ? result.row(0) : working.row(0)
            unsafe filter(samples, weights, step: shape.pixelStep, count: count, into: filtered)
            guard level > 0 else {
                resultMargin = margin
                continue
            }
            let half = unsafe interpolate(filtered, count: count, margin: margin, level)
            unsafe finish(half, plane: plane, level, ending)
        }
    }

    /// Samples of one channel, and how many of them lie in front of the image.
    @unsafe
    private struct Line {
        var samples: Samples
        var count: Int
        var margin: Int
    }

    /// Doubles samples until they have half the full width.
    private func interpolate(_ samples: Samples, count: Int, margin: Int, _ level: Int) -> Line {
        var line = unsafe Line(samples: samples, count: count, margin: margin)
        for stage in 0..<level - 1 {
            let to = unsafe working.row(stage + 1)
            // the outermost samples have no neighbors
            unsafe double(line.samples + 1, count: line.count - 2, isFirst: stage == 0, into: to)
            unsafe line = Line(samples: to, count: 2 * (line.count - 2), margin: 2 * (line.margin - 1))
        }
        return unsafe line
    }

    private func double(
        _ samples: Samples, count: Int, isFirst: Bool, into result: Samples
    ) {
        if isFirst {
            unsafe kernels.table.pointee.double_binomial(result.start, samples.start, count)
        } else {
            unsafe kernels.table.pointee.double_linear(result.start, samples.start, count)
        }
    }

    private mutating func finish(_ half: Line, plane: Int, _ level: Int, _ ending: Ending) {
        switch unsafe ending {
        case .samples:
            unsafe double(half.samples + 1, count: half.count - 2, isFirst: level == 1, into: result.row(plane))
            resultMargin = unsafe 2 * (half.margin - 1)
        case .codes(let codes, let planeStride, let surplus, let ends):
            let first = unsafe half.samples + half.margin
            unsafe kernels.table.pointee.double_codes(
                codes + plane * planeStride, first.start, (axis.count + 1) / 2, surplus, level == 1)
            resultMargin = 0
            for end in ends {
                unsafe double(
                    first + end.lowerBound / 2, count: (end.count + 1) / 2, isFirst: level == 1,
                    into: result.row(plane) + end.lowerBound)
            }
        }
    }

    private func filter(
        _ samples: Samples, _ weights: RowWeights, step: Int, count: Int, into result: Samples
    ) {
        let tapCount = weights.count
        let before = unsafe starts
        let behind = unsafe before + tapCount
        for tap in 0..<tapCount {
            let distance = max(tap + weights.firstDistance, 0) * step
            unsafe before[tap] = UnsafeRawPointer((samples - distance).start)
            unsafe behind[tap] = UnsafeRawPointer((samples + distance).start)
        }
        unsafe kernels.table.pointee.sum_pairs(result.start, before, behind, weights.base, tapCount, count)
    }
}
