internal import VarBlurLibC

extension ScenePath {
    /// Adds a rectangle with rounded corners, clockwise from the right end of the top left corner.
    ///
    /// - Parameters:
    ///   - frame: the rectangle.
    ///   - cornerRadius: the radius of the corners in pixels; limited to 0 and to half of the shorter side.
    ///   - style: how the corners are rounded.
    public mutating func roundedRectangle(
        in frame: SceneRectangle, cornerRadius: Double, style: CornerStyle = .continuous
    ) {
        let radius = min(max(cornerRadius, 0), frame.size.shorterSide / 2)
        let (left, top, right, bottom) = (frame.x, frame.y, frame.maxX, frame.maxY)
        let corners = [
            ScenePoint(x: right, y: top), ScenePoint(x: right, y: bottom), ScenePoint(x: left, y: bottom),
            ScenePoint(x: left, y: top),
        ]
        guard radius > 0 else {
            move(to: corners[3])
            for corner in corners[..<3] { line(to: corner) }
            return close()
        }
        let isContinuous = style == .continuous
        let horizontal = ContinuousCorner(room: isContinuous ? frame.width / 2 / radius : 1)
        let vertical = ContinuousCorner(room: isContinuous ? frame.height / 2 / radius : 1)
        move(to: ScenePoint(x: left + horizontal.extent * radius, y: top))
        let directions = [
            ScenePoint(x: 1, y: 0), ScenePoint(x: 0, y: 1), ScenePoint(x: -1, y: 0), ScenePoint(x: 0, y: -1),
        ]
        for index in 0..<4 {
            let isHorizontal = index % 2 == 0
            let corner = Corner(
                point: corners[index], along: directions[index], inward: directions[(index + 1) % 4], radius: radius)
            addCorner(corner, from: isHorizontal ? horizontal : vertical, to: isHorizontal ? vertical : horizontal)
        }
        close()
    }

    /// A corner of a rectangle: its tip, the direction toward it, the direction away from it, and its radius.
    private struct Corner {
        let point: ScenePoint
        let along: ScenePoint
        let inward: ScenePoint
        let radius: Double

        /// A position, given in radii along the first side away from the tip, and inward.
        func place(_ p: ScenePoint) -> ScenePoint { point - along * (p.x * radius) + inward * (p.y * radius) }

        /// The same for the second side.
        func placeAfter(_ p: ScenePoint) -> ScenePoint { point + inward * (p.x * radius) - along * (p.y * radius) }
    }

    private mutating func addCorner(_ corner: Corner, from first: ContinuousCorner, to second: ContinuousCorner) {
        line(to: corner.place(ScenePoint(x: first.extent, y: 0)))
        let (entry, exit) = (first.controlPoints, second.controlPoints)
        let (start, end) = (corner.place(entry.end), corner.placeAfter(exit.end))
        if first.tangent > 0 {
            cubic(to: start, control1: corner.place(entry.first), control2: corner.place(entry.second))
        }
        // the tangents of the arc at both ends
        let tangent = corner.along * first.direction.x + corner.inward * first.direction.y
        let endTangent = corner.inward * second.direction.x + corner.along * second.direction.y
        let sweep = acos(min(max(tangent.dot(endTangent), -1), 1))
        let center = corner.place(ScenePoint(x: 1, y: 1))
        let radii = SceneSize(width: corner.radius, height: corner.radius)
        arc(center: center, radii: radii, start: atan2(start.y - center.y, start.x - center.x), sweep: sweep)
        endCurve(at: end)
        if second.tangent > 0 {
            let last = corner.placeAfter(ScenePoint(x: second.extent, y: 0))
            cubic(to: last, control1: corner.placeAfter(exit.second), control2: corner.placeAfter(exit.first))
        }
    }
}
