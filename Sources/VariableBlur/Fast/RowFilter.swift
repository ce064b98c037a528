internal import CBlurKernels

/// The second half of the blur: filters a row of vertical sums along its length, and brings it back to full width.
final class RowFilter {
    private let kernels: blur_kernels
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let format: PixelFormat
    private let shapes: [RowShape]
    private let reducers: [RowReducer]
    private let reduced: [SampleStore]
    private let taps: [HorizontalTaps]
    private let borders: RowBorders
    private let fineRows: FineRowFilter
    private let stages: InterpolationStages
    private var preparedSigma = -1.0
    private var weights: [Int16] = []
    private var correction = RowBorders.Correction()

    init(
        _ axis: AxisLevels, edges: EdgeMode, _ format: PixelFormat, levels: Int, greatestSigma: Double,
        kernels: blur_kernels
    ) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        self.format = format
        let channels = format.channels.count
        let shapes = (0...levels).map { RowShape(level: $0, axis: axis, channels: channels) }
        self.shapes = shapes
        var (reducers, reduced): ([RowReducer], [SampleStore]) = ([], [])
        for level in 0...levels {
            reduced.append(try SampleStore(rows: 1, samplesPerRow: shapes[level].samplesPerRow))
            guard level > 0 else { continue }
            reducers.append(try RowReducer(from: shapes[level - 1], to: shapes[level], kernels: kernels))
        }
        self.reducers = reducers
        self.reduced = reduced
        taps = (0...levels).map { HorizontalTaps(level: $0) }
        borders = RowBorders(axis, edges: edges, levels: levels, kernels: kernels)
        fineRows = try FineRowFilter(axis, edges: edges, format: format, kernels: kernels)
        stages = try InterpolationStages(
            axis, edges: edges, channels: channels, levels: levels, greatestSigma: greatestSigma, kernels: kernels)
    }

    /// Filters a row of the shape of horizontal level `from` with σ, at level `level` or finer, and writes pixels.
    func filter(
        _ row: UnsafePointer<Int16>, from: Int, level: Int, sigma: Double, into codes: UnsafeMutablePointer<UInt8>
    ) {
        guard level > 0 else { return unsafe fineRows.filter(row + RowShape.margin, sigma: sigma, into: codes) }
        var row = unsafe row
        for step in from..<level {
            let target = unsafe reduced[step + 1].row(0)
            unsafe reducers[step].reduce(row, into: target)
            unsafe row = UnsafePointer(target)
        }
        prepare(sigma, level)
        unsafe stages.run(row, shapes[level], weights, sigma: preparedSigma)
        let reach = stages.reach(preparedSigma)
        let channels = format.channels.count
        for channel in 0..<channels {
            let edgePixels = unsafe row + shapes[level].edgeStart + channel
            unsafe borders.finish(
                stages.plane(channel), correction, first: edgePixels[0], last: edgePixels[channels], reach: reach)
        }
        unsafe kernels.store(
            codes, stages.plane(0), stages.planeStride, 1, channels, format.alphaKind, axis.count,
            Self.surplus(level))
    }

    /// What averages that are rounded up add to samples of 8 bits on the way to a level and back, in 1/128 of a code.
    ///
    /// It is 1/4 for each of the two filters between levels, 3/8 for each linear interpolation and 1/4 for the row's own
    /// filter, as far as the last bits are random; on photographs it was found to be 1.1 for every level.
    private static func surplus(_ level: Int) -> UInt16 { UInt16((11 * level + 5) / 10) }

    /// Finds the weights for a σ, unless the row before had the same.
    private func prepare(_ sigma: Double, _ level: Int) {
        let sigma = min(sigma, axis.widestSigma(edges))
        guard sigma != preparedSigma else { return }
        preparedSigma = sigma
        let kernel = taps[level].kernel(sigma: sigma, limit: stages.greatestTapCount(level))
        correction = borders.correction(for: kernel, level: level)
        let gain = correction.gain
        var exact = kernel.taps
        for index in exact.indices { exact[index] *= index == 0 ? gain : 2 * gain }
        weights = FixedPoint.weights(exact)
    }
}
