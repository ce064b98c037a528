/// The signed distance from a rectangle with circular corners.
///
/// The center line of the corners is a smaller rectangle; the distance from that, less the radius, is the distance.
struct RoundedRectangleDistance: Sendable {
    private let center: ScenePoint
    /// Half the size of the rectangle through the centers of the corners.
    private let inner: SceneSize
    private let radius: Double

    init(_ frame: SceneRectangle, cornerRadius: Double) {
        center = frame.center
        radius = cornerRadius
        inner = SceneSize(width: frame.width / 2 - cornerRadius, height: frame.height / 2 - cornerRadius)
    }

    func distance(to point: ScenePoint) -> Double {
        let (x, y) = (abs(point.x - center.x) - inner.width, abs(point.y - center.y) - inner.height)
        let outside = ScenePoint(x: max(x, 0), y: max(y, 0)).length
        return outside + min(max(x, y), 0) - radius
    }

    /// Writes the distances and gradients of all samples of a tile.
    func write(to tile: DistanceTile) {
        typealias Lane = DistanceTile.Lane
        let radius = Float(radius)
        let (innerX, innerY) = (Lane(repeating: Float(inner.width)), Float(inner.height))
        let left = Lane(repeating: Float(tile.origin.x - center.x)) + DistanceTile.laneOffsets
        for row in 0..<DistanceTile.side {
            let y = Float(tile.origin.y - center.y) + Float(row)
            let signY: Float = y < 0 ? -1 : 1
            let overY = abs(y) - innerY
            let outsideY = Lane(repeating: max(overY, 0))
            for lane in 0..<DistanceTile.lanesPerRow {
                let x = left + Float(lane * DistanceTile.laneWidth)
                let isLeft = x .< 0
                let overX = x.replacing(with: -x, where: isLeft) - innerX
                let outsideX = pointwiseMax(overX, Lane())
                let length = (outsideX * outsideX + outsideY * outsideY).squareRoot()
                let depth = pointwiseMin(pointwiseMax(overX, Lane(repeating: overY)), Lane())
                let scale = 1 / pointwiseMax(length, Lane(repeating: 1e-6))
                // inside of the inner rectangle, the nearest side alone counts
                let isInner = (overX .<= 0) .& (Lane(repeating: overY) .<= 0)
                let isSide = overX .>= Lane(repeating: overY)
                let innerGradient = Lane().replacing(with: 1, where: isSide)
                let gradientX = (outsideX * scale).replacing(with: innerGradient, where: isInner)
                let gradientY = (outsideY * scale).replacing(with: 1 - innerGradient, where: isInner)
                let index = row * DistanceTile.lanesPerRow + lane
                unsafe tile.distance[index] = length + depth - radius
                unsafe tile.gradientX[index] = gradientX.replacing(with: -gradientX, where: isLeft)
                unsafe tile.gradientY[index] = gradientY * signY
            }
        }
    }
}
