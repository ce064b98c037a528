extension PlacedStops {
    /// Bounds of the radii between two positions in pixels, and of their change per pixel.
    func bounds(from first: Double, to last: Double) -> RadiusBounds {
        var (least, greatest, slope) = (radius(at: first), radius(at: first), 0.0)
        func add(_ radius: Double) { (least, greatest) = (min(least, radius), max(greatest, radius)) }
        add(radius(at: last))
        for (position, radius) in zip(positions, radii) where position >= first && position <= last { add(radius) }
        for index in positions.indices.dropLast() {
            let (start, end) = (positions[index], positions[index + 1])
            let (from, to) = (radii[index], radii[index + 1])
            guard start <= last && end >= first && from != to && start.isFinite else { continue }
            if end - start < 1e-6 {
                slope = .infinity
                continue
            }
            if !easing.isMonotone {
                add(from)
                add(to)
            }
            // eased from the smaller to the larger radius
            let low = (max(start, first) - start) / (end - start)
            let way = low...max(low, (min(end, last) - start) / (end - start))
            let curve = curves[index]
            let near = curve.value(at: way.lowerBound)
            // of two close positions, rounding may make the later value the smaller one
            let far = max(near, curve.value(at: way.upperBound))
            let part = from < to ? near...far : 1 - far...1 - near
            let steepness = curve.greatestSlope(in: way) * easing.greatestSlope(in: part)
            slope = max(slope, steepness.isNaN ? 0 : abs(to - from) / (end - start) * steepness)
        }
        return RadiusBounds(least: least, greatest: greatest, greatestSlope: slope)
    }
}

extension Easing {
    /// Whether the curve never falls.
    var isMonotone: Bool {
        guard case .cubicBezier(_, let y1, _, let y2) = self else { return true }
        return y1 >= 0 && y1 <= 1 && y2 >= 0 && y2 <= 1
    }

    /// An upper bound of the slope in a part of 0...1; an estimate for Bézier curves.
    func greatestSlope(in part: ClosedRange<Double>) -> Double {
        switch self {
        case .linear: return 1
        case .smoothstep: return 1.5
        case .sine: return Double.pi / 2
        case .cubicBezier:
            let steps = 4
            let step = max((part.upperBound - part.lowerBound) / Double(steps), 1e-6)
            let values = (0...steps).map { value(at: part.lowerBound + Double($0) * step) }
            return 1.3 * (zip(values, values.dropFirst()).map { abs($1 - $0) / step }.max() ?? 0)
        }
    }
}

extension PlaneSampling {
    /// The positions of the centers of the outermost samples of a rectangle, in pixels of the image.
    func centers(columns: Range<Int>, rows: Range<Int>) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        (
            x(ofColumn: columns.lowerBound)...x(ofColumn: columns.upperBound - 1),
            y(ofRow: rows.lowerBound)...y(ofRow: rows.upperBound - 1)
        )
    }
}

extension PlacedGradient {
    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        let (x, y) = sampling.centers(columns: columns, rows: rows)
        let between = positions.bounds(x, y)
        let bounds = stops.bounds(from: between.lowerBound, to: between.upperBound)
        return RadiusBounds(
            least: bounds.least, greatest: bounds.greatest,
            greatestSlope: bounds.greatestSlope * positions.greatestSlope)
    }
}

extension GradientPositions {
    /// An upper bound of the change of the position over a pixel, along either axis.
    fileprivate var greatestSlope: Double {
        switch self {
        // a pixel is at most as long on the gradient line as in the image
        case .line: 1
        case .distance(_, _, let stretch): max(1, stretch)
        }
    }

    /// The least and the greatest position in a rectangle.
    fileprivate func bounds(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> ClosedRange<Double> {
        switch self {
        case .line(_, let right, let down):
            let (firstX, lastX) = right < 0 ? (x.upperBound, x.lowerBound) : (x.lowerBound, x.upperBound)
            let (firstY, lastY) = down < 0 ? (y.upperBound, y.lowerBound) : (y.lowerBound, y.upperBound)
            let first = at(firstX, firstY)
            return first...max(first, at(lastX, lastY))
        case .distance(let centerX, let centerY, _):
            let nearest = at(
                min(max(centerX, x.lowerBound), x.upperBound), min(max(centerY, y.lowerBound), y.upperBound))
            let farthest = at(
                centerX - x.lowerBound > x.upperBound - centerX ? x.lowerBound : x.upperBound,
                centerY - y.lowerBound > y.upperBound - centerY ? y.lowerBound : y.upperBound)
            return nearest...max(nearest, farthest)
        }
    }
}

extension PlacedMaximum {
    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        var result = RadiusBounds(least: 0, greatest: 0, greatestSlope: 0)
        for field in fields {
            guard let bounds = field.bounds(columns: columns, rows: rows, sampling: sampling) else { return nil }
            result = RadiusBounds(
                least: max(result.least, bounds.least), greatest: max(result.greatest, bounds.greatest),
                greatestSlope: max(result.greatestSlope, bounds.greatestSlope))
        }
        return result
    }
}
