/// The shapes between two shapes.
///
/// Rectangles with the same kind of corners change their radius. Between other shapes, points that are equally spaced along both outlines
/// move along straight lines.
struct ShapeChange {
    private let first: SceneShape
    private let last: SceneShape
    private let firstFrame: SceneRectangle
    private let lastFrame: SceneRectangle

    /// The number of points of an outline between two shapes.
    private static let pointCount = 240

    init(from first: SceneShape, in firstFrame: SceneRectangle, to last: SceneShape, in lastFrame: SceneRectangle) {
        (self.first, self.firstFrame, self.last, self.lastFrame) = (first, firstFrame, last, lastFrame)
    }

    /// The shape at a progress, for a frame between the two frames.
    func shape(at progress: Double, in frame: SceneRectangle) -> SceneShape {
        if progress == 0 { return first }
        if progress == 1 || first == last { return last }
        if let from = first.roundedRectangle(in: firstFrame), let to = last.roundedRectangle(in: lastFrame),
            from.frame.size == firstFrame.size, to.frame.size == lastFrame.size, let style = Self.commonStyle(from, to)
        {
            let radius = from.radius + (to.radius - from.radius) * progress
            return .rectangle(cornerRadius: max(0, radius), style: style)
        }
        let (start, end) = (Self.points(of: first, in: firstFrame), Self.points(of: last, in: lastFrame))
        guard let start, let end else { return progress < 0.5 ? first : last }
        return .polygon(points: zip(start, end).map { $0.interpolated(to: $1, progress) })
    }

    /// The style of both corners; corners without a radius have any style.
    private static func commonStyle(
        _ a: SceneShape.RoundedRectangle, _ b: SceneShape.RoundedRectangle
    ) -> CornerStyle? {
        if a.radius == 0 { return b.style }
        return b.radius == 0 || a.style == b.style ? a.style : nil
    }

    /// Points in fractions of the frame, clockwise from the top, at equal distances along the longest contour.
    private static func points(of shape: SceneShape, in frame: SceneRectangle) -> [ScenePoint]? {
        let contours = shape.path(in: frame).flattened(tolerance: 0.05)
        guard let longest = contours.max(by: { $0.closedLength < $1.closedLength }) else { return nil }
        var points = longest.area < 0 ? longest.points.reversed() : longest.points
        let center = frame.center
        // the point where the outline passes above the center
        let top = points.indices.min {
            abs(points[$0].x - center.x) + (points[$0].y > center.y ? 1e9 : 0)
                < abs(points[$1].x - center.x) + (points[$1].y > center.y ? 1e9 : 0)
        }
        points = Array(points[(top ?? 0)...] + points[..<(top ?? 0)])
        return spaced(points).map {
            ScenePoint(x: ($0.x - frame.x) / frame.width, y: ($0.y - frame.y) / frame.height)
        }
    }

    private static func spaced(_ points: [ScenePoint]) -> [ScenePoint] {
        let step = ScenePath.Contour(points: points, isClosed: true).closedLength / Double(pointCount)
        var (result, walked, next): ([ScenePoint], Double, Double) = ([], 0, 0)
        for index in points.indices {
            let (a, b) = (points[index], points[(index + 1) % points.count])
            let length = a.distance(to: b)
            while next < walked + length, result.count < pointCount {
                result.append(a.interpolated(to: b, (next - walked) / length))
                next += step
            }
            walked += length
        }
        return result + Array(repeating: points[0], count: pointCount - result.count)
    }
}
