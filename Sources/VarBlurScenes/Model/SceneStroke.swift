/// How a stroke follows an outline: its corners, its ends, and its dashes.
public struct SceneStroke: Sendable, Hashable {
    /// The outer side of a corner.
    public enum Join: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// Both edges continue until they meet; a corner below 29°, which would become long, is cut off as with ``bevel``.
        case miter
        /// A circular arc.
        case round
        /// A straight line.
        case bevel
    }

    /// The ends of a line and of its dashes.
    public enum Cap: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// A straight edge at the last point.
        case butt
        /// A half circle around the last point.
        case round
        /// A straight edge, half of the width beyond the last point.
        case square
    }

    /// The corners.
    public var join = Join.miter
    /// The ends.
    public var cap = Cap.butt
    /// The lengths of dashes and of the gaps between them in turn, in pixels: 0 to 10000, and not all of them 0.
    ///
    /// The list is repeated; that of an odd number of lengths begins its second run with a gap. An empty list is a solid line.
    public var dash: [Double] = []
    /// How far into the dashes the outline begins, in pixels.
    public var dashOffset = 0.0

    /// Creates the style of a solid line with miter joins and butt caps.
    public init() {}

    /// Creates a style.
    public init(join: Join = .miter, cap: Cap = .butt, dash: [Double] = [], dashOffset: Double = 0) {
        (self.join, self.cap, self.dash, self.dashOffset) = (join, cap, dash, dashOffset)
    }

    /// The greatest length of a miter, in widths of the stroke; the default of SVG.
    static let miterLimit = 4.0

    /// The permitted lengths of dashes and gaps, in pixels.
    static let dashRange = 0.0...10_000.0

    /// What is wrong with the lengths of dashes; `nil` if nothing is.
    static func mistake(in dash: [Double]) -> String? {
        if let length = dash.first(where: { !dashRange.contains($0) }) {
            return "the length \(SceneText.number(length)) of a dash or gap has to be 0 to 10000"
        }
        return dash.isEmpty || dash.contains { $0 > 0 } ? nil : "at least one dash or gap has to be longer than 0"
    }

    /// How far a stroke reaches beyond its outline, at most, in widths of the stroke.
    var reach: Double {
        max(join == .miter ? Self.miterLimit / 2 : 0.5, cap == .square ? 0.5 * 2.0.squareRoot() : 0.5)
    }
}
