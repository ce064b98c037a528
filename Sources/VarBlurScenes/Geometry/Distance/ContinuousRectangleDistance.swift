/// The signed distance from a rectangle with corners of continuous curvature.
///
/// All four quarters are the same, so positions are counted from the center, without their signs. The distance from a convex outline is the
/// greatest value of n·p - h(n) for all directions n, where h(n) is how far the outline reaches in the direction n. On an arc with the
/// radius r, it changes with the direction like the distance from a circle. Hence the joint of arcs with the greatest value v is found
/// first. The nearest point lies on the arc before or after it, and is v + s² / (v + r + √((v + r)² + s²)) away, where s is how far
/// the point lies beside the joint.
struct ContinuousRectangleDistance: Sendable {
    /// A joint of arcs, as far as distances need it.
    private struct Joint {
        let normalX: Double
        let normalY: Double
        /// How far the outline reaches in the direction of the normal.
        let height: Double
        /// The position of the joint along its tangent.
        let place: Double
        let radiusBefore: Double
        let radiusAfter: Double

        init(_ joint: CornerArcs.Joint) {
            (normalX, normalY) = (joint.normal.x, joint.normal.y)
            height = joint.normal.dot(joint.position)
            place = ScenePoint(x: normalY, y: -normalX).dot(joint.position)
            (radiusBefore, radiusAfter) = (joint.radiusBefore, joint.radiusAfter)
        }

        func value(_ x: Double, _ y: Double) -> Double { normalX * x + normalY * y - height }
    }

    private let center: ScenePoint
    private let joints: [Joint]

    init(_ frame: SceneRectangle, cornerRadius: Double) {
        let radius = min(cornerRadius, frame.size.shorterSide / 2)
        center = frame.center
        let arcs = CornerArcs(
            tip: ScenePoint(x: frame.width / 2, y: frame.height / 2), radius: radius,
            horizontal: ContinuousCorner(room: frame.width / 2 / radius),
            vertical: ContinuousCorner(room: frame.height / 2 / radius))
        joints = arcs.joints.map(Joint.init)
    }

    func distance(to point: ScenePoint) -> Double {
        let (x, y) = (abs(point.x - center.x), abs(point.y - center.y))
        var (joint, value) = (joints[0], -Double.infinity)
        for candidate in joints where candidate.value(x, y) > value {
            (joint, value) = (candidate, candidate.value(x, y))
        }
        let side = joint.normalY * x - joint.normalX * y - joint.place
        // at the center of an arc, rounding must not give 0 / 0
        let height = max(value + (side > 0 ? joint.radiusAfter : joint.radiusBefore), 1e-6)
        return value + side * side / (height + (height * height + side * side).squareRoot())
    }

    /// Writes the distances and gradients of all samples of a tile.
    ///
    /// For each block of 8×8 samples, only joints are considered whose value may be the greatest one at some sample.
    func write(to tile: DistanceTile) {
        let size = DistanceTile.laneWidth
        // the distance of a sample from the middle of its block, and room for rounding
        let reach = Double(size - 1) / 2 * 2.0.squareRoot() + 0.01
        let parts = joints.map(LaneJoint.init)
        for top in stride(from: 0, to: DistanceTile.side, by: size) {
            for lane in 0..<DistanceTile.lanesPerRow {
                let half = Double(size - 1) / 2
                let x = abs(tile.origin.x + Double(lane * size) + half - center.x)
                let y = abs(tile.origin.y + Double(top) + half - center.y)
                let values = joints.map { $0.value(x, y) }
                let limit = (values.max() ?? 0) - 2 * reach
                let first = values.firstIndex { $0 >= limit } ?? 0
                let last = values.lastIndex { $0 >= limit } ?? 0
                for row in top..<top + size { write(parts[first...last], to: tile, row: row, lane: lane) }
            }
        }
    }

    private func write(_ joints: ArraySlice<LaneJoint>, to tile: DistanceTile, row: Int, lane: Int) {
        typealias Lane = DistanceTile.Lane
        let signedX =
            Lane(repeating: Float(tile.origin.x - center.x)) + DistanceTile.laneOffsets
            + Float(lane * DistanceTile.laneWidth)
        let isLeft = signedX .< 0
        let x = signedX.replacing(with: -signedX, where: isLeft)
        let signedY = Float(tile.origin.y - center.y) + Float(row)
        let y = abs(signedY)
        var (value, side, radius) = (Lane(repeating: -.infinity), Lane(), Lane())
        var (normalX, normalY) = (Lane(), Lane())
        for joint in joints {
            let found = x * joint.normalX + (y * joint.normalY - joint.height)
            let beside = x * joint.normalY - (y * joint.normalX + joint.place)
            let arc = Lane(repeating: joint.radiusBefore).replacing(with: joint.radiusAfter, where: beside .> 0)
            let isGreater = found .> value
            value.replace(with: found, where: isGreater)
            side.replace(with: beside, where: isGreater)
            radius.replace(with: arc, where: isGreater)
            normalX.replace(with: joint.normalX, where: isGreater)
            normalY.replace(with: joint.normalY, where: isGreater)
        }
        // at the center of an arc, rounding must not give 0 / 0
        let height = pointwiseMax(value + radius, Lane(repeating: 1e-6))
        let length = (height * height + side * side).squareRoot()
        let scale = 1 / length
        let gradientX = (normalX * height + normalY * side) * scale
        let gradientY = (normalY * height - normalX * side) * scale
        let index = row * DistanceTile.lanesPerRow + lane
        unsafe tile.distance[index] = value + side * side / (height + length)
        unsafe tile.gradientX[index] = gradientX.replacing(with: -gradientX, where: isLeft)
        unsafe tile.gradientY[index] = signedY < 0 ? -gradientY : gradientY
    }

    /// A joint in the precision of tiles.
    private struct LaneJoint {
        let normalX: Float
        let normalY: Float
        let height: Float
        let place: Float
        let radiusBefore: Float
        let radiusAfter: Float

        init(_ joint: Joint) {
            (normalX, normalY) = (Float(joint.normalX), Float(joint.normalY))
            (height, place) = (Float(joint.height), Float(joint.place))
            (radiusBefore, radiusAfter) = (Float(joint.radiusBefore), Float(joint.radiusAfter))
        }
    }
}
