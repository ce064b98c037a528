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

/// What has a tint: a glass layer, or a piece of it.
protocol GlassTintChoice {
    var tint: SceneColor? { get set }
    var hasAutomaticTint: Bool { get set }
}

extension GlassLayer: GlassTintChoice {}

extension GlassItem: GlassTintChoice {}
