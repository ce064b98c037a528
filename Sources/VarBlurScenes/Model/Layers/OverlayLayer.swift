internal import VarBlur

/// A panel that rises from a side of the canvas to one of its notches.
public struct OverlayLayer: Sendable, Hashable {
    /// The side from which the panel rises.
    public var side = SceneSide.bottom
    /// The extents at which the panel comes to rest.
    public var notches: [OverlayNotch] = []
    /// The names of notches to ignore.
    public var disabled: [String] = []
    /// The name of the enabled notch at which the panel is; `nil` for the first enabled one, or for ``extent``.
    public var at: String?
    /// The extent of the panel, limited to the least and the greatest enabled notch; `nil` for that of a notch.
    public var extent: SceneLength?
    /// The notch from which the panel is moving to its own; `nil` if it rests.
    public var transition: OverlayTransition?
    /// The radius of the two corners away from the side, in pixels.
    public var cornerRadius = 16.0
    /// The color or gradient of the panel; `nil` for none.
    public var fill: Paint?
    /// The standard deviation of the blur behind the panel, in pixels.
    public var blur = 0.0
    /// Whether the panel is glass.
    public var isGlass = false
    /// The tint of a panel of glass; `nil` for that of the material.
    public var tint: SceneColor?
    /// Whether a panel of glass is white or nearly black, as ``GlassContainer/adapted(to:execution:)`` chooses it, in place of ``tint``.
    public var hasAutomaticTint = false
    /// Whether the panel has a handle.
    public var hasGrabber = true
    /// Layers on the panel.
    public var content: [SceneLayer] = []
    /// Layers in the area that the panel leaves free, which move with it.
    public var above: [SceneLayer] = []

    /// Creates a panel without notches.
    public init() {}
}

extension OverlayLayer: LayerContent {
    var layerContent: SceneLayer.Content { .overlay(self) }

    static var movingMember: String? { "at" }

    var children: [(path: String, layers: [SceneLayer])] { [("content", content), ("above", above)] }

    mutating func changeChildren(_ change: (inout [SceneLayer]) -> Void) {
        change(&content)
        change(&above)
    }

    mutating func direct(_ direction: SceneDirection) {
        if direction == .rightToLeft { side = side.mirrored }
    }

    static let members: [SceneMember<OverlayLayer>] = [
        .member("side", \.side, "The side from which the panel rises."),
        .list(
            "notches", \.notches, minimumCount: 1, mistake: "an overlay needs at least one notch",
            "The heights at which the panel comes to rest.", check: repeated),
        .member("disabled", \.disabled, "The names of notches to ignore."),
        .member(
            "at", \.at, "The name of the enabled notch at which the panel rests; by default, the first enabled one."
        ).moving(),
        .member(
            "extent", \.extent,
            "The extent of the panel, instead of a notch; limited to the range of the enabled notches."),
        .member("transition", \.transition, "The state in which the transition begins."),
        .pixels(
            "cornerRadius", \.cornerRadius, 0...10_000, "The radius of the two corners away from the side, in pixels."),
        .member("fill", \.fill, "The color or gradient of the panel."),
        .pixels("blur", \.blur, 0...500, "The standard deviation of the blur behind the panel, in pixels."),
        .member("glass", \.isGlass, "Whether the panel is glass."),
        .adaptive(
            "tint", \.tint, or: \.hasAutomaticTint, "The tint of a panel of glass, or automatic, as for a glass layer."),
        .member("grabber", \.hasGrabber, "Whether the panel has a handle."),
        .member("content", \.content, "Layers on the panel."),
        .member("above", \.above, "Layers in the area that the panel leaves free, which move with it."),
    ]

    var memberMistakes: [(member: String, message: String)] {
        let hasUnusedTint = (tint != nil || hasAutomaticTint) && !isGlass
        return (hasUnusedTint ? [("tint", "only glass has a tint; set 'glass' to true, or a 'fill'")] : [])
            + notchMistakes
    }

    private var notchMistakes: [(member: String, message: String)] {
        // notches with mistakes of their own are not there
        guard !notches.isEmpty else { return [] }
        let names = notches.map(\.name)
        let unknown = disabled.filter { !names.contains($0) }.map {
            ("disabled", "there is no notch '\(SceneText.quoted($0))' to disable; \(Self.listed(names))")
        }
        if extent != nil { return unknown }
        let enabled = names.filter { !disabled.contains($0) }
        guard !enabled.isEmpty else {
            return unknown + [("disabled", "all notches are disabled; enable one of them, or set 'extent'")]
        }
        func mistake(_ name: String?) -> String? {
            guard let name, !enabled.contains(name) else { return nil }
            let cause = names.contains(name) ? "the notch '%' is disabled" : "there is no notch '%'"
            return cause.replacing("%", with: SceneText.quoted(name)) + "; \(Self.listed(enabled))"
        }
        let places = [("at", at), ("transition.at", transition?.at)]
        return unknown + places.compactMap { member, name in mistake(name).map { (member, $0) } }
    }

    private static func listed(_ names: [String]) -> String {
        let quoted = names.prefix(8).map { "'\(SceneText.quoted($0))'" } + (names.count > 8 ? ["others"] : [])
        return "the panel can be at \(quoted.list("or"))"
    }

    private static func repeated(_ notches: [OverlayNotch]) -> String? {
        var seen: Set<String> = []
        return notches.first { !seen.insert($0.name).inserted }.map {
            "two notches have the name '\(SceneText.quoted($0.name))'"
        }
    }
}

/// The notch from which the panel of an overlay is moving.
public struct OverlayTransition: Sendable, Hashable {
    /// The name of the enabled notch at a progress of 0; `nil` for the first enabled one.
    public var at: String?
    /// The progress, usually 0 to 1; a spring may go beyond, but the panel stays in the range of the enabled notches.
    public var progress = 0.0

    /// Creates the start of a transition from the first enabled notch.
    public init() {}
}

extension OverlayTransition: SceneObject {
    static let definition: String? = "overlayTransition"

    static let members: [SceneMember<OverlayTransition>] = [
        .member(
            "at", \.at, "The name of the enabled notch at a progress of 0; by default, the first enabled one."),
        .number("progress", \.progress, -1...2, "The progress of the transition: 0 is the start, and 1 the end."),
    ]
}

/// An extent at which an overlay comes to rest.
public struct OverlayNotch: Sendable, Hashable {
    /// The name.
    public var name = ""
    /// The extent from the side, in pixels or percent of the canvas.
    public var extent = SceneLength.pixels(0)

    /// Creates a notch without a name at an extent of 0.
    public init() {}

    /// Creates a notch.
    public init(_ name: String, _ extent: SceneLength) { (self.name, self.extent) = (name, extent) }
}

extension OverlayNotch: SceneObject {
    static let definition: String? = "notch"

    static let members: [SceneMember<OverlayNotch>] = [
        .member("name", \.name, isRequired: true, "The name."),
        .member(
            "extent", \.extent, isRequired: true,
            "The extent from the side: a number of pixels (absolute), or a percentage of the canvas (fractional).",
            check: SceneLength.negative),
    ]
}

/// A side of the canvas.
public enum SceneSide: String, CaseIterable, Sendable, Hashable, SceneChoice {
    /// The upper side.
    case top
    /// The left side, or the right one from right to left.
    case leading
    /// The lower side.
    case bottom
    /// The right side, or the left one from right to left.
    case trailing
}
