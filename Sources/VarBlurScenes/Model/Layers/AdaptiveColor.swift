internal import VarBlurJSON

/// The color of a text or the tint of glass as documents name it: a color, or `automatic`.
struct AdaptiveColor: Sendable, Hashable {
    var color: SceneColor
    var isAutomatic: Bool

    static let automatic = AdaptiveColor(color: .white, isAutomatic: true)

    private static let word = "automatic"
    /// What people write instead.
    private static let otherWords = ["auto", "adaptive", "dynamic"]
}

extension AdaptiveColor: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> AdaptiveColor? {
        if case .string(word) = json { return .automatic }
        if case .string(let text) = json, otherWords.contains(text.lowercased()) {
            reader.fail("'\(SceneText.quoted(text))' is not a color; did you mean '\(word)'?")
            return nil
        }
        return SceneColor.read(json, &reader).map { AdaptiveColor(color: $0, isAutomatic: false) }
    }

    var json: JSONValue { isAutomatic ? .string(Self.word) : color.json }

    static var schema: JSONValue { SceneColor.schema }
}

/// The paint of a shape as documents name it: a color, a gradient, or `automatic`.
struct AdaptivePaint: Sendable, Hashable {
    /// The color or gradient; `nil` for an automatic color.
    var paint: Paint?

    var isAutomatic: Bool { paint == nil }

    init?(_ paint: Paint?, isAutomatic: Bool = false) {
        if paint == nil && !isAutomatic { return nil }
        self.paint = isAutomatic ? nil : paint
    }
}

extension AdaptivePaint: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> AdaptivePaint? {
        guard case .string = json else { return AdaptivePaint(Paint.read(json, &reader)) }
        return AdaptiveColor.read(json, &reader).flatMap {
            AdaptivePaint(.color($0.color), isAutomatic: $0.isAutomatic)
        }
    }

    var json: JSONValue { paint?.json ?? AdaptiveColor.automatic.json }

    static var schema: JSONValue { Paint.schemaReference }
}

extension ShapeLayer {
    /// The fill as documents name it.
    var chosenFill: AdaptivePaint? {
        get { AdaptivePaint(fill, isAutomatic: hasAutomaticFill) }
        set { (fill, hasAutomaticFill) = (newValue?.paint, newValue?.isAutomatic ?? false) }
    }

    /// The stroke as documents name it.
    var chosenStroke: AdaptivePaint? {
        get { AdaptivePaint(stroke, isAutomatic: hasAutomaticStroke) }
        set { (stroke, hasAutomaticStroke) = (newValue?.paint, newValue?.isAutomatic ?? false) }
    }
}

extension ImageLayer {
    /// The color as documents name it.
    var chosenFill: AdaptiveColor? {
        get { hasAutomaticFill ? .automatic : fill.map { AdaptiveColor(color: $0, isAutomatic: false) } }
        set {
            hasAutomaticFill = newValue?.isAutomatic ?? false
            fill = hasAutomaticFill ? nil : newValue?.color
        }
    }
}

extension TextLayer {
    /// The color as documents name it.
    var chosenColor: AdaptiveColor {
        get { AdaptiveColor(color: color, isAutomatic: hasAutomaticColor) }
        set { (color, hasAutomaticColor) = (newValue.color, newValue.isAutomatic) }
    }
}

extension GlassTintChoice {
    /// The tint as documents name it.
    var chosenTint: AdaptiveColor? {
        get { hasAutomaticTint ? .automatic : tint.map { AdaptiveColor(color: $0, isAutomatic: false) } }
        set {
            hasAutomaticTint = newValue?.isAutomatic ?? false
            tint = hasAutomaticTint ? nil : newValue?.color
        }
    }
}

/// What has a tint: a glass layer, a piece of it, or the panel of an overlay.
protocol GlassTintChoice {
    var tint: SceneColor? { get set }
    var hasAutomaticTint: Bool { get set }
}

extension GlassLayer: GlassTintChoice {}

extension GlassItem: GlassTintChoice {}

extension OverlayLayer: GlassTintChoice {}
