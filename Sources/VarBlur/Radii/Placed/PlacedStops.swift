/// The stops of a gradient on an image: positions and radii in pixels.
struct PlacedStops {
    /// The positions, which never fall.
    let positions: [Double]
    /// The radius at each position.
    let radii: [Double]
    let easing: Easing
    /// The curve between each stop and the next.
    let curves: [MidpointCurve]
    private let segments: [Segment]

    /// The change of the radius between two stops.
    private struct Segment {
        let start: Double
        /// 1 / length; infinite for a step.
        let scale: Double
        let change: Double
        let curve: MidpointCurve
    }

    /// A shorter distance between two stops is a step.
    private static let leastLength = 1e-9

    /// Places stops.
    ///
    /// - Parameters:
    ///   - stops: at least two stops.
    ///   - easing: how the radius changes between them.
    ///   - length: the length of the gradient in pixels; 0 if the last stop is in effect everywhere.
    ///   - radiusLength: what percentages of radii refer to, in pixels.
    init(_ stops: [RadiusStop], _ easing: Easing, length: Double, radiusLength: Double) {
        let isPoint = length < Self.leastLength
        let positions = isPoint ? stops.map { _ in -Double.infinity } : Self.positions(stops, length)
        let radii = stops.map { min($0.radius.pixels(of: radiusLength), Double.greatestFiniteMagnitude) }
        let curves = stops.indices.dropLast().map { index in
            let (start, end) = (positions[index], positions[index + 1])
            guard let midpoint = stops[index].midpoint, end - start >= Self.leastLength else {
                return MidpointCurve(midpoint: 0.5)
            }
            return MidpointCurve(midpoint: (midpoint / 100 * length - start) / (end - start))
        }
        (self.positions, self.radii, self.easing, self.curves) = (positions, radii, easing, curves)
        segments = stops.indices.dropLast().map { index in
            let (start, end) = (positions[index], positions[index + 1])
            let isStep = isPoint || end - start < Self.leastLength
            let curve = curves[index]
            return Segment(
                start: isStep || curve.exponent == .infinity ? end : start,
                scale: isStep || curve.exponent == 0 || curve.exponent == .infinity ? .infinity : 1 / (end - start),
                change: radii[index + 1] - radii[index], curve: curve)
        }
    }

    /// The minimum and the maximum radius.
    var bounds: (least: Double, greatest: Double) { (radii.min() ?? 0, radii.max() ?? 0) }

    /// The positions in pixels: raised to those of earlier stops and midpoints, then spread evenly between these where they are missing.
    ///
    /// Source: CSS Images Module Level 4, section 3.5.3. As in browsers, midpoints count as stops there.
    private static func positions(_ stops: [RadiusStop], _ length: Double) -> [Double] {
        var (known, places): ([Double?], [Int]) = ([], [])
        for stop in stops {
            places.append(known.count)
            known.append(stop.position?.pixels(of: length))
            if let midpoint = stop.midpoint { known.append(midpoint / 100 * length) }
        }
        known[0] = known[0] ?? 0
        known[known.count - 1] = known[known.count - 1] ?? length
        var (positions, last, greatest): ([Double], Int, Double) = ([], 0, -.infinity)
        for (index, position) in known.enumerated() {
            guard let position else { continue }
            let start = positions.last ?? position
            greatest = max(greatest, position)
            for missing in stride(from: last + 1, to: index, by: 1) {
                positions.append(start + (greatest - start) * Double(missing - last) / Double(index - last))
            }
            positions.append(greatest)
            last = index
        }
        return places.map { positions[$0] }
    }

    /// The radius at a position in pixels.
    func radius(at position: Double) -> Double {
        guard let next = positions.firstIndex(where: { $0 > position }) else { return radii[radii.count - 1] }
        if next == 0 { return radii[0] }
        let (start, end) = (positions[next - 1], positions[next])
        let fraction = curves[next - 1].value(at: (position - start) / (end - start))
        return Self.radius(fraction, from: radii[next - 1], to: radii[next], easing)
    }

    /// The share of the way to the last stop that lies ahead, eased: the alpha of a gradient that blurs nothing.
    func rest(at position: Double) -> Double {
        let (first, last) = (positions[0], positions[positions.count - 1])
        guard last > first else { return position < first ? 1 : 0 }
        return easing.value(at: 1 - (position - first) / (last - first))
    }

    /// The radius at a fraction of the way between two stops; eased from the smaller to the larger one.
    private static func radius(_ fraction: Double, from first: Double, to last: Double, _ easing: Easing) -> Double {
        if first <= last { return first + (last - first) * easing.value(at: fraction) }
        return last + (first - last) * easing.value(at: 1 - fraction)
    }

    /// Writes the radii at many positions, as the sum of the changes between stops.
    ///
    /// The loops have no branches, so that the compiler vectorizes them.
    func writeRadii(at positions: UnsafeBufferPointer<Double>, to radii: UnsafeMutablePointer<Double>) {
        let count = positions.count
        let first = self.radii[0]
        for index in 0..<count { unsafe radii[index] = first }
        for segment in segments where segment.change != 0 {
            let (start, scale, change) = (segment.start, segment.scale, segment.change)
            if scale == .infinity {
                for index in 0..<count { unsafe radii[index] += positions[index] >= start ? change : 0 }
            } else if !segment.curve.isLine {
                for index in 0..<count {
                    let fraction = unsafe segment.curve.value(at: min(max((positions[index] - start) * scale, 0), 1))
                    let eased = change > 0 ? easing.value(at: fraction) : 1 - easing.value(at: 1 - fraction)
                    unsafe radii[index] += change * eased
                }
            } else if easing == .linear {
                for index in 0..<count {
                    unsafe radii[index] += change * min(max((positions[index] - start) * scale, 0), 1)
                }
            } else {
                for index in 0..<count {
                    let fraction = unsafe min(max((positions[index] - start) * scale, 0), 1)
                    let eased = change > 0 ? easing.value(at: fraction) : 1 - easing.value(at: 1 - fraction)
                    unsafe radii[index] += change * eased
                }
            }
        }
    }
}
