/// How the corners of a rectangle are rounded.
public enum CornerStyle: String, CaseIterable, Codable, Sendable, Hashable {
    /// A quarter of a circle.
    case circular
    /// An arc whose curvature rises gradually from the straight sides.
    ///
    /// A corner takes about 1.5 times its radius of each side, or less where the sides are too short for that.
    case continuous
}

/// The outline of a corner with continuous curvature.
///
/// A circular arc of the full radius in the middle is joined with both sides by a cubic Bézier curve. Its first three control points lie
/// on the side, so that its curvature is 0 there; the second one is where its curvature at the arc is that of the arc. In between, the
/// curvature exceeds that of the arc by 20 %. With t = tan(θ / 2), where θ is the angle that the curve takes from the arc, the corner
/// takes 1 + 1.25 t + 2.25 t³ radii of the side.
struct ContinuousCorner {
    /// tan(θ / 2) at θ = 36°, which leaves 18° to the arc.
    private static let greatestTangent = 0.324_919_7

    /// tan(θ / 2).
    let tangent: Double

    /// Finds the curve for one side of a corner.
    ///
    /// - Parameter room: the length that is available on the side, in radii, at least 1.
    init(room: Double) {
        let excess = room - 1
        guard excess < Self.extent(Self.greatestTangent) - 1 else {
            tangent = Self.greatestTangent
            return
        }
        var t = max(0, excess) / 1.25
        for _ in 0..<6 { t -= (Self.extent(t) - 1 - excess) / (1.25 + 6.75 * t * t) }
        tangent = max(0, t)
    }

    /// The length of the corner along the side, in radii.
    var extent: Double { Self.extent(tangent) }

    private static func extent(_ t: Double) -> Double { 1 + 1.25 * t + 2.25 * t * t * t }

    /// The cosine and the sine of θ.
    var direction: ScenePoint {
        let scale = 1 / (1 + tangent * tangent)
        return ScenePoint(x: (1 - tangent * tangent) * scale, y: 2 * tangent * scale)
    }

    /// The control points of the curve from the side to the arc, in radii: x along the side and away from the corner, y inward.
    var controlPoints: (first: ScenePoint, second: ScenePoint, end: ScenePoint) {
        let handle = 0.75 * tangent * (1 + tangent * tangent)
        return (
            ScenePoint(x: 1 - tangent + handle, y: 0), ScenePoint(x: 1 - tangent, y: 0),
            ScenePoint(x: 1 - direction.y, y: 1 - direction.x)
        )
    }
}
