/// A shape with a fill, a stroke, and a shadow.
public struct ShapeLayer: Sendable, Hashable {
    /// The shape.
    public var shape: SceneShape = .rectangle
    /// The fill; `nil` for none.
    public var fill: Paint?
    /// Whether the fill is black or white in place of ``fill``: whichever has more contrast with what is behind the shape.
    ///
    /// The 5 % of pixels behind the shape with the least contrast do not count.
    public var hasAutomaticFill = false
    /// The stroke; `nil` for none.
    public var stroke: Paint?
    /// Whether the stroke is black or white in place of ``stroke``, as with ``hasAutomaticFill``.
    public var hasAutomaticStroke = false
    /// The width of the stroke in pixels, half of which lies on each side of the outline.
    public var strokeWidth = 1.0
    /// The corners, the ends, and the dashes of the stroke.
    public var strokeStyle = SceneStroke()
    /// The shadow of the fill and the stroke, as opaque as they are; `nil` for none.
    public var shadow: SceneShadow?

    /// Creates a layer that draws nothing: a rectangle without fill and stroke.
    public init() {}

    /// Creates a filled shape.
    public init(_ shape: SceneShape, fill: Paint) { (self.shape, self.fill) = (shape, fill) }
}

extension ShapeLayer: ShadowedContent {
    var layerContent: SceneLayer.Content { .shape(self) }

    var outline: SceneShape? { shape }

    static let members: [SceneMember<ShapeLayer>] = [
        .member("shape", \.shape, isRequired: true, "The shape, which fills the area."),
        .adaptive(
            "fill", \.fill, or: \.hasAutomaticFill,
            "The color or gradient inside; automatic is black or white, whichever has more contrast with what is behind the shape."
        ),
        .adaptive(
            "stroke", \.stroke, or: \.hasAutomaticStroke, "The color or gradient of the outline, or automatic."),
        .pixels(
            "strokeWidth", \.strokeWidth, 0...10_000,
            "The width of the stroke in pixels, half of it on each side of the outline."),
        .member(
            "strokeJoin", \.strokeStyle.join,
            "The corners of the stroke; a miter is cut off like a bevel where it would be longer than four widths."),
        .member("strokeCap", \.strokeStyle.cap, "The ends of open lines and of dashes."),
        .pixelLists(
            "strokeDash", \.strokeStyle.dash, SceneStroke.dashRange,
            "The lengths of dashes and gaps in turn, in pixels; by default, the stroke is solid.",
            check: SceneStroke.mistake),
        .pixels(
            "strokeDashOffset", \.strokeStyle.dashOffset, -100_000...100_000,
            "How far into the dashes the outline begins, in pixels."),
        .member("shadow", \.shadow, "A soft shadow of the fill and the stroke, as opaque as they are."),
    ]
}
