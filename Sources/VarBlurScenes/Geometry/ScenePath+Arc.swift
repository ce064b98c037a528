internal import VarBlurLibC

extension ScenePath {
    /// Adds an arc of a circle or an ellipse as cubic Bézier curves of at most 45° each.
    ///
    /// They differ from the arc by at most 0.0005 % of the radius. A line joins the current point with the beginning of the arc.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - radii: half the width and half the height of the ellipse before rotation.
    ///   - start: the angle of the first point in radians: 0 is right, and angles increase clockwise.
    ///   - sweep: the angle to the last point in radians, counterclockwise if negative.
    ///   - rotation: the angle by which the ellipse is rotated in radians.
    public mutating func arc(center: ScenePoint, radii: SceneSize, start: Double, sweep: Double, rotation: Double = 0) {
        guard start.isFinite, sweep.isFinite, abs(sweep) < 1e6 else { return }
        let (sine, cosine) = (sin(rotation), cos(rotation))
        func place(_ x: Double, _ y: Double) -> ScenePoint {
            let (x, y) = (x * radii.width, y * radii.height)
            return ScenePoint(x: center.x + x * cosine - y * sine, y: center.y + x * sine + y * cosine)
        }
        let first = place(cos(start), sin(start))
        // an arc that begins at the current point but for rounding needs no line
        let isJoined = currentPoint.map { $0.distance(to: first) <= 1e-9 * (radii.width + radii.height) } ?? false
        if !isJoined { line(to: first) }
        let count = Int((abs(sweep) / (Double.pi / 4) - 1e-9).rounded(.up))
        for index in 0..<count {
            let from = start + sweep * Double(index) / Double(count)
            let to = start + sweep * Double(index + 1) / Double(count)
            // the handle with which the middle of the curve lies on the arc
            let handle = 4 / 3 * tan((to - from) / 4)
            let ((x0, y0), (x1, y1)) = ((cos(from), sin(from)), (cos(to), sin(to)))
            cubic(
                to: place(x1, y1), control1: place(x0 - handle * y0, y0 + handle * x0),
                control2: place(x1 + handle * y1, y1 - handle * x1))
        }
    }

    /// Adds an arc from the current point to another one, as the command `A` of SVG paths.
    ///
    /// Source: SVG 2, appendix B.2, "Conversion from endpoint to center parameterization". Radii that are too small are enlarged;
    /// with a radius of 0, the arc is a line.
    ///
    /// - Parameters:
    ///   - end: the last point.
    ///   - radii: half the width and half the height of the ellipse before rotation.
    ///   - rotation: the angle by which the ellipse is rotated in radians.
    ///   - isLarge: whether the arc is the longer one of the two that have the same direction.
    ///   - isClockwise: whether angles increase along the arc.
    public mutating func arc(to end: ScenePoint, radii: SceneSize, rotation: Double, isLarge: Bool, isClockwise: Bool) {
        guard let start = currentPoint, start != end else { return }
        var (rx, ry) = (abs(radii.width), abs(radii.height))
        guard rx > 0, ry > 0 else { return line(to: end) }
        let (sine, cosine) = (sin(rotation), cos(rotation))
        let half = (start - end) * 0.5
        let (x, y) = (cosine * half.x + sine * half.y, cosine * half.y - sine * half.x)
        let excess = (x * x) / (rx * rx) + (y * y) / (ry * ry)
        // what is between such an arc and its chord is less than rounding changes
        guard isLarge || excess > 1e-18 else { return line(to: end) }
        if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
        // the center in units of the radii, in the rotated frame around the middle of the chord
        let root = max(0, 1 / min(excess, 1) - 1).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let (ux, uy) = (root * y / ry, -root * x / rx)
        let middle = (start + end) * 0.5
        let center = ScenePoint(
            x: cosine * ux * rx - sine * uy * ry + middle.x, y: sine * ux * rx + cosine * uy * ry + middle.y)
        let first = atan2(y / ry - uy, x / rx - ux)
        var sweep = atan2(-y / ry - uy, -x / rx - ux) - first
        // the longer arc is half a turn at least, also where rounding begins and ends it at the same angle
        let least = isLarge ? 1.0 : 0
        if isClockwise, sweep <= least { sweep += 2 * Double.pi }
        if !isClockwise, sweep >= -least { sweep -= 2 * Double.pi }
        arc(center: center, radii: SceneSize(width: rx, height: ry), start: first, sweep: sweep, rotation: rotation)
        endCurve(at: end)
    }

    /// Adds an ellipse that fills a rectangle, clockwise from its rightmost point.
    public mutating func ellipse(in frame: SceneRectangle) {
        let radii = SceneSize(width: frame.width / 2, height: frame.height / 2)
        move(to: ScenePoint(x: frame.maxX, y: frame.center.y))
        arc(center: frame.center, radii: radii, start: 0, sweep: 2 * Double.pi)
        endCurve(at: ScenePoint(x: frame.maxX, y: frame.center.y))
        close()
    }
}
