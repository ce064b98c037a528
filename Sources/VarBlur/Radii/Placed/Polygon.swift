/// A closed polygon, whose sides may cross each other.
struct Polygon: AreaOutline {
    let frame: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
    private let sides: [Side]
    private let rule: BlurArea.FillRule

    private struct Side {
        let start: (x: Double, y: Double)
        /// The vector to the end.
        let way: (x: Double, y: Double)
        let squareLength: Double

        init(from start: (Double, Double), to end: (Double, Double)) {
            self.start = start
            way = (end.0 - start.0, end.1 - start.1)
            squareLength = way.x * way.x + way.y * way.y
        }

        func squareDistance(_ x: Double, _ y: Double) -> Double {
            let (dx, dy) = (x - start.x, y - start.y)
            let fraction = squareLength > 0 ? min(max((dx * way.x + dy * way.y) / squareLength, 0), 1) : 0
            let (restX, restY) = (dx - fraction * way.x, dy - fraction * way.y)
            return restX * restX + restY * restY
        }

        /// Which way the side crosses the line from a point to the right: 1 down, -1 up, or 0 for not at all.
        func crossing(_ x: Double, _ y: Double) -> Int {
            let (begins, ends) = (start.y <= y, start.y + way.y <= y)
            guard begins != ends else { return 0 }
            let side = way.x * (y - start.y) - way.y * (x - start.x)
            return begins ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
        }

        /// Whether the side passes through the interior of a rectangle.
        func crosses(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Bool {
            var (first, last) = (0.0, 1.0)
            for (start, way, range) in [(start.x, way.x, x), (start.y, way.y, y)] {
                if way == 0 {
                    guard start > range.lowerBound, start < range.upperBound else { return false }
                    continue
                }
                let (a, b) = ((range.lowerBound - start) / way, (range.upperBound - start) / way)
                (first, last) = (max(first, min(a, b)), min(last, max(a, b)))
            }
            return first < last
        }
    }

    init(_ points: [(x: Double, y: Double)], _ rule: BlurArea.FillRule) {
        self.rule = rule
        sides = points.indices.map { Side(from: points[$0], to: points[($0 + 1) % points.count]) }
        let (x, y) = (points.map(\.x), points.map(\.y))
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max(), right > left,
            bottom > top
        else {
            frame = nil
            return
        }
        frame = (left...right, top...bottom)
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
        guard let frame, frame.x.contains(x), frame.y.contains(y) else { return false }
        let winding = sides.reduce(0) { $0 + $1.crossing(x, y) }
        return rule == .nonzero ? winding != 0 : winding % 2 != 0
    }

    func distance(_ x: Double, _ y: Double) -> Double { contains(x, y) ? 0 : distanceFromSides(x, y) }

    private func distanceFromSides(_ x: Double, _ y: Double) -> Double {
        if frame == nil { return .infinity }
        return sides.reduce(.infinity) { min($0, $1.squareDistance(x, y)) }.squareRoot()
    }

    func distances(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> {
        let reach = vectorLength(x.upperBound - x.lowerBound, y.upperBound - y.lowerBound) / 2
        let fromSides = distanceFromSides(x.middle, y.middle)
        let distance = contains(x.middle, y.middle) ? -fromSides : fromSides
        let greatest = max(0, distance + reach)
        return min(max(frameDistance(x, y), distance - reach), greatest)...greatest
    }

    func touches(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        guard let frame, x.upperBound > frame.x.lowerBound, x.lowerBound < frame.x.upperBound,
            y.upperBound > frame.y.lowerBound, y.lowerBound < frame.y.upperBound
        else { return false }
        return contains(x.middle, y.middle) || sides.contains { $0.crosses(x, y) }
    }
}
