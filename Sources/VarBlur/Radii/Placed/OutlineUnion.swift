/// Several outlines together.
package struct OutlineUnion: AreaOutline {
    private var outlines: [any AreaOutline]
    package let bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)?

    package init(_ outlines: [any AreaOutline]) {
        self.outlines = outlines
        let all = outlines.compactMap(\.bounds)
        bounds = all.dropFirst().reduce(all.first) { union, bounds in
            union.map { ($0.x.union(bounds.x), $0.y.union(bounds.y)) }
        }
    }

    package func contains(_ x: Double, _ y: Double) -> Bool { outlines.contains { $0.contains(x, y) } }

    package func distance(_ x: Double, _ y: Double) -> Double {
        outlines.reduce(.infinity) { min($0, $1.distance(x, y)) }
    }

    package func distances(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> {
        let distances = outlines.map { $0.distances(x: x, y: y) }
        let least = distances.map(\.lowerBound).min() ?? .infinity
        return least...(distances.map(\.upperBound).min() ?? .infinity)
    }

    package func touches(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        outlines.contains { $0.touches(x: x, y: y) }
    }

    package func covers(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        outlines.contains { $0.covers(x: x, y: y) }
    }

    /// With fewer outlines, it takes less time to consider all of them.
    private static let leastDividedCount = 8

    package var isComplex: Bool {
        outlines.count > Self.leastDividedCount || outlines.contains(where: \.isComplex)
    }

    package func part(x: ClosedRange<Double>, y: ClosedRange<Double>) -> any AreaOutline {
        // bounds above 0 are rounded
        let limit = distances(x: x, y: y).upperBound * (1 + 1e-9)
        var part = self
        part.outlines = outlines.filter { $0.distances(x: x, y: y).lowerBound <= limit }.map { $0.part(x: x, y: y) }
        return part
    }
}

extension ClosedRange<Double> {
    fileprivate func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
