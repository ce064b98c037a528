/// The blur by its definition, in double precision: slow, and obviously right.
///
/// With the blurred edge on top or at the bottom, row y of the result is, for σ = radius(y) and g the sampled Gaussian of
/// `GaussianLine`,
///
///     out(x, y) = Σⱼ Σᵢ g(j) g(i) in(x + i, y + j)
///
/// Both sums use the σ of the row that is written. So the sum over rows can be taken first, for all columns at once, and
/// that one row of sums be blurred along its length. The other order would mix rows that were blurred with the radii
/// of other rows.
struct ReferenceEngine {
    let blur: ProgressiveBlur
    let sampling: PlaneSampling

    /// A σ up to which the neighbors' weight, 2 parts in 10¹⁰, moves no code of 16 bits: such a row is copied.
    static let greatestClearRadius = 0.15

    /// Blurs the region of `source` into `destination`, an image of the region's size that may be the same memory.
    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        let layout = unsafe source.layout
        let channels = layout.format.channels.count
        let conversion = SampleConversion(format: layout.format)
        let isTurned = !blur.direction.isVertical
        let frame = CanonicalFrame(layout, isTurned: isTurned)
        let target = unsafe CanonicalFrame(destination.layout, isTurned: isTurned)
        let (rows, columns) = CanonicalFrame.extent(of: region, isTurned: isTurned)
        let ramp = RadiusRamp(blur, count: frame.rowCount, sampling: sampling)

        var image = try SampleRows(rowCount: frame.rowCount, samplesPerRow: frame.columnCount * channels)
        for row in 0..<frame.rowCount {
            var samples = image.mutableRow(row)
            unsafe conversion.load(row, of: frame, from: source, into: &samples)
        }
        var sums = try SampleRows(rowCount: 1, samplesPerRow: image.samplesPerRow)
        var blurred = try SampleRows(rowCount: 1, samplesPerRow: columns.count * channels)
        for row in rows {
            let targetRow = row - rows.lowerBound
            let sigmas = ramp.sigmas(row)
            guard sigmas.greatest > Self.greatestClearRadius else {
                unsafe frame.copy(row, columns, from: source, to: target, targetRow, in: destination)
                continue
            }
            sumColumns(of: image, around: row, sigma: sigmas.across, into: &sums)
            filterAlongRow(sums, columns, channels: channels, sigma: sigmas.along, into: &blurred)
            unsafe conversion.store(blurred.row(0), row: targetRow, of: target, into: destination)
        }
    }

    /// The sum over rows: those around `row`, each with its weight, for all columns at once.
    private func sumColumns(
        of image: borrowing SampleRows, around row: Int, sigma: Double, into sums: inout SampleRows
    ) {
        let line = GaussianLine(sigma: sigma, count: image.rowCount, edges: blur.edges)
        var weights: [Double] = []
        let first = line.weights(at: row, into: &weights)
        var sums = sums.mutableRow(0)
        sums.update(repeating: 0)
        for (offset, weight) in weights.enumerated() where weight != 0 {
            addScaled(image.row(first + offset), by: weight, to: &sums)
        }
    }

    /// The sum along the row, for the wanted columns: one kernel for all columns that it fits around, and weights of
    /// their own for those near the ends.
    private func filterAlongRow(
        _ sums: borrowing SampleRows, _ columns: Range<Int>, channels: Int, sigma: Double,
        into blurred: inout SampleRows
    ) {
        let line = GaussianLine(sigma: sigma, count: sums.samplesPerRow / channels, edges: blur.edges)
        let inside = columns.clamped(to: line.interior)
        var blurred = blurred.mutableRow(0)
        blurred.update(repeating: 0)
        if !inside.isEmpty {
            let kernel = (0...line.reach).map(line.centeredTap)
            convolve(
                sums.row(0), inside.lowerBound * channels..<inside.upperBound * channels, stride: channels,
                kernel: kernel, into: &blurred, from: (inside.lowerBound - columns.lowerBound) * channels)
        }
        var weights: [Double] = []
        for column in columns where !inside.contains(column) {
            let first = line.weights(at: column, into: &weights)
            for channel in 0..<channels {
                blurred[(column - columns.lowerBound) * channels + channel] =
                    weightedSum(
                        sums.row(0), from: first * channels + channel, stride: channels, weights: weights)
            }
        }
    }
}
