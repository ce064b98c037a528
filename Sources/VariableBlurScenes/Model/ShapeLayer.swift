/// A shape with a fill, a stroke, and a shadow.
public struct ShapeLayer: Sendable, Hashable {
    /// The shape.
    public var shape: Shape = .rectangle
    /// The fill; `nil` for none.
    public var fill: Paint?
    /// The stroke; `nil` for none.
    public var stroke: Paint?
    /// The width of the stroke in pixels, half of which lies on each side of the outline.
    public var strokeWidth = 1.0
    /// The shadow; `nil` for none.
    public var shadow: SceneShadow?

    /// Creates a layer that draws nothing: a rectangle without fill and stroke.
    public init() {}

    /// Creates a filled shape.
    public init(_ shape: Shape, fill: Paint) { (self.shape, self.fill) = (shape, fill) }
}

extension ShapeLayer: SceneObject {
    static let members: [SceneMember<ShapeLayer>] = [
        .member("shape", \.shape, isRequired: true, "The shape, which fills the area."),
        .member("fill", \.fill, "The color or gradient inside."),
        .member("stroke", \.stroke, "The color or gradient of the outline."),
        .number(
            "strokeWidth", \.strokeWidth, 0...10_000,
            "The width of the stroke in pixels, half of it on each side of the outline."),
        .member("shadow", \.shadow, "A soft shadow."),
    ]
}
