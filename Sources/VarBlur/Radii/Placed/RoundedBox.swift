/// A rectangle with rounded corners; an ellipse is one whose corners meet.
struct RoundedBox: AreaOutline {
    let bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
    /// The rounded corners.
    private let corners: [Corner]

    /// A quarter of an ellipse, and the direction from its center to the corner that it rounds.
    private struct Corner {
        let (x, y): (Double, Double)
        let radii: (x: Double, y: Double)
        let isRight: Bool
        let isBottom: Bool

        /// The distances from the center toward the corner; `nil` if the point is not on the corner's side of it.
        func offset(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
            let (dx, dy) = (isRight ? x - self.x : self.x - x, isBottom ? y - self.y : self.y - y)
            return dx > 0 && dy > 0 ? (dx, dy) : nil
        }
    }

    init(left: Double, top: Double, right: Double, bottom: Double, _ corners: BlurArea.Corners) {
        guard right > left, bottom > top else {
            (bounds, self.corners) = (nil, [])
            return
        }
        bounds = (left...right, top...bottom)
        let (width, height) = (right - left, bottom - top)
        let radii = corners.clockwise.map { (x: $0.x.pixels(of: width), y: $0.y.pixels(of: height)) }
        // all radii shrink by the same factor until no side is exceeded
        let factor = min(
            1, width / (radii[0].x + radii[1].x), width / (radii[2].x + radii[3].x),
            height / (radii[1].y + radii[2].y), height / (radii[3].y + radii[0].y))
        self.corners = zip(radii, [(false, false), (true, false), (true, true), (false, true)]).compactMap {
            radius, side in
            let (x, y) = (radius.x * factor, radius.y * factor)
            guard x > 0, y > 0 else { return nil }
            return Corner(
                x: side.0 ? right - x : left + x, y: side.1 ? bottom - y : top + y, radii: (x, y), isRight: side.0,
                isBottom: side.1)
        }
    }

    /// An ellipse around a center.
    init(ellipseAt x: Double, _ y: Double, radii horizontal: Double, _ vertical: Double) {
        self.init(
            left: x - horizontal, top: y - vertical, right: x + horizontal, bottom: y + vertical,
            BlurArea.Corners(.percent(50)))
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
        guard let bounds, bounds.x.contains(x), bounds.y.contains(y) else { return false }
        return corners.allSatisfy { corner in
            guard let offset = corner.offset(x, y) else { return true }
            return EllipseDistance.contains(offset, corner.radii)
        }
    }

    func distance(_ x: Double, _ y: Double) -> Double {
        guard let bounds else { return .infinity }
        var result: Double?
        for corner in corners {
            guard let offset = corner.offset(x, y) else { continue }
            // opposite corners may overlap; a point outside of both is impossible
            result = max(result ?? 0, EllipseDistance.distance(offset, corner.radii))
        }
        if let result { return result }
        return vectorLength(
            max(0, bounds.x.lowerBound - x, x - bounds.x.upperBound),
            max(0, bounds.y.lowerBound - y, y - bounds.y.upperBound))
    }

    func distances(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> {
        // the distance from a convex set is convex, and changes by at most 1 per pixel
        let greatest = max(
            distance(x.lowerBound, y.lowerBound), distance(x.upperBound, y.lowerBound),
            distance(x.lowerBound, y.upperBound), distance(x.upperBound, y.upperBound))
        let reach = vectorLength(x.upperBound - x.lowerBound, y.upperBound - y.lowerBound) / 2
        let least = max(boundsDistance(x, y), distance(x.middle, y.middle) - reach)
        return min(least, greatest)...greatest
    }

    func covers(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        // the box is convex
        contains(x.lowerBound, y.lowerBound) && contains(x.upperBound, y.lowerBound)
            && contains(x.lowerBound, y.upperBound) && contains(x.upperBound, y.upperBound)
    }

    func touches(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        guard boundsOverlap(x, y) else { return false }
        return corners.allSatisfy { corner in
            // the point of the rectangle that is nearest to the center of the corner on both axes
            let nearest = (corner.isRight ? x.lowerBound : x.upperBound, corner.isBottom ? y.lowerBound : y.upperBound)
            guard let offset = corner.offset(nearest.0, nearest.1) else { return true }
            return EllipseDistance.contains(offset, corner.radii)
        }
    }
}

/// Distances from an ellipse whose center is the origin, for points with positive coordinates.
enum EllipseDistance {
    /// Whether an ellipse contains a point.
    static func contains(_ point: (x: Double, y: Double), _ radii: (x: Double, y: Double)) -> Bool {
        let (x, y) = (point.x / radii.x, point.y / radii.y)
        return x * x + y * y <= 1
    }

    /// The distance of a point from an ellipse with radii above 0: 0 inside.
    ///
    /// The nearest point of an ellipse with the radii a and b is (a² x / (t + a²), b² y / (t + b²)), with the positive root t of
    /// (a x / (t + a²))² + (b y / (t + b²))² = 1. Newton's method approaches it from below, because the left side is convex and falls.
    ///
    /// The result is the same on every platform: it is computed without C library functions.
    static func distance(_ point: (x: Double, y: Double), _ radii: (x: Double, y: Double)) -> Double {
        if contains(point, radii) { return 0 }
        let (a, b) = (radii.x * radii.x, radii.y * radii.y)
        if a == b { return max(vectorLength(point.x, point.y) - radii.x, .leastNormalMagnitude) }
        let (ax, by) = (radii.x * point.x, radii.y * point.y)
        // lower bounds of the root: with either term alone, and with the larger radius in both
        var t = max(0, ax - a, by - b, vectorLength(ax, by) - max(a, b))
        for _ in 0..<60 {
            let (x, y) = (ax / (t + a), by / (t + b))
            let (squareX, squareY) = (x * x, y * y)
            let step = (squareX + squareY - 1) / (2 * (squareX / (t + a) + squareY / (t + b)))
            guard step > 1e-13 * (t + min(a, b)) else { break }
            t += step
        }
        // above 0, like all distances from points outside
        return max(vectorLength(point.x * t / (t + a), point.y * t / (t + b)), .leastNormalMagnitude)
    }
}
