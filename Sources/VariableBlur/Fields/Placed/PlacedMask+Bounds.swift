extension PlacedMask {
    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        let (x, y) = sampling.centers(columns: columns, rows: rows)
        let area = MaskArea(
            columns: samples(between: x, scale.x, of: mask.width), rows: samples(between: y, scale.y, of: mask.height))
        let (least, greatest, step) =
            switch mask.samples {
            case .eight(let samples): area.scaledBounds(samples, width: mask.width, scale: 1.0 / 255) { Double($0) }
            case .sixteen(let samples): area.scaledBounds(samples, width: mask.width, scale: 1.0 / 65535) { Double($0) }
            case .float(let samples): area.scaledBounds(samples, width: mask.width, scale: 1) { Double($0) }
            }
        let (low, high) = mask.isInverted ? (1 - greatest, 1 - least) : (least, greatest)
        let isMonotone = easing.isMonotone
        let (first, last) = isMonotone ? (easing.value(at: low), easing.value(at: high)) : (0, 1)
        let slope = step * max(scale.x, scale.y) * (step == 0 ? 0 : easing.greatestSlope(in: low...max(low, high)))
        return RadiusBounds(
            least: radius(alpha: first), greatest: radius(alpha: last),
            greatestSlope: slope * (maximumRadius - minimumRadius))
    }

    /// The samples of an axis of the mask from which those between two positions of the image are interpolated.
    private func samples(between positions: ClosedRange<Double>, _ scale: Double, of count: Int) -> Range<Int> {
        let limit = Double(count - 1)
        let first = Int(min(max(positions.lowerBound * scale - 0.5, 0), limit))
        let last = Int(min(max(positions.upperBound * scale - 0.5, 0), limit))
        return first..<min(last + 2, count)
    }
}

/// A rectangle of samples of a mask.
private struct MaskArea {
    let columns: Range<Int>
    let rows: Range<Int>

    /// The least and the greatest sample, and the greatest difference between neighbors.
    func bounds<Sample: Comparable & Numeric>(_ samples: [Sample], width: Int) -> (Sample, Sample, Sample) {
        unsafe samples.withUnsafeBufferPointer { samples in
            var least = unsafe samples[rows.lowerBound * width + columns.lowerBound]
            var (greatest, difference) = (least, Sample.zero)
            for row in rows {
                let first = row * width + columns.lowerBound
                let above = row > rows.lowerBound ? first - width : first
                for column in 0..<columns.count {
                    let value = unsafe samples[first + column]
                    (least, greatest) = (min(least, value), max(greatest, value))
                    let upper = unsafe samples[above + column]
                    difference = max(difference, max(value, upper) - min(value, upper))
                }
                for column in 1..<max(columns.count, 1) {
                    let (left, right) = unsafe (samples[first + column - 1], samples[first + column])
                    difference = max(difference, max(left, right) - min(left, right))
                }
            }
            return (least, greatest, difference)
        }
    }

    /// The bounds as alphas.
    func scaledBounds<Sample: Comparable & Numeric>(
        _ samples: [Sample], width: Int, scale: Double, _ number: (Sample) -> Double
    ) -> (Double, Double, Double) {
        let (least, greatest, difference) = bounds(samples, width: width)
        return (number(least) * scale, number(greatest) * scale, number(difference) * scale)
    }
}
