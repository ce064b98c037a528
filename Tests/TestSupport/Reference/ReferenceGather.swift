@testable import VarBlur

/// The definition of the blur for any field of radii, in double precision.
///
/// With σ the standard deviations of the pixel (x, y) and g the sampled Gaussian of `GaussianLine`,
///
///     out(x, y) = Σⱼ Σᵢ g(j) g(i) in(x + i, y + j)
struct ReferenceGather {
    private let task: BlurTask
    private let format: PixelFormat
    private let channels: Int
    private let values: [[Double]]
    private let conversion: SampleConversion
    private let background: ReferenceBackground?
    /// The samples of all rows, weighted if there is a background.
    private let samples: [[Double]]

    /// Prepares to blur an image with some values.
    init(_ task: BlurTask, _ format: PixelFormat, _ values: [[Double]]) {
        let channels = format.channels.count
        let conversion = SampleConversion(format, task.light)
        let background = task.matte.map {
            ReferenceBackground(matte: $0, sampling: task.sampling, channels: channels)
        }
        (self.task, self.format, self.channels, self.values) = (task, format, channels, values)
        (self.conversion, self.background) = (conversion, background)
        samples = values.enumerated().map { row, values in
            let samples = conversion.samples(of: values)
            return background?.weighted(samples, row: row) ?? samples
        }
    }

    /// The blurred values of some pixels; those that are not blurred, or wholly in front, keep theirs.
    func values(ofRows rows: Range<Int>, columns: Range<Int>) -> [[Double]] {
        rows.map { row in
            var samples = [Double](repeating: 0, count: columns.count * channels)
            let clear = gather(row, columns, into: &samples)
            conversion.encode(&samples)
            task.look?.apply(to: &samples, line: row, positions: columns, format)
            var result = conversion.values(of: samples)
            for index in clear {
                for channel in 0..<channels {
                    result[index * channels + channel] =
                        values[row][(columns.lowerBound + index) * channels + channel]
                }
            }
            return result
        }
    }

    /// Blurs some pixels of a row, and returns the indices of those that are not blurred, or wholly in front.
    private func gather(_ row: Int, _ columns: Range<Int>, into result: inout [Double]) -> [Int] {
        var clear: [Int] = []
        var kept = [Float](repeating: 1, count: columns.count)
        if let look = task.look, look.backgroundFade > 0 {
            var factors = kept.mutableSpan
            look.writeBackgroundFactors(ofRow: row, columns: columns, to: &factors)
        }
        var (down, right): ([Double], [Double]) = ([], [])
        let stored = background == nil ? channels : channels + 1
        for (index, column) in columns.enumerated() {
            let sigmas = task.sampling.sigmas(of: task.field, column: column, row: row)
            let isWhole = background.map { $0.coverage(column: column, row: row) >= 1 } ?? false
            guard sigmas.larger > ReferenceBlur.greatestUnblurredSigma, !isWhole else {
                clear.append(index)
                continue
            }
            let firstRow = GaussianLine(sigma: sigmas.across, count: samples.count, edges: task.edges).weights(
                at: row, into: &down)
            let firstColumn = GaussianLine(
                sigma: sigmas.along, count: samples[0].count / stored, edges: task.edges
            ).weights(at: column, into: &right)
            var sums = sum(stored, rows: (firstRow, down), columns: (firstColumn, right))
            guard let background else {
                for channel in 0..<channels { result[index * channels + channel] = sums[channel] }
                continue
            }
            for channel in 0..<channels { sums[channel] *= Double(kept[index]) }
            let outside = task.edges == .transparent ? max(1 - down.reduce(0, +) * right.reduce(0, +), 0) : 0
            background.composite(
                sums, outside: outside, column: column, row: row, over: samples[row], into: &result,
                from: index * channels)
        }
        return clear
    }

    /// The weighted sums of all channels; the weights apply to samples from the first row and column on.
    private func sum(
        _ channels: Int, rows: (first: Int, weights: [Double]), columns: (first: Int, weights: [Double])
    ) -> [Double] {
        // rows first, whose samples are added side by side
        let range = columns.first * channels..<(columns.first + columns.weights.count) * channels
        var line = [Double](repeating: 0, count: range.count)
        var span = line.mutableSpan
        for (offset, weight) in rows.weights.enumerated() where weight != 0 {
            let row = samples[rows.first + offset]
            addScaled(row.span.extracting(range), by: weight, to: &span)
        }
        return (0..<channels).map {
            weightedSum(line.span, from: $0, stride: channels, weights: columns.weights)
        }
    }
}

extension PlaneSampling {
    /// The standard deviations of a sample of the plane, in samples; at least 0.1, which changes nothing.
    fileprivate func sigmas(of field: any RadiusField, column: Int, row: Int) -> LineSigmas {
        let radius = field.radius(
            x: min((Double(column) + 0.5) * horizontalRatio, Double(imageWidth)),
            y: min((Double(row) + 0.5) * verticalRatio, Double(imageHeight)))
        return LineSigmas(across: max(radius / verticalRatio, 0.1), along: max(radius / horizontalRatio, 0.1))
    }
}
