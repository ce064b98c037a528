internal import VarBlurLibC

/// A rotation, a change of scale that is the same in all directions, and a displacement.
struct Similarity: Hashable {
    /// The image of the vector (1, 0).
    private(set) var axis = ScenePoint(x: 1, y: 0)
    /// The image of the origin.
    private(set) var origin = ScenePoint.zero

    /// The transformation that changes nothing.
    static let identity = Similarity()

    private init() {}

    /// Creates a rotation about a center with a change of scale.
    ///
    /// - Parameters:
    ///   - degrees: the angle, clockwise; multiples of 90 are exact.
    ///   - scale: the factor of lengths, above 0.
    ///   - center: the point that keeps its place.
    init(degrees: Double, scale: Double, around center: ScenePoint) {
        let turns = (degrees / 90).rounded()
        let rest = (degrees - 90 * turns) * .pi / 180
        axis = ScenePoint(x: cos(rest), y: sin(rest)) * scale
        for _ in 0..<Int(((turns.truncatingRemainder(dividingBy: 4)) + 4).truncatingRemainder(dividingBy: 4)) {
            axis = ScenePoint(x: -axis.y, y: axis.x)
        }
        origin = center - rotated(center)
    }

    /// The factor of lengths.
    var scale: Double { axis.length }

    /// The image of a vector.
    func rotated(_ vector: ScenePoint) -> ScenePoint {
        ScenePoint(x: axis.x * vector.x - axis.y * vector.y, y: axis.y * vector.x + axis.x * vector.y)
    }

    /// The image of a point.
    func callAsFunction(_ point: ScenePoint) -> ScenePoint { rotated(point) + origin }

    /// The transformation that another one follows.
    func followed(by next: Similarity) -> Similarity {
        var result = self
        (result.axis, result.origin) = (next.rotated(axis), next(origin))
        return result
    }

    /// The transformation that takes the image of each point back to it.
    var inverse: Similarity {
        var result = self
        let square = axis.dot(axis)
        result.axis = ScenePoint(x: axis.x / square, y: -axis.y / square)
        result.origin = result.rotated(origin) * -1
        return result
    }

    /// The corners of a rectangle after the transformation.
    func corners(of rectangle: SceneRectangle) -> [ScenePoint] {
        let (left, right) = (rectangle.x, rectangle.maxX)
        let (top, bottom) = (rectangle.y, rectangle.maxY)
        let corners = [
            ScenePoint(x: left, y: top), ScenePoint(x: right, y: top), ScenePoint(x: right, y: bottom),
            ScenePoint(x: left, y: bottom),
        ]
        return corners.map { self($0) }
    }

    /// The smallest rectangle around a rectangle after the transformation.
    func bounds(of rectangle: SceneRectangle) -> SceneRectangle {
        if self == .identity { return rectangle }
        let corners = corners(of: rectangle)
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return SceneRectangle(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }
}
