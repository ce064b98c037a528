/// A corner with continuous curvature as circular arcs, which meet without a bend.
///
/// Each part of a cubic curve is replaced by a pair of arcs that has the position and the tangent of the curve at both ends (Bolton, "Biarc
/// curves", 1975). The arcs meet in the direction that the curve has in the middle of the part.
struct CornerArcs {
    /// A place where two pieces of the outline meet.
    struct Joint {
        let position: ScenePoint
        /// The direction outward, of length 1.
        let normal: ScenePoint
        /// The radius of the arc that ends here, and of the one that starts here.
        var radiusBefore: Double
        var radiusAfter: Double
    }

    /// A radius so large that the arc is a straight line at the precision of `Float`.
    static let straight = 1e15
    /// The greatest distance between the arcs and the curve in pixels.
    private static let tolerance = 0.01
    /// The error in radii of a curve with one pair of arcs; it falls with the cube of their number.
    private static let errorOfOnePair = 0.0165
    /// Below this tangent, a circle differs from the curve by less than a millionth of the radius.
    private static let leastTangent = 1e-3
    /// No curve has more pairs of arcs, however large it is.
    private static let greatestPairCount = 32

    /// From the horizontal side to the vertical one.
    let joints: [Joint]

    /// Creates the corner at the far ends of both coordinates.
    ///
    /// - Parameters:
    ///   - tip: the corner of the rectangle without rounding.
    ///   - radius: the radius of the corner in pixels, above 0.
    ///   - horizontal: the curve at the horizontal side.
    ///   - vertical: the curve at the vertical side.
    init(tip: ScenePoint, radius: Double, horizontal: ContinuousCorner, vertical: ContinuousCorner) {
        let pairs = Self.pairCount(radius: radius)
        let first = Self.arcs(of: horizontal, radius: radius, pairs: pairs).map { joint in
            Joint(
                position: tip - joint.position, normal: joint.normal, radiusBefore: joint.radiusBefore,
                radiusAfter: joint.radiusAfter)
        }
        // the same, with both coordinates exchanged and in the opposite order
        let last = Self.arcs(of: vertical, radius: radius, pairs: pairs).reversed().map { joint in
            Joint(
                position: ScenePoint(x: tip.x - joint.position.y, y: tip.y - joint.position.x),
                normal: ScenePoint(x: joint.normal.y, y: joint.normal.x), radiusBefore: joint.radiusAfter,
                radiusAfter: joint.radiusBefore)
        }
        joints = first + last
    }

    private static func pairCount(radius: Double) -> Int {
        let cube = errorOfOnePair * radius / tolerance
        return (2..<greatestPairCount).first { Double($0 * $0 * $0) >= cube } ?? greatestPairCount
    }

    /// The joints from a side to the arc in the middle of the corner, which has the full radius.
    ///
    /// Positions are distances from the tip in pixels, along the side and inward.
    private static func arcs(of corner: ContinuousCorner, radius: Double, pairs: Int) -> [Joint] {
        let isCircular = corner.tangent < leastTangent
        let extent = isCircular ? radius : corner.extent * radius
        var joints = [
            Joint(
                position: ScenePoint(x: extent, y: 0), normal: ScenePoint(x: 0, y: 1), radiusBefore: straight,
                radiusAfter: radius)
        ]
        guard !isCircular else { return joints }
        let curve = Curve(corner, radius: radius)
        for index in 0..<pairs {
            let middle = (Double(index) + 0.5) / Double(pairs)
            let end = Double(index + 1) / Double(pairs)
            add(to: &joints, position: curve.position(end), normal: curve.normal(end), middle: curve.normal(middle))
        }
        joints[joints.count - 1].radiusAfter = radius
        return joints
    }

    /// Adds a pair of arcs.
    ///
    /// With the normals n₀, n, n₁ at the start, between the arcs and at the end, the radii solve
    /// r₀ (n - n₀) + r₁ (n₁ - n) = p₁ - p₀.
    private static func add(to joints: inout [Joint], position: ScenePoint, normal: ScenePoint, middle: ScenePoint) {
        let start = joints[joints.count - 1]
        // positions grow inward, and normals point outward
        let (first, second, chord) = (middle - start.normal, normal - middle, start.position - position)
        let determinant = first.cross(second)
        let (before, after) = (chord.cross(second) / determinant, first.cross(chord) / determinant)
        joints[joints.count - 1].radiusAfter = before
        joints.append(
            Joint(
                position: start.position - (middle - start.normal) * before, normal: middle, radiusBefore: before,
                radiusAfter: after))
        joints.append(Joint(position: position, normal: normal, radiusBefore: after, radiusAfter: after))
    }
}

/// The cubic curve from a side to the arc of a corner.
private struct Curve {
    private let points: [ScenePoint]

    init(_ corner: ContinuousCorner, radius: Double) {
        let controls = corner.controlPoints
        points = [ScenePoint(x: corner.extent, y: 0), controls.first, controls.second, controls.end].map { $0 * radius }
    }

    func position(_ t: Double) -> ScenePoint {
        let u = 1 - t
        return points[0] * (u * u * u) + points[1] * (3 * u * u * t) + points[2] * (3 * u * t * t)
            + points[3] * (t * t * t)
    }

    /// The direction outward.
    func normal(_ t: Double) -> ScenePoint {
        let u = 1 - t
        let tangent =
            (points[1] - points[0]) * (u * u) + (points[2] - points[1]) * (2 * u * t)
            + (points[3] - points[2]) * (t * t)
        return ScenePoint(x: tangent.y, y: -tangent.x) * (1 / tangent.length)
    }
}
