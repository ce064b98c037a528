internal import CBlurKernels

/// The second half of the blur: filters a row of sums across rows along its length, and brings it back to full width.
@safe
struct RowFilter {
    private let kernels: Kernels
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let format: PixelFormat
    private let reducers: ArenaList<RowReducer>
    private let rows: ArenaList<RowStore>
    private let taps: HorizontalTaps
    private var borders: RowBorders
    private var stages: InterpolationStages
    /// Whether codes can be made before channels are brought together.
    private let canStoreDirectly: Bool
    private let planarCodes: UnsafeMutablePointer<UInt8>
    private let codeStride: Int
    /// Whether codes are written before they are rounded, as `Float`.
    var keepsSamples = false
    private var preparedSigma = -1.0
    private var kernel: RowKernel
    private var weights: RowWeights

    /// Takes memory for filters up to a σ; `batch` rows may wait to be filtered.
    init(
        _ axis: AxisLevels, edges: EdgeMode, _ format: PixelFormat, levels: Int, greatestSigma: Double, batch: Int,
        kernels: Kernels, arena: Arena
    ) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        self.format = format
        taps = try HorizontalTaps(levels: levels, kernels: kernels, arena: arena)
        borders = try RowBorders(axis, edges: edges, levels: levels, kernels: kernels, arena: arena)
        let stages = try InterpolationStages(
            axis, edges: edges, channels: format.channels.count, levels: levels, greatestSigma: greatestSigma,
            kernels: kernels, arena: arena)
        var reducers: [RowReducer] = []
        var rows: [RowStore] = []
        for (level, shape) in stages.shapes.enumerated() {
            rows.append(try RowStore(batch, samplesPerRow: shape.samplesPerRow, for: kernels, arena: arena))
            if level > 0 {
                reducers.append(
                    try RowReducer(
                        from: stages.shapes[level - 1], to: shape, hasEdges: edges == .clamp, kernels: kernels,
                        arena: arena))
            }
        }
        self.reducers = try ArenaList(reducers, arena: arena)
        self.rows = try ArenaList(rows, arena: arena)
        canStoreDirectly = format.alphaKind == BLUR_NO_ALPHA
        codeStride = (axis.count + 127) & ~63
        let codeCount = format.channels.count * codeStride
        unsafe planarCodes = try arena.allocate(codeCount * format.depth.byteCount, of: UInt8.self, isZeroed: false)
        let mostTaps = 2 + ((0...levels).map(stages.greatestTapCount).max() ?? 0)
        kernel = try RowKernel(
            capacity: mostTaps, greatestDistance: max(mostTaps, PixelShares.greatestDistance(axis)), arena: arena)
        weights = try RowWeights(capacity: mostTaps, kernels: kernels, arena: arena)
        self.stages = stages
    }

    /// How a row of a level has to lie.
    func shape(_ level: Int) -> RowShape { stages.shapes[level] }

    /// Where a row of a level has to be written to be filtered.
    func row(_ slot: Int, level: Int) -> Samples { unsafe rows[level].row(slot) }

    /// Filters the row of a slot, which has been written at level `from`, with σ at level `level`, and writes pixels.
    mutating func filter(_ slot: Int, from: Int, level: Int, sigma: Double, into codes: UnsafeMutablePointer<UInt8>) {
        let level = max(level, from)
        for step in from..<level {
            unsafe reducers[step].reduce(row(slot, level: step), into: row(slot, level: step + 1))
        }
        prepare(sigma, level)
        let row = unsafe row(slot, level: level)
        if level > 0 && canStoreDirectly && borders.areApart && !keepsSamples {
            unsafe filterToCodes(row, level, into: codes)
        } else {
            unsafe stages.run(row, level, weights, sigma: preparedSigma, .samples)
            unsafe finishEdges(row, level)
            unsafe store(0..<axis.count, level, into: codes)
        }
    }

    /// Goes from half the width straight to codes, but for the pixels near the ends.
    private mutating func filterToCodes(
        _ row: Samples, _ level: Int, into codes: UnsafeMutablePointer<UInt8>
    ) {
        let channels = format.channels.count
        let isOnePlane = channels == 1 && axis.count % 2 == 0
        let planes = unsafe isOnePlane ? codes : planarCodes
        unsafe stages.run(
            row, level, weights, sigma: preparedSigma,
            .codes(
                planes, planeStride: codeStride * format.depth.byteCount, surplus: Self.surplus(level),
                samplesAt: borders.parts))
        if channels > 1 {
            unsafe kernels.table.pointee.interleave(codes, planes, codeStride, channels, axis.count)
        } else if !isOnePlane {
            unsafe codes.update(from: planes, count: axis.count * format.bytesPerPixel)
        }
        unsafe finishEdges(row, level)
        for end in borders.parts { unsafe store(end, level, into: codes) }
    }

    private func store(_ pixels: Range<Int>, _ level: Int, into codes: UnsafeMutablePointer<UInt8>) {
        let channels = format.channels.count
        let (channelStep, pixelStep) = level == 0 ? (1, channels) : (stages.planeStride, 1)
        if keepsSamples { return unsafe storeSamples(channelStep, pixelStep, level, into: codes) }
        unsafe kernels.table.pointee.store(
            codes + pixels.lowerBound * format.bytesPerPixel, (stages.plane(0) + pixels.lowerBound * pixelStep).start,
            channelStep, pixelStep, channels, format.alphaKind, pixels.count, Self.surplus(level))
    }

    private func storeSamples(
        _ channelStep: Int, _ pixelStep: Int, _ level: Int, into codes: UnsafeMutablePointer<UInt8>
    ) {
        let channels = format.channels.count
        for pixel in 0..<axis.count {
            for channel in 0..<channels {
                let place = unsafe (stages.plane(0) + pixel * pixelStep + channel * channelStep).start
                let code =
                    unsafe format.depth == .eight
                    ? (Float(place.load(as: Int16.self)) - Float(Self.surplus(level))) / 128
                    : place.load(as: Float.self)
                let offset = 4 * (pixel * channels + channel)
                unsafe UnsafeMutableRawPointer(codes).storeBytes(of: code, toByteOffset: offset, as: Float.self)
            }
        }
    }

    private func finishEdges(_ row: Samples, _ level: Int) {
        let shape = stages.shapes[level]
        let reach = stages.reach(preparedSigma, level: level)
        let channels = format.channels.count
        if level == 0 {
            let first = unsafe row + shape.padding
            let last = unsafe first + shape.width - channels
            return unsafe borders.finish(stages.plane(0), channels: channels, first: first, last: last, reach: reach)
        }
        for channel in 0..<channels {
            let first = unsafe row + shape.edgeStart + channel
            unsafe borders.finish(
                stages.plane(channel), channels: 1, first: first, last: first + channels, reach: reach)
        }
    }

    /// What averages that are rounded up add to samples of 8 bits on the way to a level and back, in 1/128 of a code.
    ///
    /// As far as the last bits are random it is 1/4 for each sum of averages and 3/8 for each linear interpolation; on
    /// photographs it was found to be 0.3, and 0.85 more for every level.
    private static func surplus(_ level: Int) -> UInt16 { level == 0 ? 0 : UInt16((17 * level + 16) / 20) }

    /// Finds the weights for a σ, unless the row before had the same.
    private mutating func prepare(_ sigma: Double, _ level: Int) {
        let sigma = min(sigma, axis.widestSigma(edges))
        guard sigma != preparedSigma else { return }
        preparedSigma = sigma
        taps.find(&kernel, sigma: sigma, level: level, limit: stages.greatestTapCount(level))
        borders.prepare(kernel, level: level)
        weights.set(kernel, gain: borders.gain)
    }
}
