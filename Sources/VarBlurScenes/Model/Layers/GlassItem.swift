/// A piece of glass.
public struct GlassItem: Sendable, Hashable {
    /// The name by which the piece is recognized in another state; empty for none.
    public var id = ""
    /// The shape.
    public var shape = SceneShape.capsule
    /// Where the piece is in the area of its layer.
    ///
    /// Without a width or a height, the piece is as large as its label, or fills the area if no layer of the label has a size of its own.
    public var placement = Placement()
    /// The color, with its opacity; `nil` for that of the layer.
    public var tint: SceneColor?
    /// Whether the piece is white or nearly black, as ``GlassContainer/adapted(to:execution:)`` chooses it, in place of ``tint``.
    public var hasAutomaticTint = false
    /// Layers on the piece, placed in its frame; in a transition, different labels of the same piece crossfade.
    public var label: [SceneLayer] = []

    /// Creates a capsule that fills the area of its layer.
    public init() {}

    /// Creates a piece.
    public init(_ id: String, shape: SceneShape, placement: Placement, label: [SceneLayer] = []) {
        (self.id, self.shape, self.placement, self.label) = (id, shape, placement, label)
    }
}

extension GlassItem: SceneObject {
    static let definition: String? = "glassItem"

    static let members: [SceneMember<GlassItem>] =
        [
            .member("id", \.id, "The identifier that matches the piece in both states of a transition."),
            .member("shape", \.shape, "The shape."),
            .adaptive(
                "tint", \.tint, or: \.hasAutomaticTint,
                "The tint, whose alpha is its opacity, or automatic; by default, that of the layer."),
            .member(
                "label", \.label,
                "Layers on the piece, placed in its frame. In a transition, different labels of the same piece crossfade."
            ),
        ]
        + Placement.members.map { $0.within(\.placement) }
}
