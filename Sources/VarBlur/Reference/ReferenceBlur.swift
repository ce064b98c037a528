/// A direct implementation of the blur's definition in double precision: slow, but simple enough to verify by reading.
///
/// If the radius varies between rows, row y of the result is, with σ = radius(y) and g the sampled Gaussian of `GaussianLine`,
///
///     out(x, y) = Σⱼ Σᵢ g(j) g(i) in(x + i, y + j)
///
/// Both sums use the σ of the row that is written. The vertical sum is taken first, for all columns at once, and the resulting
/// row is then blurred along its length. The opposite order would mix rows that were blurred with different radii.
///
/// If the radius varies from pixel to pixel, or with a matte, ``ReferenceGather`` computes both sums for every pixel.
struct ReferenceBlur: BlurAlgorithm {
    /// Rows with σ up to this value are copied: a neighbor's weight of 2 × 10⁻¹⁰ cannot change a 16-bit value.
    static let greatestUnblurredSigma = 0.15

    var supportsRowStreaming: Bool { false }

    func bufferedMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int {
        let sampleCount = parameters.imageByteCount / parameters.format.depth.byteCount
        return parameters.imageByteCount + sampleCount * MemoryLayout<Double>.size
    }

    func streamedMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int { bufferedMemoryEstimate(parameters) }

    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, task: BlurTask
    ) throws(BlurError) {
        if task.field.variation == .betweenPixels || task.matte != nil {
            let gather = ReferenceGather(
                field: task.field, sampling: task.sampling, edges: task.edges, look: task.look, light: task.light,
                matte: task.matte)
            return try unsafe gather.blur(source, region: region, into: destination)
        }
        let isTransposed = task.field.variation == .betweenColumns
        let frame = unsafe CanonicalFrame(source.layout, isTransposed: isTransposed)
        guard let profile = task.field.profile(lineCount: frame.rowCount, sampling: task.sampling) else {
            preconditionFailure("the reference engine requires radii that vary along one axis")
        }
        try unsafe blur(source, frame, region: region, into: destination, profile, task)
    }

    private func blur(
        _ source: UnsafePixels, _ frame: CanonicalFrame, region: PixelRegion, into destination: UnsafeMutablePixels,
        _ profile: RadiusProfile, _ task: BlurTask
    ) throws(BlurError) {
        let (format, edges) = unsafe (source.layout.format, task.edges)
        let channels = format.channels.count
        let conversion = SampleConversion(format: format, light: task.light)
        let target = unsafe CanonicalFrame(destination.layout, isTransposed: frame.isTransposed)
        let (rows, columns) = CanonicalFrame.extent(of: region, isTransposed: frame.isTransposed)
        var image = try SampleRows(rowCount: frame.rowCount, samplesPerRow: frame.columnCount * channels)
        for row in 0..<frame.rowCount {
            var samples = image.mutableRow(row)
            unsafe conversion.load(row, of: frame, from: source, into: &samples)
        }
        var sums = try SampleRows(rowCount: 1, samplesPerRow: image.samplesPerRow)
        var blurred = try SampleRows(rowCount: 1, samplesPerRow: columns.count * channels)
        for row in rows {
            try task.checkInterruption()
            let targetRow = row - rows.lowerBound
            let sigmas = profile.sigmas(ofLine: row)
            guard sigmas.larger > Self.greatestUnblurredSigma else {
                unsafe frame.copy(row..<row + 1, columns, from: source, to: target, targetRow, in: destination)
                continue
            }
            sumColumns(of: image, around: row, sigma: sigmas.across, edges, into: &sums)
            filterRow(sums, columns, channels: channels, sigma: sigmas.along, edges, into: &blurred)
            var samples = blurred.mutableRow(0)
            conversion.encode(&samples)
            task.look?.apply(to: &samples, line: row, positions: columns, format)
            unsafe conversion.store(blurred.row(0), row: targetRow, of: target, into: destination)
        }
    }

    /// Writes the weighted sum of the rows around `row`, for all columns.
    private func sumColumns(
        of image: borrowing SampleRows, around row: Int, sigma: Double, _ edges: EdgeMode, into sums: inout SampleRows
    ) {
        let line = GaussianLine(sigma: sigma, count: image.rowCount, edges: edges)
        var weights: [Double] = []
        let first = line.weights(at: row, into: &weights)
        var sums = sums.mutableRow(0)
        sums.update(repeating: 0)
        for (offset, weight) in weights.enumerated() where weight != 0 {
            addScaled(image.row(first + offset), by: weight, to: &sums)
        }
    }

    /// Filters some columns of a row: with one kernel where it lies inside the row, with separate weights near the ends.
    private func filterRow(
        _ sums: borrowing SampleRows, _ columns: Range<Int>, channels: Int, sigma: Double, _ edges: EdgeMode,
        into blurred: inout SampleRows
    ) {
        let line = GaussianLine(sigma: sigma, count: sums.samplesPerRow / channels, edges: edges)
        let interior = columns.clamped(to: line.interior)
        var blurred = blurred.mutableRow(0)
        blurred.update(repeating: 0)
        if !interior.isEmpty {
            let kernel = (0...line.cutoff).map(line.centeredTap)
            convolve(
                sums.row(0), interior.lowerBound * channels..<interior.upperBound * channels, stride: channels,
                kernel: kernel, into: &blurred, from: (interior.lowerBound - columns.lowerBound) * channels)
        }
        var weights: [Double] = []
        for column in columns where !interior.contains(column) {
            let first = line.weights(at: column, into: &weights)
            for channel in 0..<channels {
                blurred[(column - columns.lowerBound) * channels + channel] =
                    weightedSum(
                        sums.row(0), from: first * channels + channel, stride: channels, weights: weights)
            }
        }
    }
}
