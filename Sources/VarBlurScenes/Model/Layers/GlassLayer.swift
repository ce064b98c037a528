/// Pieces of glass over everything below, which melt into one another where they are close.
public struct GlassLayer: Sendable, Hashable {
    /// The look of the glass.
    public typealias Style = GlassStyle

    /// The pieces.
    public var items: [GlassItem] = []
    /// The axis along which the pieces follow one another; `nil` if each is placed in the area by itself.
    ///
    /// With an axis, the layer is as large as its pieces.
    public var axis: StackLayer.Axis?
    /// The distance between pieces along the axis.
    public var itemSpacing = SceneLength.pixels(8)
    /// The alignment of the pieces perpendicular to the axis, and of all of them in a larger layer.
    public var contentAlignment = SceneAlignment.center
    /// The distance in pixels below which shapes melt.
    public var spacing = 24.0
    /// The look.
    public var style = Style.regular
    /// The standard deviation of the blur behind the glass in pixels; `nil` for that of the style.
    public var blur: Double?
    /// The strength of refraction at the rim: 1 is that of glass.
    public var refraction = 1.0
    /// How much more blue is refracted than red, as a fraction.
    public var dispersion = 0.06
    /// The opacity of the lit rim: 1 is the usual one.
    public var rim = 1.0
    /// The opacity of the shadow: 1 is the usual one.
    public var shadow = 1.0
    /// The saturation behind the glass; `nil` for that of the style.
    public var saturation: Double?
    /// The color of all pieces without one of their own; `nil` for that of the style.
    public var tint: SceneColor?
    /// Whether pieces without a tint of their own are white or nearly black, as ``GlassContainer/adapted(to:execution:)`` chooses it.
    public var hasAutomaticTint = false
    /// The state from which the pieces are moving; `nil` if they rest.
    public var transition: GlassTransition?

    /// Whether pieces side by side follow one another from right to left.
    var isRightToLeft = false

    /// Creates a layer without pieces.
    public init() {}

    /// Creates a layer.
    public init(_ items: [GlassItem], spacing: Double = 24) { (self.items, self.spacing) = (items, spacing) }
}

extension GlassLayer: LayerContent {
    var layerContent: SceneLayer.Content { .glass(self) }

    var isEmpty: Bool { items.isEmpty }

    static var movingMember: String? { "items" }

    var children: [(path: String, layers: [SceneLayer])] {
        func labels(_ items: [GlassItem], _ path: String) -> [(path: String, layers: [SceneLayer])] {
            items.enumerated().map { ("\(path)[\($0)].label", $1.label) }
        }
        return labels(items, "items") + labels(transition?.items ?? [], "transition.items")
    }

    mutating func changeChildren(_ change: (inout [SceneLayer]) -> Void) {
        changeItems { change(&$0.label) }
    }

    mutating func direct(_ direction: SceneDirection) {
        isRightToLeft = direction == .rightToLeft
        guard isRightToLeft else { return }
        changeItems { $0.placement.mirror() }
        contentAlignment = contentAlignment.mirrored
    }

    // the pieces of both states may differ
    mutating func markFading(from first: GlassLayer, to last: GlassLayer) {}

    private mutating func changeItems(_ change: (inout GlassItem) -> Void) {
        for index in items.indices { change(&items[index]) }
        guard var former = transition?.items else { return }
        for index in former.indices { change(&former[index]) }
        transition?.items = former
    }

    static let members: [SceneMember<GlassLayer>] = [
        .member("items", \.items, isRequired: true, "The pieces of glass.") { items in
            items.count > maximumItemCount
                ? "there are more than \(maximumItemCount) pieces of glass" : duplicate(items)
        },
        .repetition(of: "items"),
        .member(
            "axis", \.axis,
            "Whether the pieces are side by side, below one another, or overlapping, in a layer that is as large as they are; by "
                + "default, each is placed in the area."),
        .member(
            "itemSpacing", \.itemSpacing, "The distance between pieces along the axis.", check: SceneLength.negative),
        .member(
            "contentAlignment", \.contentAlignment,
            "The alignment of the pieces perpendicular to the axis, and of all pieces in a larger layer."),
        .pixels("spacing", \.spacing, 0...1000, "The distance in pixels below which shapes begin to blend."),
        .member("style", \.style, "Frosted, or almost transparent."),
        .number(
            "blur", \.blur, 0...100,
            "The standard deviation of the blur behind the glass, in pixels; the default depends on the style."),
        .number(
            "refraction", \.refraction, 0...4, "The strength of the refraction near the rim; 1 is that of real glass."),
        .number("dispersion", \.dispersion, 0...1, "How much more blue is refracted than red."),
        .number("rim", \.rim, 0...1, "The strength of the lit rim."),
        .number("shadow", \.shadow, 0...1, "The strength of the shadow."),
        .number(
            "saturation", \.saturation, 0...4,
            "The saturation behind the glass; the default depends on the style. Gray is the luma of Rec. 709."),
        .adaptive(
            "tint", \.tint, or: \.hasAutomaticTint,
            "The tint of pieces that do not specify one; automatic is white over bright and nearly black over dark parts of the picture. The "
                + "default depends on the style."),
        .member("transition", \.transition, "The state in which the transition begins."),
    ]

    var memberMistakes: [(member: String, message: String)] {
        let lists = [("items", items), ("transition.items", transition?.items ?? [])]
        return lists.flatMap { name, items in
            (axis?.mistakes(in: items.map(\.placement)) ?? []).map { ("\(name)[\($0)].alignment", $1) }
        }
    }

    private static let maximumItemCount = 64

    private static func duplicate(_ items: [GlassItem]) -> String? {
        var seen: Set<String> = []
        let twice = items.first { !$0.id.isEmpty && !seen.insert($0.id).inserted }
        return twice.map { "two pieces of glass have the id '\(SceneText.quoted($0.id))'" }
    }
}

extension GlassStyle: SceneChoice {}

/// The state from which the pieces of a glass layer are moving.
public struct GlassTransition: Sendable, Hashable {
    /// The pieces at a progress of 0.
    public var items: [GlassItem] = []
    /// The progress, usually 0 to 1; a spring may go beyond.
    public var progress = 0.0

    /// Creates the start of a transition from no pieces.
    public init() {}

    /// Creates a transition.
    public init(from items: [GlassItem], progress: Double) { (self.items, self.progress) = (items, progress) }
}

extension GlassTransition: SceneObject {
    static let definition: String? = "glassTransition"

    static let members: [SceneMember<GlassTransition>] = [
        .member("items", \.items, isRequired: true, "The pieces at a progress of 0."),
        .number("progress", \.progress, -1...2, "The progress of the transition: 0 is the start, and 1 the end."),
    ]
}
