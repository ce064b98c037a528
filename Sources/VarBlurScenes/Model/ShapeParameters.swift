/// The members of a rectangle.
struct RectangleParameters {
    var cornerRadius = 0.0
    var style = CornerStyle.continuous
}

extension RectangleParameters: SceneObject {
    static let members: [SceneMember<RectangleParameters>] = [
        .number(
            "cornerRadius", \.cornerRadius, 0...100_000,
            "The radius of the corners in pixels; limited to half of the shorter side."),
        .member("style", \.style, "Circular arcs, or corners whose curvature changes continuously."),
    ]
}

/// The members of a polygon.
struct PolygonParameters {
    var points: [ScenePoint] = []
}

extension PolygonParameters: SceneObject {
    static let members: [SceneMember<PolygonParameters>] = [
        .list(
            "points", \.points, minimumCount: 3, mistake: "a polygon needs at least three points",
            "The corners as [x, y] as fractions of the frame, at least three.")
    ]
}

/// The members of an outline.
struct PathParameters {
    var data = ""
    var viewBox: [Double] = []
}

extension PathParameters: SceneObject {
    static let members: [SceneMember<PathParameters>] = [
        .member(
            "data", \.data, isRequired: true,
            "The outline in the notation of SVG paths; its view box is scaled to fit the frame, in the middle of it."),
        .member(
            "viewBox", \.viewBox,
            "The part of the outline's plane that is fitted into the frame: [x, y, width, height]; without it, the bounds of the outline."
        ) {
            $0.isEmpty || $0.count == 4 && $0[2] > 0 && $0[3] > 0
                ? nil : "four numbers are expected: x, y, and a positive width and height"
        },
    ]
}

/// A shape without members.
struct NoParameters: SceneObject {
    static let members: [SceneMember<NoParameters>] = []
}

extension HexagonBadge: SceneObject {
    init() { self = .standard }

    static let members: [SceneMember<HexagonBadge>] = [
        .member("start", \.start, "Where the outline begins: [x, y] as fractions of a square."),
        .member("segments", \.segments, "The sides, each a line and a curve to the next side."),
        .number(
            "widthScale", \.widthScale, 0.01...1,
            "The width as a fraction of the square, in which the badge is centered."),
    ]
}

extension HexagonBadge.Segment: SceneObject {
    static let definition: String? = "segment"

    init() { self.init(line: .zero, curve: .zero, control: .zero) }

    static let members: [SceneMember<HexagonBadge.Segment>] = [
        .member("line", \.line, isRequired: true, "The end of the line."),
        .member("curve", \.curve, isRequired: true, "The end of the quadratic curve after the line."),
        .member("control", \.control, isRequired: true, "The control point of the curve."),
    ]
}
