/// The signed distance from an outline of straight lines; inside is where the winding number is not 0.
struct SegmentDistance: Sendable {
    /// A line from `start` to `start + offset`.
    struct Segment: Sendable {
        let start: ScenePoint
        let offset: ScenePoint
        private let inverseSquare: Double

        init(from start: ScenePoint, to end: ScenePoint) {
            self.start = start
            offset = end - start
            inverseSquare = 1 / offset.dot(offset)
        }

        /// The square of the distance of a point.
        func square(to point: ScenePoint) -> Double {
            let relative = point - start
            let t = min(max(relative.dot(offset) * inverseSquare, 0), 1)
            let gap = relative - offset * t
            return gap.dot(gap)
        }

        /// +1 or -1 if the line crosses the horizontal line through a point left of it, downward or upward, else 0.
        func crossing(leftOf point: ScenePoint) -> Int {
            let end = start.y + offset.y
            guard (start.y <= point.y) != (end <= point.y) else { return 0 }
            return crossingX(y: point.y) <= point.x ? (offset.y > 0 ? 1 : -1) : 0
        }

        /// Where the line, which is not horizontal, has a height.
        func crossingX(y: Double) -> Double { start.x + (y - start.y) * (offset.x / offset.y) }
    }

    private let segments: [Segment]

    init(_ contours: [ScenePath.Contour]) {
        segments = contours.flatMap { contour in
            contour.points.indices.compactMap { index in
                let (start, end) = (contour.points[index], contour.points[(index + 1) % contour.points.count])
                let segment = Segment(from: start, to: end)
                // lines that are too short for arithmetic, and ones with coordinates that are not numbers
                return segment.offset.dot(segment.offset) > 1e-24 && start.isFinite && end.isFinite ? segment : nil
            }
        }
    }

    var isEmpty: Bool { segments.isEmpty }

    func distance(to point: ScenePoint) -> Double {
        let square = segments.reduce(Double.infinity) { min($0, $1.square(to: point)) }
        return isInside(point) ? -square.squareRoot() : square.squareRoot()
    }

    private func isInside(_ point: ScenePoint) -> Bool { segments.reduce(0) { $0 + $1.crossing(leftOf: point) } != 0 }

    /// Writes the distances and gradients of all samples of a tile.
    ///
    /// Only lines that may be the nearest one of some sample are considered: their distance from the tile's center exceeds the
    /// least one by at most twice the distance of a sample from the center.
    func write(to tile: DistanceTile) {
        let center = tile.center
        let squares = segments.map { $0.square(to: center) }
        let least = (squares.min() ?? 0).squareRoot()
        let limit = least + 2 * DistanceTile.reach + 1e-6
        let candidates = zip(segments, squares).filter { $1 <= limit * limit }.map(\.0)
        writeNearest(candidates, to: tile)
        if least > DistanceTile.reach + 1e-6 {
            if isInside(center) { Self.negate(tile) }
        } else {
            writeSigns(to: tile)
        }
    }

    /// Writes the distances without their sign, and the directions away from the outline.
    ///
    /// For each block of 8×8 samples, the candidates are reduced in the same way as for the tile.
    private func writeNearest(_ candidates: [Segment], to tile: DistanceTile) {
        let local = candidates.map { LocalSegment($0, origin: tile.origin) }
        var (near, squares) = (local, [Float](repeating: 0, count: local.count))
        // half the diagonal of a block, and room for rounding
        let reach: Float = 3.5 * 1.414_214 + 0.01
        for top in stride(from: 0, to: DistanceTile.side, by: DistanceTile.laneWidth) {
            for lane in 0..<DistanceTile.lanesPerRow {
                let (x, y) = (Float(lane * DistanceTile.laneWidth) + 3.5, Float(top) + 3.5)
                var least = Float.infinity
                for (index, segment) in local.enumerated() {
                    squares[index] = segment.square(x, y)
                    least = min(least, squares[index])
                }
                let limit = least.squareRoot() + 2 * reach
                near.removeAll(keepingCapacity: true)
                for (index, segment) in local.enumerated() where squares[index] <= limit * limit {
                    near.append(segment)
                }
                for row in top..<top + DistanceTile.laneWidth {
                    Self.writeNearest(near, to: tile, row: row, lane: lane)
                }
            }
        }
    }

    private static func writeNearest(_ segments: [LocalSegment], to tile: DistanceTile, row: Int, lane: Int) {
        typealias Lane = DistanceTile.Lane
        let x = DistanceTile.laneOffsets + Float(lane * DistanceTile.laneWidth)
        let y = Float(row)
        var (square, nearestX, nearestY) = (Lane(repeating: .infinity), Lane(), Lane())
        for segment in segments {
            let (relativeX, relativeY) = (x - segment.x, y - segment.y)
            let place = relativeX * segment.scaledX + relativeY * segment.scaledY
            let t = pointwiseMin(pointwiseMax(place, Lane()), Lane(repeating: 1))
            let (gapX, gapY) = (relativeX - t * segment.offsetX, relativeY - t * segment.offsetY)
            let found = gapX * gapX + gapY * gapY
            let isNearer = found .< square
            square.replace(with: found, where: isNearer)
            nearestX.replace(with: gapX, where: isNearer)
            nearestY.replace(with: gapY, where: isNearer)
        }
        let index = row * DistanceTile.lanesPerRow + lane
        let length = square.squareRoot()
        let scale = 1 / pointwiseMax(length, Lane(repeating: 1e-6))
        unsafe tile.distance[index] = length
        unsafe tile.gradientX[index] = nearestX * scale
        unsafe tile.gradientY[index] = nearestY * scale
    }

    /// Negates distances and gradients inside of the outline.
    private func writeSigns(to tile: DistanceTile) {
        typealias Lane = DistanceTile.Lane
        let (top, bottom) = (tile.origin.y, tile.origin.y + Double(DistanceTile.side - 1))
        let relevant = segments.filter {
            min($0.start.y, $0.start.y + $0.offset.y) <= bottom && max($0.start.y, $0.start.y + $0.offset.y) > top
        }
        for row in 0..<DistanceTile.side {
            let y = tile.origin.y + Double(row)
            let crossings = relevant.compactMap { segment -> (x: Float, direction: Float)? in
                guard (segment.start.y <= y) != (segment.start.y + segment.offset.y <= y) else { return nil }
                return (Float(segment.crossingX(y: y) - tile.origin.x), segment.offset.y > 0 ? 1 : -1)
            }
            for lane in 0..<DistanceTile.lanesPerRow {
                let x = DistanceTile.laneOffsets + Float(lane * DistanceTile.laneWidth)
                var winding = Lane()
                for crossing in crossings {
                    winding += Lane().replacing(with: crossing.direction, where: x .>= crossing.x)
                }
                let sign = Lane(repeating: -1).replacing(with: 1, where: winding .== 0)
                Self.multiply(tile, row * DistanceTile.lanesPerRow + lane, by: sign)
            }
        }
    }

    private static func negate(_ tile: DistanceTile) {
        for index in 0..<DistanceTile.laneCount { multiply(tile, index, by: DistanceTile.Lane(repeating: -1)) }
    }

    private static func multiply(_ tile: DistanceTile, _ index: Int, by sign: DistanceTile.Lane) {
        unsafe tile.distance[index] *= sign
        unsafe tile.gradientX[index] *= sign
        unsafe tile.gradientY[index] *= sign
    }
}

/// A line in the coordinates of a tile.
private struct LocalSegment {
    let x: Float
    let y: Float
    let offsetX: Float
    let offsetY: Float
    /// The offset, divided by the square of its length.
    let scaledX: Float
    let scaledY: Float

    /// The square of the distance of a sample.
    func square(_ sampleX: Float, _ sampleY: Float) -> Float {
        let (relativeX, relativeY) = (sampleX - x, sampleY - y)
        let t = min(max(relativeX * scaledX + relativeY * scaledY, 0), 1)
        let (gapX, gapY) = (relativeX - t * offsetX, relativeY - t * offsetY)
        return gapX * gapX + gapY * gapY
    }

    init(_ segment: SegmentDistance.Segment, origin: ScenePoint) {
        let square = segment.offset.dot(segment.offset)
        (x, y) = (Float(segment.start.x - origin.x), Float(segment.start.y - origin.y))
        (offsetX, offsetY) = (Float(segment.offset.x), Float(segment.offset.y))
        (scaledX, scaledY) = (Float(segment.offset.x / square), Float(segment.offset.y / square))
    }
}
