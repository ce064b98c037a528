/// The outline of an area, in pixels of an image.
package protocol AreaOutline: Sendable {
    /// Whether a point belongs to the area.
    func contains(_ x: Double, _ y: Double) -> Bool

    /// The distance from a point to the area: 0 inside, and infinity if the area is empty.
    func distance(_ x: Double, _ y: Double) -> Double

    /// Bounds of the distances from the points of a rectangle.
    func distances(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double>

    /// Whether the interior of a rectangle contains a point of the area.
    func touches(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool

    /// Whether all points of a rectangle belong to the area; if in doubt, `false`.
    func covers(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool

    /// The smallest rectangle that contains the area; `nil` if the area is empty.
    var bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)? { get }

    /// Whether a part of the outline takes less time than the whole of it.
    var isComplex: Bool { get }

    /// The outline for points of a rectangle only, for which it has the same results.
    func part(x: ClosedRange<Double>, y: ClosedRange<Double>) -> any AreaOutline
}

extension AreaOutline {
    package func covers(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        distances(x: x, y: y).upperBound <= 0
    }

    package var isComplex: Bool { false }

    package func part(x: ClosedRange<Double>, y: ClosedRange<Double>) -> any AreaOutline { self }

    /// Whether a rectangle and the bounds of the area overlap.
    func boundsOverlap(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Bool {
        guard let bounds else { return false }
        return x.upperBound > bounds.x.lowerBound && x.lowerBound < bounds.x.upperBound
            && y.upperBound > bounds.y.lowerBound && y.lowerBound < bounds.y.upperBound
    }

    /// The distance between a rectangle and the bounds of the area.
    func boundsDistance(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Double {
        guard let bounds else { return .infinity }
        return vectorLength(x.gap(to: bounds.x), y.gap(to: bounds.y))
    }
}

/// The length of a vector.
func vectorLength(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

extension ClosedRange<Double> {
    /// The distance to another range; 0 if they overlap.
    fileprivate func gap(to other: ClosedRange<Double>) -> Double {
        Swift.max(0, other.lowerBound - upperBound, lowerBound - other.upperBound)
    }

    var middle: Double { (lowerBound + upperBound) / 2 }
}

extension BlurArea.Shape {
    /// The outline of the shape on an image of a size.
    ///
    /// - Complexity: O(number of corners).
    package func outline(width: Int, height: Int) -> any AreaOutline {
        let (w, h) = (Double(width), Double(height))
        switch self {
        case .xywh(let x, let y, let width, let height, let corners):
            let (left, top) = (x.pixels(of: w), y.pixels(of: h))
            return RoundedBox(
                left: left, top: top, right: left + width.pixels(of: w), bottom: top + height.pixels(of: h), corners)
        case .inset(let top, let right, let bottom, let left, let corners):
            return RoundedBox(
                left: left.pixels(of: w), top: top.pixels(of: h), right: w - right.pixels(of: w),
                bottom: h - bottom.pixels(of: h), corners)
        case .rect(let top, let right, let bottom, let left, let corners):
            return RoundedBox(
                left: left.pixels(of: w), top: top.pixels(of: h), right: right.pixels(of: w),
                bottom: bottom.pixels(of: h), corners)
        case .circle(let extent, let center):
            let (x, y) = (center.x.pixels(of: w), center.y.pixels(of: h))
            let radius =
                switch extent {
                case .length(let length): length.pixels(of: ((w * w + h * h) / 2).squareRoot())
                case .closestSide: min(extent.radius(at: x, of: w), extent.radius(at: y, of: h))
                case .farthestSide: max(extent.radius(at: x, of: w), extent.radius(at: y, of: h))
                }
            return RoundedBox(ellipseAt: x, y, radii: radius, radius)
        case .ellipse(let horizontal, let vertical, let center):
            let (x, y) = (center.x.pixels(of: w), center.y.pixels(of: h))
            return RoundedBox(
                ellipseAt: x, y, radii: horizontal.radius(at: x, of: w), vertical.radius(at: y, of: h))
        case .polygon(let points, let rule):
            return Polygon(points.map { ($0.x.pixels(of: w), $0.y.pixels(of: h)) }, rule)
        }
    }
}

extension BlurArea.Extent {
    /// The radius along an axis of the image.
    fileprivate func radius(at center: Double, of whole: Double) -> Double {
        switch self {
        case .length(let length): length.pixels(of: whole)
        case .closestSide: min(abs(center), abs(whole - center))
        case .farthestSide: max(abs(center), abs(whole - center))
        }
    }
}
