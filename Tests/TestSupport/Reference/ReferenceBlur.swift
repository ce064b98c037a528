@testable import VarBlur

/// A direct implementation of the blur's definition in double precision: slow, but simple enough to verify by reading.
///
/// If the radius varies between rows, row y of the result is, with σ = radius(y) and g the sampled Gaussian of `GaussianLine`,
///
///     out(x, y) = Σⱼ Σᵢ g(j) g(i) in(x + i, y + j)
///
/// Both sums use the σ of the row that is written. The vertical sum is taken first, for all columns at once, and the resulting
/// row is then blurred along its length. The opposite order would mix rows that were blurred with different radii.
///
/// If the radius varies from pixel to pixel, or with a matte, `ReferenceGather` computes both sums for every pixel.
package struct ReferenceBlur {
    /// Rows with σ up to this value are copied: a neighbor's weight of 2 × 10⁻¹⁰ cannot change a 16-bit value.
    static let greatestUnblurredSigma = 0.15

    private let task: BlurTask

    package init(_ task: BlurTask) { self.task = task }

    /// A region of an image, blurred.
    package func blurred(_ image: borrowing PixelBuffer, region: PixelRegion? = nil) throws -> PixelBuffer {
        let region = region ?? image.layout.bounds
        let (format, channels) = (image.format, image.format.channels.count)
        let isTransposed = task.field.variation == .betweenColumns && task.matte == nil
        let values = Self.values(of: image, isTransposed: isTransposed)
        let (lines, positions) = RowOrder.extent(of: region, isTransposed: isTransposed)
        let result =
            task.field.variation == .betweenPixels || task.matte != nil
            ? ReferenceGather(task, format, values).values(ofRows: lines, columns: positions)
            : lineValues(values, format, lines, positions)
        return try PixelBuffer.make(Size(region.width, region.height), format) { x, y, channel in
            let (line, position) = isTransposed ? (x, y) : (y, x)
            return Int(result[line][position * channels + channel])
        }
    }

    /// The sample values of the rows of an image, or of its columns.
    private static func values(of image: borrowing PixelBuffer, isTransposed: Bool) -> [[Double]] {
        let channels = image.format.channels.count
        var lines: [[Double]] = []
        for line in 0..<(isTransposed ? image.width : image.height) {
            var values: [Double] = []
            for position in 0..<(isTransposed ? image.height : image.width) {
                let (x, y) = isTransposed ? (line, position) : (position, line)
                for channel in 0..<channels { values.append(Double(image[x, y, channel])) }
            }
            lines.append(values)
        }
        return lines
    }

    /// The values of some pixels of lines with a constant radius each.
    private func lineValues(
        _ values: [[Double]], _ format: PixelFormat, _ lines: Range<Int>, _ positions: Range<Int>
    ) -> [[Double]] {
        guard let profile = task.field.profile(lineCount: values.count, sampling: task.sampling) else {
            preconditionFailure("radii must vary along one axis")
        }
        let channels = format.channels.count
        let conversion = SampleConversion(format, task.light)
        let samples = values.map(conversion.samples)
        return lines.map { line in
            let sigmas = profile.sigmas(ofLine: line)
            guard sigmas.larger > Self.greatestUnblurredSigma else {
                return [Double](values[line][positions.lowerBound * channels..<positions.upperBound * channels])
            }
            let sums = sum(samples, around: line, sigma: sigmas.across)
            var blurred = filter(sums, positions, channels: channels, sigma: sigmas.along)
            conversion.encode(&blurred)
            task.look?.apply(to: &blurred, line: line, positions: positions, format)
            return conversion.values(of: blurred)
        }
    }

    /// The weighted sum of the lines around a line.
    private func sum(_ samples: [[Double]], around line: Int, sigma: Double) -> [Double] {
        var (weights, sums) = ([Double](), [Double](repeating: 0, count: samples[0].count))
        let first = GaussianLine(sigma: sigma, count: samples.count, edges: task.edges).weights(
            at: line, into: &weights)
        var span = sums.mutableSpan
        for (offset, weight) in weights.enumerated() where weight != 0 {
            let line = samples[first + offset]
            addScaled(line.span, by: weight, to: &span)
        }
        return sums
    }

    /// Filters some positions of a line: with one kernel where it lies inside the line, with separate weights near the ends.
    private func filter(_ sums: [Double], _ positions: Range<Int>, channels: Int, sigma: Double) -> [Double] {
        let line = GaussianLine(sigma: sigma, count: sums.count / channels, edges: task.edges)
        let interior = positions.clamped(to: line.interior)
        var blurred = [Double](repeating: 0, count: positions.count * channels)
        var span = blurred.mutableSpan
        if !interior.isEmpty {
            let kernel = (0...line.cutoff).map(line.centeredTap)
            convolve(
                sums.span, interior.lowerBound * channels..<interior.upperBound * channels, stride: channels,
                kernel: kernel, into: &span, from: (interior.lowerBound - positions.lowerBound) * channels)
        }
        var weights: [Double] = []
        for position in positions where !interior.contains(position) {
            let first = line.weights(at: position, into: &weights)
            for channel in 0..<channels {
                span[(position - positions.lowerBound) * channels + channel] = weightedSum(
                    sums.span, from: first * channels + channel, stride: channels, weights: weights)
            }
        }
        return blurred
    }
}

extension ProgressiveBlur {
    /// An image, or a region of it, blurred as the definition says.
    package func reference(
        of image: borrowing PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil
    ) throws -> PixelBuffer {
        try check(image.format)
        let task = BlurTask(self, image.format, sampling ?? PlaneSampling(whole: image.layout), BlurExecution())
        return try ReferenceBlur(task).blurred(image, region: region)
    }
}
