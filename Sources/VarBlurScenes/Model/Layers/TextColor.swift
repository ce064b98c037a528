internal import PlainJSON

/// The color of a text as documents name it: a color, or `automatic`.
struct TextColor: Sendable, Hashable {
    var color: SceneColor
    var isAutomatic: Bool

    private static let word = "automatic"
}

extension TextColor: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> TextColor? {
        if case .string(word) = json { return TextColor(color: .white, isAutomatic: true) }
        return SceneColor.read(json, &reader).map { TextColor(color: $0, isAutomatic: false) }
    }

    var json: JSONValue { isAutomatic ? .string(Self.word) : color.json }

    static var schema: JSONValue { SceneColor.schema }
}

extension TextLayer {
    /// The color as documents name it.
    var chosenColor: TextColor {
        get { TextColor(color: color, isAutomatic: hasAutomaticColor) }
        set { (color, hasAutomaticColor) = (newValue.color, newValue.isAutomatic) }
    }
}
