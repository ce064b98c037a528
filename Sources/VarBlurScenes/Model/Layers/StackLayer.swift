/// Layers beside, below, or above one another.
public struct StackLayer: Sendable, Hashable {
    /// The axis along which layers follow one another.
    public enum Axis: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// Side by side, in the direction of the stack.
        case horizontal
        /// From top to bottom.
        case vertical
        /// From back to front.
        case depth
    }

    /// A baseline of a text.
    public enum Baseline: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// That of the first line.
        case first
        /// That of the last line.
        case last
    }

    /// What happens to layers that do not fit into the area or the lines of a stack.
    public enum Overflow: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// They reach beyond the area.
        case visible
        /// The scene has an error.
        case error
        /// Layers that tell how many are left out take their place: ``StackLayer/more``.
        case ellipsis
    }

    /// The layers, in their order.
    public var layers: [SceneLayer] = []
    /// The axis.
    public var axis = Axis.vertical
    /// The distance between layers: in a grid, between its columns.
    public var spacing = SceneLength.pixels(8)
    /// Whether layers of a horizontal stack that do not fit into its width continue in further lines.
    public var wraps = false
    /// The number of columns of a grid, 1 to 1,000, whose rows the layers fill one after the other; `nil` for none.
    ///
    /// All columns have the same width. A grid is as wide as its area, and layers without a height share what other rows leave.
    public var columns: Int?
    /// The least width of a column of a grid, which has as many columns as fit; `nil` for ``columns``.
    public var minColumnWidth: SceneLength?
    /// The distance between lines of a stack that wraps, or between the rows of a grid; `nil` for ``spacing``.
    public var lineSpacing: SceneLength?
    /// The maximum number of lines or rows, 0 to 1,000; 0 for any number.
    public var lines = 0
    /// What happens to layers that do not fit; `nil` for ``Overflow/error`` of lines and grids, and ``Overflow/visible`` of other stacks.
    public var overflow: Overflow?
    /// Layers that follow in place of those that do not fit; empty for a copy of the first of these, whose text is "+3".
    ///
    /// In their texts, `{count}` stands for the number of layers or groups that are left out.
    public var more: [SceneLayer] = []
    /// How many layers in a row are a group, which is left out as a whole and counts as one, 1 to 1,000.
    public var groupSize = 1
    /// The alignment of the layers to one another, across the axis.
    public var contentAlignment = SceneAlignment.center
    /// Which baselines of the texts in a horizontal stack lie on one line; `nil` to align the layers by ``contentAlignment``.
    ///
    /// Layers without a text stand on that line.
    public var baseline: Baseline?
    /// The direction of the layers and of rows; `nil` for that of the area.
    public var direction: SceneDirection?
    /// The shadow of the layers as a whole, as opaque as they are; `nil` for none.
    public var shadow: SceneShadow?

    /// Creates an empty vertical stack.
    public init() {}

    /// Creates a stack.
    public init(_ axis: Axis, spacing: SceneLength = 8, _ layers: [SceneLayer]) {
        (self.axis, self.spacing, self.layers) = (axis, spacing, layers)
    }
}

extension StackLayer: ShadowedContent {
    var layerContent: SceneLayer.Content { .stack(self) }

    var isEmpty: Bool { layers.allSatisfy(\.isAbsent) }

    var readingDirection: SceneDirection? { direction }

    var children: [(path: String, layers: [SceneLayer])] { [("layers", layers), ("more", more)] }

    mutating func changeChildren(_ change: (inout [SceneLayer]) -> Void) {
        change(&layers)
        change(&more)
    }

    mutating func direct(_ direction: SceneDirection) {
        self.direction = direction
        if direction == .rightToLeft { contentAlignment = contentAlignment.mirrored }
    }

    static let members: [SceneMember<StackLayer>] = [
        .member("layers", \.layers, isRequired: true, "The layers, in order."),
        .repetition(of: "layers"),
        .member("axis", \.axis, "Whether the layers are side by side, below one another, or overlapping."),
        .member(
            "spacing", \.spacing, "The distance between layers; in a grid, between its columns.",
            check: SceneLength.negative),
        .member(
            "wrap", \.wraps,
            "Whether layers of a horizontal stack that do not fit into its width continue in further lines, each of which "
                + "`contentAlignment` aligns."),
        .number(
            "columns", \.columns, 1...1000,
            "The number of columns of a grid, whose rows the layers fill one after the other. All have the same width. A grid is as wide as "
                + "its area, and layers without a height share what other rows leave."),
        .member(
            "minColumnWidth", \.minColumnWidth,
            "The least width of the columns of a grid with as many columns as fit, instead of their number.",
            check: SceneLength.notPositive),
        .member(
            "lineSpacing", \.lineSpacing,
            "The distance between lines of a stack that wraps, or between the rows of a grid; by default, `spacing`."
        ) { $0.flatMap(SceneLength.negative) },
        .number("lines", \.lines, 0...1000, "The maximum number of lines or rows; 0 for any number."),
        .member(
            "overflow", \.overflow,
            "Whether layers that do not fit into the area or the lines reach beyond it, are an error, or are replaced by `more`. By "
                + "default, they are an error in lines and grids, and visible in other stacks."),
        .member(
            "more", \.more,
            "Layers in place of those that do not fit, with the overflow ellipsis. In their texts, `{count}` stands for the number of "
                + "layers or groups that are left out. By default, a copy of the first of these, whose text is `+{count}`; without a text, it is an error."
        ),
        .number(
            Repetition.groupSize, \.groupSize, 1...1000,
            "How many layers in a row are a group, which an ellipsis leaves out as a whole and counts as one; with `repeat`, by default the "
                + "layers of a copy."),
        .member(
            "contentAlignment", \.contentAlignment,
            "The alignment of the layers perpendicular to the axis, and of the lines of a stack that wraps."),
        .member(
            "baseline", \.baseline,
            "Which baselines of the texts in a horizontal stack lie on one line: those of their first or of their last lines. Layers "
                + "without a text stand on that line. By default, `contentAlignment` applies."),
        .member(
            "direction", \.direction,
            "The direction of the layers and of rows: with `rtl`, rows begin at the right. By default, that of the area."
        ),
        .member("shadow", \.shadow, "A soft shadow of the layers as a whole, as opaque as they are."),
    ]

    var memberMistakes: [(member: String, message: String)] {
        let (hasLines, overlaps) = (wraps || isGrid, axis == .depth)
        let needsLines = "only a stack that wraps and a grid have lines; write \"wrap\": true, or a number of 'columns'"
        let mistakes: [(member: String, isMistake: Bool, message: String)] = [
            (
                "baseline", baseline != nil && (axis != .horizontal || isGrid),
                "only a stack with a horizontal axis aligns the baselines of its layers"
            ),
            (
                "wrap", wraps && axis != .horizontal && !isGrid,
                "only a horizontal stack wraps; write \"axis\": \"horizontal\""
            ),
            ("axis", isGrid && overlaps, "layers with a depth axis overlap, and have no columns"),
            (
                "minColumnWidth", columns != nil && minColumnWidth != nil,
                "'columns' is their number; leave out one of both"
            ),
            ("lineSpacing", lineSpacing != nil && !hasLines, needsLines),
            ("lines", lines != 0 && !hasLines, needsLines),
            ("overflow", usedOverflow != .visible && overlaps, "layers with a depth axis overlap; none is left out"),
            ("more", !more.isEmpty && overflow != .ellipsis, "it takes effect with \"overflow\": \"ellipsis\""),
        ]
        let alignments = isGrid ? [] : axis.mistakes(in: layers.map(\.placement))
        return mistakes.filter(\.isMistake).map { ($0.member, $0.message) }
            + alignments.map { ("layers[\($0)].alignment", $1) }
    }

    /// Whether the layers are in rows and columns.
    var isGrid: Bool { columns != nil || minColumnWidth != nil }
}
