internal import CBlurKernels

/// The second half of the blur: filters a row of vertical sums along its length and interpolates it to full width.
@safe
struct HorizontalFilter {
    private let loops: InnerLoops
    private let axis: AxisLevels
    private let format: PixelFormat
    private let decimators: ArenaList<Decimator>
    /// The rows to filter, at every level.
    private let rows: ArenaList<SampleRing>
    private let design: HorizontalKernelDesign
    private var edges: HorizontalEdges
    private(set) var upsampler: Upsampler
    /// Whether channels may be converted to sample values separately.
    private let convertsPlanes: Bool
    /// Sample values of separate channels.
    private let planarValues: UnsafeMutablePointer<UInt8>
    private let planarValueStride: Int
    /// The σ and the level of the current kernel.
    private var (preparedSigma, preparedLevel) = (-1.0, -1)
    private var kernel: HorizontalKernel
    private var weights: HorizontalWeights
    /// The kernels of lines, kept for other images; empty if they are not kept.
    private var keptKernels: [KeptKernel] = []
    private let look: LookRow?

    /// The kernel of a line, in memory of its own.
    private struct KeptKernel {
        var isComputed = false
        var weights: HorizontalWeights
        var factors: HorizontalEdges.Factors
    }

    /// Allocates memory for filters up to a σ, for `slotCount` rows to filter, and for the kernels of `keptLineCount` lines.
    init(
        _ axis: AxisLevels, edges edgeMode: EdgeMode, _ format: PixelFormat, levels: Int, greatestSigma: Double,
        slotCount: Int, keptLineCount: Int = 0, look: PlaneLook?, loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        self.loops = loops
        self.axis = axis
        self.format = format
        design = try HorizontalKernelDesign(levels: levels, axis.truncation, loops: loops, arena: arena)
        edges = try HorizontalEdges(axis, edges: edgeMode, levels: levels, loops: loops, arena: arena)
        let look = try look.map { (look) throws(BlurError) in
            try LookRow(
                look, lineLength: axis.count, greatestCount: axis.count, format, loops: loops, arena: arena)
        }
        self.look = look
        let upsampler = try Upsampler(
            axis, edges: edgeMode, channels: format.channels.count, levels: levels, greatestSigma: greatestSigma,
            keepsPlanes: look?.writesValues ?? false, loops: loops, arena: arena)
        decimators = try ArenaList(
            Decimator.all(
                upsampler.shapes.map { $0 }, edgeMode == .clamp ? .edgePixels : .zeros, loops: loops, arena: arena),
            arena: arena)
        var rows: [SampleRing] = []
        for shape in upsampler.shapes {
            rows.append(try SampleRing(slotCount, samplesPerRow: shape.samplesPerRow, for: loops, arena: arena))
        }
        self.rows = try ArenaList(rows, arena: arena)
        convertsPlanes = format.alphaKind == BLUR_NO_ALPHA && !loops.isLinear
        planarValueStride = (axis.count + 127) & ~63
        let valueCount = format.channels.count * planarValueStride
        unsafe planarValues = try arena.allocate(
            valueCount * format.depth.byteCount, of: UInt8.self, isZeroed: false)
        let tapCapacity = 2 + ((0...levels).map(upsampler.greatestTapCount).max() ?? 0)
        kernel = try HorizontalKernel(
            capacity: tapCapacity, greatestDistance: max(tapCapacity, PixelWeightDeficit.greatestDistance(axis)),
            arena: arena)
        weights = try HorizontalWeights(capacity: tapCapacity, loops: loops, arena: arena)
        for _ in 0..<keptLineCount {
            let weights = try HorizontalWeights(capacity: tapCapacity, loops: loops, arena: arena)
            keptKernels.append(KeptKernel(weights: weights, factors: try edges.newFactors(arena)))
        }
        self.upsampler = upsampler
    }

    /// The memory layout of a row to filter.
    func shape(_ level: Int) -> RowShape { upsampler.shapes[level] }

    /// The start of the row of a slot at a level, where the vertical sums must be written.
    func row(_ slot: Int, level: Int) -> SamplePointer { unsafe rows[level].row(slot) }

    /// Decimates the summed row of a slot from level `from` to `level`, if that is coarser, filters it, and writes the pixels of a
    /// line.
    mutating func filter(
        _ slot: Int, from: Int, level: Int, sigma: Double, line: Int, into values: UnsafeMutablePointer<UInt8>
    ) {
        let level = prepare(slot, from: from, level: level, sigma: sigma, line: line)
        let row = unsafe row(slot, level: level)
        if level > 0 && convertsPlanes && edges.leavesMiddleUnchanged && look?.writesValues ?? true {
            unsafe filterToValues(row, level, line: line, into: values)
        } else {
            unsafe filterToSamples(row, level)
            unsafe store(0..<axis.count, level, line: line, into: values)
        }
    }

    /// Decimates the row of a slot to the level at which it is filtered, prepares the kernel, and returns the level.
    ///
    /// Internal for `UnroundedBlur` in the tests.
    mutating func prepare(_ slot: Int, from: Int, level: Int, sigma: Double, line: Int = 0) -> Int {
        let level = max(level, from)
        for step in from..<level {
            unsafe decimators[step].decimate(row(slot, level: step), into: row(slot, level: step + 1))
        }
        prepareKernel(sigma, level, line: line)
        return level
    }

    /// Filters a prepared row into the upsampler's planes: samples at full width, not rounded to values.
    ///
    /// Internal for `UnroundedBlur` in the tests.
    mutating func filterToSamples(_ row: SamplePointer, _ level: Int) {
        unsafe upsampler.run(row, level, weights, sigma: preparedSigma)
        unsafe applyEdges(row, level)
    }

    /// Filters a prepared row, with the last interpolation converting to values, except for the pixels near the edges.
    private mutating func filterToValues(
        _ row: SamplePointer, _ level: Int, line: Int, into values: UnsafeMutablePointer<UInt8>
    ) {
        let planeStride = planarValueStride * format.depth.byteCount
        let (bias, ranges) = (AxisLevels.roundingBias(level), edges.factors.correctedPixels)
        // `upsample_to_values` writes pairs: an odd row would overrun the caller's memory
        let isOnePlane = format.channels.count == 1 && axis.count % 2 == 0 && look == nil
        let planes = unsafe isOnePlane ? values : planarValues
        unsafe upsampler.run(
            row, level, weights, sigma: preparedSigma,
            to: Upsampler.Values(
                planes: planes, planeStride: planeStride, roundingBias: bias, samplesAt: ranges,
                isChanged: look != nil))
        if let look {
            unsafe look.upsample(
                upsampler.halves, line: line, pairCount: (axis.count + 1) / 2, isBinomial: level == 1,
                roundingBias: bias,
                into: planes, planeStride: planeStride)
        }
        if !isOnePlane { unsafe interleavePlanarValues(into: values) }
        unsafe applyEdges(row, level)
        for range in ranges { unsafe store(range, level, line: line, into: values) }
    }

    /// Writes the values of separate channels as pixels.
    private func interleavePlanarValues(into values: UnsafeMutablePointer<UInt8>) {
        let channels = format.channels.count
        if channels > 1 {
            unsafe loops.functions.pointee.interleave(values, planarValues, planarValueStride, channels, axis.count)
        } else {
            unsafe values.update(from: planarValues, count: axis.count * format.bytesPerPixel)
        }
    }

    /// The distances between the samples of a pixel's channels, and between pixels, in the upsampler's planes.
    func sampleSteps(_ level: Int) -> (channel: Int, pixel: Int) {
        level == 0 ? (1, format.channels.count) : (upsampler.planeStride, 1)
    }

    /// Converts samples to pixels, after the look.
    ///
    /// Mutating, as the other functions for a line, so that a call does not copy the filter.
    private mutating func store(
        _ pixels: Range<Int>, _ level: Int, line: Int, into values: UnsafeMutablePointer<UInt8>
    ) {
        if let look { return unsafe store(pixels, level, look, line: line, into: values) }
        let (channelStep, pixelStep) = sampleSteps(level)
        unsafe loops.store(
            upsampler.plane(0) + pixels.lowerBound * pixelStep, channelStep: channelStep, pixelStep: pixelStep, format,
            count: pixels.count, roundingBias: AxisLevels.roundingBias(level),
            into: values + pixels.lowerBound * format.bytesPerPixel)
    }

    /// Applies a look to samples, and converts them to pixels; at level 0, these are all pixels of the line.
    private mutating func store(
        _ pixels: Range<Int>, _ level: Int, _ look: LookRow, line: Int, into values: UnsafeMutablePointer<UInt8>
    ) {
        let (count, bias) = (pixels.count, AxisLevels.roundingBias(level))
        if level == 0 && look.writesValues {
            unsafe look.convert(
                upsampler.plane(0), line: line, count: count, roundingBias: bias, into: planarValues,
                planeStride: planarValueStride)
            return unsafe interleavePlanarValues(into: values)
        }
        var (planes, stride) = unsafe (upsampler.plane(0) + pixels.lowerBound, upsampler.planeStride)
        if level == 0 { unsafe (planes, stride) = look.separate(planes, count: count) }
        unsafe loops.encode(planes, stride: stride, format, count: count)
        unsafe look.apply(to: planes, stride: stride, line: line, positions: pixels)
        unsafe loops.storeEncoded(
            planes, stride: stride, format, count: count, roundingBias: bias,
            into: values + pixels.lowerBound * format.bytesPerPixel)
    }

    private mutating func applyEdges(_ row: SamplePointer, _ level: Int) {
        let shape = upsampler.shapes[level]
        let foldedPixelCount = upsampler.foldedPixelCount(preparedSigma, level: level)
        let channels = format.channels.count
        if level == 0 {
            let first = unsafe row + shape.firstSampleOffset
            let last = unsafe first + shape.sampleCount - channels
            return unsafe edges.apply(
                upsampler.plane(0), channels: channels, first: first, last: last, foldedPixelCount: foldedPixelCount)
        }
        for channel in 0..<channels {
            let first = unsafe row + shape.edgeStart + channel
            unsafe edges.apply(
                upsampler.plane(channel), channels: 1, first: first, last: first + channels,
                foldedPixelCount: foldedPixelCount)
        }
    }

    /// Computes the kernel of a line, unless that of the previous line is the same, or it has been kept.
    private mutating func prepareKernel(_ sigma: Double, _ level: Int, line: Int) {
        let sigma = min(sigma, axis.widestSigma(edges.mode))
        guard sigma != preparedSigma || level != preparedLevel || !keptKernels.isEmpty else { return }
        (preparedSigma, preparedLevel) = (sigma, level)
        guard !keptKernels.isEmpty else { return computeKernel(sigma, level) }
        (weights, edges.factors) = (keptKernels[line].weights, keptKernels[line].factors)
        if keptKernels[line].isComputed { return }
        computeKernel(sigma, level)
        keptKernels[line] = KeptKernel(isComputed: true, weights: weights, factors: edges.factors)
    }

    private mutating func computeKernel(_ sigma: Double, _ level: Int) {
        design.compute(&kernel, sigma: sigma, level: level, limit: upsampler.greatestTapCount(level))
        edges.prepare(kernel, level: level)
        weights.set(kernel, gain: edges.factors.gain)
    }
}
