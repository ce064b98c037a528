/// Colors along a line or around a center of the area that is filled.
///
/// Between two stops, colors are mixed as in CSS: weighted by their opacity, in encoded sRGB. The area of a shape that keeps its aspect
/// ratio (a circle, a hexagon badge, a path) is the part of its frame that it is fitted into.
public struct ColorGradient: Sendable, Hashable {
    /// The geometry of a gradient.
    public enum Kind: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// From ``ColorGradient/start`` to ``ColorGradient/end``.
        case linear
        /// From ``ColorGradient/start`` outward, up to the distance of ``ColorGradient/end``.
        case radial
    }

    /// The geometry.
    public var kind = Kind.linear
    /// Where the first stop lies, as fractions of the area: (0, 0) is the top left corner, (1, 1) the bottom right one.
    public var start = SceneUnitPoint(x: 0.5, y: 0)
    /// Where the last stop lies, as fractions of the area.
    public var end = SceneUnitPoint(x: 0.5, y: 1)
    /// At least two colors.
    public var stops: [ColorStop] = [ColorStop(.black), ColorStop(.clear)]

    /// Creates a gradient from opaque black at the top to transparency at the bottom.
    public init() {}

    /// Creates a linear gradient.
    public init(_ stops: [ColorStop], from start: SceneUnitPoint, to end: SceneUnitPoint) {
        (self.stops, self.start, self.end) = (stops, start, end)
    }

    /// The positions of all stops from 0 to 1, which never fall; missing ones are spread evenly.
    var positions: [Double] {
        var known = stops.map(\.position)
        if let first = known.indices.first, known[first] == nil { known[first] = 0 }
        if let last = known.indices.last, known[last] == nil { known[last] = 1 }
        var positions: [Double] = []
        for (index, position) in known.enumerated() {
            let before = positions.last ?? 0
            if let position {
                positions.append(max(position, before))
            } else {
                let next = known[index...].firstIndex { $0 != nil } ?? index
                let target = max(known[next] ?? 1, before)
                positions.append(before + (target - before) / Double(next - index + 1))
            }
        }
        return positions
    }
}

extension ColorGradient {
    /// The colors of the stops, and some between them.
    var sampledColors: [SceneColor] {
        let count = 16
        return zip(stops, stops.dropFirst()).flatMap { first, last in
            (0...count).map { first.color.interpolated(to: last.color, Double($0) / Double(count)) }
        }
    }
}

extension ColorGradient: SceneObject {
    static let definition: String? = "gradient"

    static let members: [SceneMember<ColorGradient>] = [
        .member("gradient", \.kind, isRequired: true, "Whether the gradient is linear or radial."),
        .member(
            "start", \.start,
            "Where the first stop lies: an alignment such as topLeading, or [x, y] as fractions of the area. A circle, a hexagon badge, "
                + "or a path counts only the part of the area that it is fitted into."),
        .member("end", \.end, "Where the last stop lies."),
        .list(
            "stops", \.stops, minimumCount: 2, mistake: "a gradient needs at least two stops",
            "Colors from the start to the end, each with an optional position: \"white\", \"#0008 40%\"."),
    ]
}
