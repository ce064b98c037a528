internal import CBlurKernels

/// Convolves the planes of a row with the horizontal kernel and upsamples them to full width.
@safe
struct Upsampler {
    private let loops: InnerLoops
    private let axis: AxisLevels
    private let edges: EdgeMode
    /// The layouts of the rows to filter, with zero padding for the kernel, for every level.
    let shapes: ArenaList<RowShape>
    private let tapCounts: ArenaList<Int>
    /// The results of the filter and of the first interpolations: two rows, used in turn, for all planes or for each of them.
    private let intermediates: SampleRing
    /// The samples at half of the full width, of every plane.
    let halves: UnsafeMutablePointer<UnsafeRawPointer?>
    /// The planes at full width.
    private let result: SampleRing
    /// The number of samples of `result` before the image's first pixel.
    private var resultMargin = 0

    init(
        _ axis: AxisLevels, edges: EdgeMode, channels: Int, levels: Int, greatestSigma: Double, keepsPlanes: Bool,
        loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        self.loops = loops
        self.axis = axis
        self.edges = edges
        var (shapes, tapCounts): ([RowShape], [Int]) = ([], [])
        var greatestWidth = 0
        for level in 0...levels {
            let sigma = axis.greatestSigma(level, upTo: greatestSigma)
            let filteredBeyondEnds = Self.filteredBeyondEnds(edges, axis, sigma: sigma, level: level)
            let tapCount = Self.tapCount(edges, axis, sigma: sigma, level: level)
            tapCounts.append(tapCount)
            let step = level == 0 ? channels : 1
            shapes.append(
                RowShape(
                    horizontalLevel: level, axis: axis, channels: channels,
                    readBeyondMargin: (filteredBeyondEnds + tapCount) * step))
            greatestWidth = max(greatestWidth, ((shapes[level].sampleCount + 2 * filteredBeyondEnds * step) << level))
        }
        self.shapes = try ArenaList(shapes, arena: arena)
        self.tapCounts = try ArenaList(tapCounts, arena: arena)
        let padding = 2 * Int(BLUR_SAMPLE_PADDING)
        intermediates = try SampleRing(
            keepsPlanes ? 2 * channels : 2, samplesPerRow: greatestWidth + padding, for: loops, arena: arena)
        unsafe halves = try arena.allocate(channels, of: UnsafeRawPointer?.self)
        result = try SampleRing(
            levels == 0 ? 1 : channels, samplesPerRow: greatestWidth + padding, for: loops, arena: arena)
    }

    /// The maximum number of taps on each side of a kernel at a level.
    func greatestTapCount(_ level: Int) -> Int { tapCounts[level] }

    /// The samples of a channel at full width, from the image's first pixel; at level 0, the interleaved samples.
    func plane(_ channel: Int) -> SamplePointer { unsafe result.row(channel) + resultMargin }

    /// The distance between the planes of channels in samples.
    var planeStride: Int { result.samplesPerRow }

    /// Where to write the sample values of a row above level 0, and how to make them.
    @unsafe
    struct Values {
        let planes: UnsafeMutablePointer<UInt8>
        let planeStride: Int
        let roundingBias: UInt16
        /// The pixels that are additionally written as unrounded samples.
        let samplesAt: [Range<Int>]
        /// Whether a look makes the values from the ``halves``, which requires `keepsPlanes`.
        let isChanged: Bool
    }

    /// Filters and interpolates a row at a level to samples at full width, including those around the image that are folded back, or
    /// to values.
    mutating func run(
        _ row: SamplePointer, _ level: Int, _ weights: HorizontalWeights, sigma: Double, to values: Values? = nil
    ) {
        let shape = shapes[level]
        let margin = Self.filteredBeyondEnds(edges, axis, sigma: sigma, level: level) * shape.pixelStep
        let count = shape.sampleCount + 2 * margin
        for plane in 0..<shape.planeCount {
            let samples = unsafe row + shape.start(plane) - margin
            let filtered = unsafe level == 0 ? result.row(0) : intermediates.row(2 * plane)
            unsafe filter(samples, weights, step: shape.pixelStep, count: count, into: filtered)
            guard level > 0 else {
                resultMargin = margin
                continue
            }
            let half = unsafe interpolate(filtered, plane: plane, count: count, margin: margin, level)
            unsafe finish(half, plane: plane, level, values)
        }
    }

    /// Samples of one channel, of which `margin` lie before the image.
    @unsafe
    private struct Line {
        var samples: SamplePointer
        var count: Int
        var margin: Int
    }

    /// Interpolates samples of a plane to half of the full width.
    private func interpolate(_ samples: SamplePointer, plane: Int, count: Int, margin: Int, _ level: Int) -> Line {
        var line = unsafe Line(samples: samples, count: count, margin: margin)
        for stage in 0..<level - 1 {
            let to = unsafe intermediates.row(2 * plane + (stage + 1) % 2)
            // the outermost samples lack neighbors
            unsafe loops.functions.pointee.upsample(
                to.address, (line.samples + 1).address, line.count - 2, stage == 0)
            unsafe line = Line(samples: to, count: 2 * (line.count - 2), margin: 2 * (line.margin - 1))
        }
        return unsafe line
    }

    /// Interpolates samples from half to full width.
    private mutating func finish(_ half: Line, plane: Int, _ level: Int, _ values: Values?) {
        guard let values = unsafe values else {
            unsafe loops.functions.pointee.upsample(
                result.row(plane).address, (half.samples + 1).address, half.count - 2, level == 1)
            resultMargin = unsafe 2 * (half.margin - 1)
            return
        }
        let first = unsafe half.samples + half.margin
        if unsafe values.isChanged {
            unsafe halves[plane] = UnsafeRawPointer(first.address)
        } else {
            unsafe loops.functions.pointee.upsample_to_values(
                values.planes + plane * values.planeStride, first.address, (axis.count + 1) / 2, values.roundingBias,
                level == 1)
        }
        unsafe double(first, values.samplesAt, plane: plane, level)
    }

    /// Interpolates ranges of pixels from half to full width.
    private mutating func double(_ first: SamplePointer, _ ranges: [Range<Int>], plane: Int, _ level: Int) {
        resultMargin = 0
        for range in ranges {
            unsafe loops.functions.pointee.upsample(
                (result.row(plane) + range.lowerBound).address, (first + range.lowerBound / 2).address,
                (range.count + 1) / 2, level == 1)
        }
    }

    private func filter(
        _ samples: SamplePointer, _ weights: HorizontalWeights, step: Int, count: Int, into result: SamplePointer
    ) {
        unsafe loops.functions.pointee.sum_symmetric(
            result.address, 0, samples.address, 0, step, weights.firstDistance, weights.base, weights.count, 1, count)
    }
}

extension Upsampler {
    /// The maximum number of taps for a σ; with edges that are not folded back, a kernel need not exceed the image.
    private static func tapCount(_ edges: EdgeMode, _ axis: AxisLevels, sigma: Double, level: Int) -> Int {
        let sigmaInSamples = min(sigma, axis.widestSigma(edges)) / Double(1 << level)
        let required = Int(axis.truncation.distance(sigma: sigmaInSamples, level: level)) + 3
        return edges.isPeriodic ? required : min(required, axis.length(level) + 2 * RowShape.margin)
    }

    /// The number of pixels on each side of the image that are folded back into it.
    func foldedPixelCount(_ sigma: Double, level: Int) -> Int { Self.foldedPixelCount(edges, axis, sigma, level) }

    private static func foldedPixelCount(_ edges: EdgeMode, _ axis: AxisLevels, _ sigma: Double, _ level: Int) -> Int {
        guard edges.isPeriodic else { return 0 }
        let sigmaInSamples = min(sigma, axis.widestSigma(edges)) / Double(1 << level)
        // what the decimation and the interpolation add to the kernel
        let added = level == 0 ? 1 : AxisLevels.overhang + interpolationLoss
        return (Int(axis.truncation.distance(sigma: sigmaInSamples, level: level)) + added) << level
    }

    /// The number of samples on each side that all interpolations together consume: one, and half as many in each further step.
    private static let interpolationLoss = 2
    /// The number of samples on each side that are filtered in addition to those that are folded back: the loss, and headroom.
    private static let foldingHeadroom = 8

    /// The number of a level's samples to filter on each side of the image.
    private static func filteredBeyondEnds(_ edges: EdgeMode, _ axis: AxisLevels, sigma: Double, level: Int) -> Int {
        guard level > 0 else { return foldedPixelCount(edges, axis, sigma, 0) }
        guard edges.isPeriodic else { return interpolationLoss }
        return (foldedPixelCount(edges, axis, sigma, level) >> level) + foldingHeadroom
    }
}
