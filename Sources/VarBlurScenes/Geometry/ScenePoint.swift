/// A position in pixels, counted from the top left corner of a canvas: x to the right, y down.
public struct ScenePoint: Codable, Sendable, Hashable {
    /// The distance from the left edge.
    public var x: Double
    /// The distance from the top edge.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// The top left corner.
    public static let zero = ScenePoint(x: 0, y: 0)

    /// Returns the distance to another point.
    public func distance(to other: ScenePoint) -> Double { (self - other).length }

    /// Returns the point between this one (0) and another one (1); fractions outside of 0...1 extrapolate.
    public func interpolated(to other: ScenePoint, _ fraction: Double) -> ScenePoint {
        ScenePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}

// Points as vectors.
extension ScenePoint {
    static func + (a: ScenePoint, b: ScenePoint) -> ScenePoint { ScenePoint(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: ScenePoint, b: ScenePoint) -> ScenePoint { ScenePoint(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: ScenePoint, factor: Double) -> ScenePoint { ScenePoint(x: a.x * factor, y: a.y * factor) }

    /// The distance from the origin.
    var length: Double { (x * x + y * y).squareRoot() }

    /// Whether both coordinates are finite.
    var isFinite: Bool { x.isFinite && y.isFinite }

    /// The scalar product of two vectors.
    func dot(_ other: ScenePoint) -> Double { x * other.x + y * other.y }

    /// The z component of the cross product of two vectors: positive if `other` is clockwise of this one, because y points down.
    func cross(_ other: ScenePoint) -> Double { x * other.y - y * other.x }
}
