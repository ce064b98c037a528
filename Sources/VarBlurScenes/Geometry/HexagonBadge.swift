/// The parameters of a badge: a hexagon with slightly rounded corners, or another outline of lines and quadratic curves.
///
/// All points are fractions of the badge's width and height. The badge fills the largest square in the middle of its frame, and is then
/// made narrower.
public struct HexagonBadge: Codable, Sendable, Hashable {
    /// A straight line and the quadratic Bézier curve that follows it.
    public struct Segment: Codable, Sendable, Hashable {
        /// The end of the line.
        public var line: ScenePoint
        /// The end of the curve.
        public var curve: ScenePoint
        /// The control point of the curve.
        public var control: ScenePoint

        /// Creates a segment from fractions of the width and the height.
        public init(line: ScenePoint, curve: ScenePoint, control: ScenePoint) {
            (self.line, self.curve, self.control) = (line, curve, control)
        }
    }

    /// The first point of the outline.
    public var start: ScenePoint
    /// The segments in order; the outline is closed after the last one.
    public var segments: [Segment]
    /// The width of the badge as a fraction of its height.
    public var widthScale: Double

    /// Creates a badge.
    ///
    /// - Parameters:
    ///   - start: the first point of the outline.
    ///   - segments: the segments in order.
    ///   - widthScale: the width of the badge as a fraction of its height, above 0.
    public init(start: ScenePoint, segments: [Segment], widthScale: Double = 1) {
        (self.start, self.segments, self.widthScale) = (start, segments, widthScale)
    }

    /// A regular hexagon with a corner at the top.
    public static let standard = HexagonBadge(
        start: ScenePoint(x: 0.95, y: 0.285),
        segments: [
            segment((0.60, 0.05), (0.40, 0.05), control: (0.50, 0.00)),
            segment((0.05, 0.285), (0.00, 0.385), control: (0.00, 0.335)),
            segment((0.00, 0.615), (0.05, 0.715), control: (0.00, 0.665)),
            segment((0.40, 0.95), (0.60, 0.95), control: (0.50, 1.00)),
            segment((0.95, 0.715), (1.00, 0.615), control: (1.00, 0.665)),
            segment((1.00, 0.385), (0.95, 0.285), control: (1.00, 0.335)),
        ],
        widthScale: 0.832)

    private static func segment(
        _ line: (Double, Double), _ curve: (Double, Double), control: (Double, Double)
    ) -> Segment {
        Segment(
            line: ScenePoint(x: line.0, y: line.1), curve: ScenePoint(x: curve.0, y: curve.1),
            control: ScenePoint(x: control.0, y: control.1))
    }

    /// Returns the outline in a frame.
    public func path(in frame: SceneRectangle) -> ScenePath {
        let square = frame.centered(aspectRatio: 1)
        let badge = SceneRectangle(
            center: frame.center, size: SceneSize(width: square.width * widthScale, height: square.height))
        var path = ScenePath()
        path.move(to: badge.point(atFractions: start))
        for segment in segments {
            path.line(to: badge.point(atFractions: segment.line))
            path.quad(
                to: badge.point(atFractions: segment.curve), control: badge.point(atFractions: segment.control))
        }
        path.close()
        return path
    }
}
