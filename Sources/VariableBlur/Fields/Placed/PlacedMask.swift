/// A mask, stretched over an image, and scaled to a range of radii.
struct PlacedMask: RadiusField {
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double
    let mask: AlphaMask
    let easing: Easing
    /// The samples of the mask for each pixel of the image.
    let scale: (x: Double, y: Double)

    init(_ ramp: MaskRamp, width: Int, height: Int) {
        variation = ramp.mask.axes.variation
        (minimumRadius, maximumRadius) = (ramp.minimumRadius, ramp.maximumRadius)
        (mask, easing) = (ramp.mask, ramp.easing)
        scale = (Double(mask.width) / Double(width), Double(mask.height) / Double(height))
    }

    /// Two neighboring samples of one axis, and the weight of the second.
    private struct Neighbors {
        let first: Int
        let second: Int
        let weight: Double

        /// The samples around a position in samples; the first sample's center is at 0.5.
        init(_ position: Double, of count: Int) {
            let limited = min(max(position - 0.5, 0), Double(count - 1))
            first = Int(limited)
            second = min(first + 1, count - 1)
            weight = limited - Double(first)
        }

        func interpolated(_ a: Double, _ b: Double) -> Double { a + (b - a) * weight }
    }

    func alpha(x: Double, y: Double, width: Int, height: Int) -> Double {
        let (columns, rows) = (Neighbors(x * scale.x, of: mask.width), Neighbors(y * scale.y, of: mask.height))
        let first = rows.interpolated(mask.sample(columns.first, rows.first), mask.sample(columns.first, rows.second))
        let second = rows.interpolated(
            mask.sample(columns.second, rows.first), mask.sample(columns.second, rows.second))
        return alpha(ofSample: columns.interpolated(first, second))
    }

    private func alpha(ofSample sample: Double) -> Double { easing.value(at: mask.isInverted ? 1 - sample : sample) }

    func writeRadii(
        ofRow row: Int, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>
    ) {
        precondition(columns.count <= radii.count, "\(columns.count) radii exceed the room for \(radii.count)")
        guard let leftmost = columns.first, let rightmost = columns.last else { return }
        let rows = Neighbors(sampling.y(ofRow: row) * scale.y, of: mask.height)
        let first = neighbors(ofColumn: leftmost, sampling).first
        let samples = interpolated(rows, first...neighbors(ofColumn: rightmost, sampling).second)
        for column in columns {
            let neighbors = neighbors(ofColumn: column, sampling)
            let sample = neighbors.interpolated(samples[neighbors.first - first], samples[neighbors.second - first])
            radii[column - leftmost] = Float(radius(alpha: alpha(ofSample: sample)))
        }
    }

    private func neighbors(ofColumn column: Int, _ sampling: PlaneSampling) -> Neighbors {
        Neighbors(sampling.x(ofColumn: column) * scale.x, of: mask.width)
    }

    /// Some samples between two rows of the mask.
    private func interpolated(_ rows: Neighbors, _ columns: ClosedRange<Int>) -> [Double] {
        let (upper, lower) = (rows.first * mask.width, rows.second * mask.width)
        switch mask.samples {
        case .eight(let samples):
            return columns.map { rows.interpolated(samples[upper + $0].alpha, samples[lower + $0].alpha) }
        case .sixteen(let samples):
            return columns.map { rows.interpolated(samples[upper + $0].alpha, samples[lower + $0].alpha) }
        case .float(let samples):
            return columns.map { rows.interpolated(Double(samples[upper + $0]), Double(samples[lower + $0])) }
        }
    }
}

extension AlphaMask {
    /// The alpha of a sample, before inversion.
    fileprivate func sample(_ column: Int, _ row: Int) -> Double {
        let index = row * width + column
        return switch samples {
        case .eight(let samples): samples[index].alpha
        case .sixteen(let samples): samples[index].alpha
        case .float(let samples): Double(samples[index])
        }
    }
}

extension UInt8 {
    fileprivate var alpha: Double { Double(self) / 255 }
}

extension UInt16 {
    fileprivate var alpha: Double { Double(self) / 65535 }
}
