/// A closed polygon, whose sides may cross each other.
struct Polygon: AreaOutline {
    let bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
    /// The sides one of which is the nearest to each point of the part.
    private var sides: [Side]
    /// The sides that lines from points of the part to the right may cross.
    private var crossed: [Side]
    /// The sum of the directions of the sides that all of these lines cross.
    private var winding = 0
    private let rule: BlurArea.FillRule
    /// An upper bound on the rounding error of a distance, in pixels.
    private let tolerance: Double

    fileprivate struct Side {
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
            let rest = offset(x, y)
            return rest.x * rest.x + rest.y * rest.y
        }

        /// The vector from the nearest point of the side to a point.
        func offset(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            let (dx, dy) = (x - start.x, y - start.y)
            let fraction = squareLength > 0 ? min(max((dx * way.x + dy * way.y) / squareLength, 0), 1) : 0
            return (dx - fraction * way.x, dy - fraction * way.y)
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
        crossed = sides
        let (x, y) = (points.map(\.x), points.map(\.y))
        // images have sides of less than 100,000 pixels
        tolerance = 1e-9 * (x + y).reduce(1e5) { max($0, abs($1)) }
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max(), right > left,
            bottom > top
        else {
            bounds = nil
            return
        }
        bounds = (left...right, top...bottom)
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
        guard let bounds, bounds.x.contains(x), bounds.y.contains(y) else { return false }
        let winding = crossed.reduce(winding) { $0 + $1.crossing(x, y) }
        return rule == .nonzero ? winding != 0 : winding % 2 != 0
    }

    func distance(_ x: Double, _ y: Double) -> Double { contains(x, y) ? 0 : distanceFromSides(x, y) }

    private func distanceFromSides(_ x: Double, _ y: Double) -> Double {
        if bounds == nil { return .infinity }
        return sides.reduce(.infinity) { min($0, $1.squareDistance(x, y)) }.squareRoot()
    }

    func distances(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> {
        let reach = vectorLength(x.upperBound - x.lowerBound, y.upperBound - y.lowerBound) / 2
        let fromSides = distanceFromSides(x.middle, y.middle)
        let distance = contains(x.middle, y.middle) ? -fromSides : fromSides
        let greatest = max(0, distance + reach)
        return min(max(boundsDistance(x, y), distance - reach), greatest)...greatest
    }

    func touches(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        boundsOverlap(x, y) && (contains(x.middle, y.middle) || sides.contains { $0.crosses(x, y) })
    }

    func covers(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        contains(x.middle, y.middle) && !sides.contains { $0.crosses(x, y) }
    }
}

// MARK: - Parts

extension Polygon {
    /// With fewer sides, it takes less time to consider all of them.
    private static let leastDividedCount = 8

    var isComplex: Bool { sides.count + crossed.count > 2 * Self.leastDividedCount }

    func part(x: ClosedRange<Double>, y: ClosedRange<Double>) -> any AreaOutline {
        guard isComplex else { return self }
        var part = self
        part.keepCrossed(x, y)
        part.keepNearest(x, y)
        return part
    }

    /// Leaves out sides that no line from the part to the right crosses, and those that all of them do.
    private mutating func keepCrossed(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
        var sum = winding
        crossed = crossed.filter { side in
            let (top, bottom) = side.verticalRange
            if bottom <= y.lowerBound || top > y.upperBound { return false }
            let (left, right) = side.horizontalRange(in: y)
            if right < x.lowerBound - tolerance { return false }
            guard left > x.upperBound + tolerance, top <= y.lowerBound, bottom > y.upperBound else { return true }
            sum += side.way.y > 0 ? 1 : -1
            return false
        }
        winding = sum
    }

    /// Leaves out sides that are farther from every point of the part than one of the others.
    ///
    /// The distance from a side is convex, so that it lies above its tangent plane at the center of the part. The distance from another side
    /// lies below that plane in the whole part if it does so at the corners.
    private mutating func keepNearest(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
        let (middleX, middleY) = (x.middle, y.middle)
        var (nearest, least) = (sides[0], Double.infinity)
        for side in sides {
            let square = side.squareDistance(middleX, middleY)
            if square < least { (nearest, least) = (side, square) }
        }
        let (width, height) = (x.upperBound - middleX, y.upperBound - middleY)
        func distance(_ x: Double, _ y: Double) -> Double { nearest.squareDistance(x, y).squareRoot() + 2 * tolerance }
        let topLeft = distance(x.lowerBound, y.lowerBound)
        let topRight = distance(x.upperBound, y.lowerBound)
        let bottomLeft = distance(x.lowerBound, y.upperBound)
        let bottomRight = distance(x.upperBound, y.upperBound)
        sides = sides.filter { side in
            let offset = side.offset(middleX, middleY)
            let distance = vectorLength(offset.x, offset.y)
            guard distance > tolerance else { return true }
            let (slopeX, slopeY) = (offset.x / distance * width, offset.y / distance * height)
            return distance - slopeX - slopeY <= topLeft || distance + slopeX - slopeY <= topRight
                || distance - slopeX + slopeY <= bottomLeft || distance + slopeX + slopeY <= bottomRight
        }
    }
}

extension Polygon.Side {
    /// Lines that are closer to horizontal are not divided, because of rounding.
    private static let greatestSlope = 1e4

    fileprivate var verticalRange: (top: Double, bottom: Double) {
        let end = start.y + way.y
        return (min(start.y, end), max(start.y, end))
    }

    /// The horizontal positions of the part of the side between two rows.
    fileprivate func horizontalRange(in rows: ClosedRange<Double>) -> (left: Double, right: Double) {
        let slope = way.x / way.y
        var ends = (start.x, start.x + way.x)
        if abs(slope) < Self.greatestSlope {
            let (top, bottom) = verticalRange
            ends.0 = start.x + (max(top, rows.lowerBound) - start.y) * slope
            ends.1 = start.x + (min(bottom, rows.upperBound) - start.y) * slope
        }
        return (min(ends.0, ends.1), max(ends.0, ends.1))
    }
}
