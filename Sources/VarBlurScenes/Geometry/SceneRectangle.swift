/// A rectangle in pixels whose sides are parallel to those of the canvas.
public struct SceneRectangle: Codable, Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width, at least 0.
    public var width: Double
    /// The height, at least 0.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Creates a rectangle around a center.
    public init(center: ScenePoint, size: SceneSize) {
        self.init(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    /// The right edge.
    public var maxX: Double { x + width }
    /// The bottom edge.
    public var maxY: Double { y + height }
    /// The top left corner.
    public var origin: ScenePoint { ScenePoint(x: x, y: y) }
    /// The width and the height.
    public var size: SceneSize { SceneSize(width: width, height: height) }
    /// The center.
    public var center: ScenePoint { ScenePoint(x: x + width / 2, y: y + height / 2) }

    /// Whether the rectangle has an area: finite numbers, and a width and a height above 0.
    public var hasArea: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
    }

    /// Returns the rectangle with all sides moved inward by a distance, or outward if it is negative.
    ///
    /// A side is never shorter than 0.
    public func inset(by distance: Double) -> SceneRectangle {
        let size = SceneSize(width: max(0, width - 2 * distance), height: max(0, height - 2 * distance))
        return SceneRectangle(center: center, size: size)
    }

    /// Returns the smallest rectangle that contains this one and another one.
    public func union(_ other: SceneRectangle) -> SceneRectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return SceneRectangle(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the common part of this rectangle and another one, or `nil` if they have no area in common.
    public func intersection(_ other: SceneRectangle) -> SceneRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let common = SceneRectangle(
            x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
        return common.hasArea ? common : nil
    }

    /// Whether a point lies inside the rectangle or on its edge.
    public func contains(_ point: ScenePoint) -> Bool {
        point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
    }

    /// Returns the distance between this rectangle and another one: 0 if they touch.
    public func distance(to other: SceneRectangle) -> Double {
        let gap = ScenePoint(
            x: max(0, max(other.x - maxX, x - other.maxX)), y: max(0, max(other.y - maxY, y - other.maxY)))
        return gap.length
    }

    /// Returns the largest rectangle of an aspect ratio in the middle of this one.
    ///
    /// - Parameter aspectRatio: the width divided by the height, above 0.
    /// - Returns: a rectangle with the same center.
    public func centered(aspectRatio: Double) -> SceneRectangle {
        let fitted = min(width, height * aspectRatio)
        return SceneRectangle(center: center, size: SceneSize(width: fitted, height: fitted / aspectRatio))
    }

    /// Returns the rectangle between this one (0) and another one (1).
    ///
    /// Fractions outside of 0...1 extrapolate, but a side is never shorter than 0.
    public func interpolated(to other: SceneRectangle, _ fraction: Double) -> SceneRectangle {
        let center = center.interpolated(to: other.center, fraction)
        let size = SceneSize(
            width: max(0, width + (other.width - width) * fraction),
            height: max(0, height + (other.height - height) * fraction))
        return SceneRectangle(center: center, size: size)
    }

    /// The position of a point that is given in fractions of this rectangle.
    func point(atFractions fractions: ScenePoint) -> ScenePoint {
        ScenePoint(x: x + width * fractions.x, y: y + height * fractions.y)
    }
}
