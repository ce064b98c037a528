/// Layers beside, below, or above one another.
public struct StackLayer: Sendable, Hashable {
    /// The axis along which layers follow one another.
    public enum Axis: String, CaseIterable, Sendable, Hashable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
        /// From back to front.
        case depth
    }

    /// A baseline of a text.
    public enum Baseline: String, CaseIterable, Sendable, Hashable {
        /// That of the first line.
        case first
        /// That of the last line.
        case last
    }

    /// The layers, in their order.
    public var layers: [SceneLayer] = []
    /// The axis.
    public var axis = Axis.vertical
    /// The distance between layers.
    public var spacing = SceneLength.pixels(8)
    /// The alignment of the layers to one another, across the axis.
    public var contentAlignment = SceneAlignment.center
    /// Which baselines of the texts in a horizontal stack lie on one line; `nil` to align the layers by ``contentAlignment``.
    ///
    /// Layers without a text stand on that line.
    public var baseline: Baseline?
    /// The shadow of the layers as a whole, as opaque as they are; `nil` for none.
    public var shadow: SceneShadow?

    /// Creates an empty vertical stack.
    public init() {}

    /// Creates a stack.
    public init(_ axis: Axis, spacing: SceneLength = 8, _ layers: [SceneLayer]) {
        (self.axis, self.spacing, self.layers) = (axis, spacing, layers)
    }
}

extension StackLayer.Axis: SceneChoice {}
extension StackLayer.Baseline: SceneChoice {}

extension StackLayer: SceneObject {
    static let members: [SceneMember<StackLayer>] = [
        .member("layers", \.layers, isRequired: true, "The layers, in order."),
        .repetition(of: "layers"),
        .member("axis", \.axis, "Whether the layers are side by side, below one another, or overlapping."),
        .member("spacing", \.spacing, "The distance between layers.", check: SceneLength.negative),
        .member(
            "contentAlignment", \.contentAlignment, "The alignment of the layers perpendicular to the axis."),
        .member(
            "baseline", \.baseline,
            "Which baselines of the texts in a horizontal stack lie on one line: those of their first or of their last lines. Layers "
                + "without a text stand on that line. By default, `contentAlignment` applies."),
        .member("shadow", \.shadow, "A soft shadow of the layers as a whole, as opaque as they are."),
    ]

    var memberMistakes: [(member: String, message: String)] {
        let baselines: [(member: String, message: String)] =
            baseline == nil || axis == .horizontal
            ? [] : [("baseline", "only a stack with a horizontal axis aligns the baselines of its layers")]
        return baselines + axis.mistakes(in: layers.map(\.placement)).map { ("layers[\($0)].alignment", $1) }
    }
}
