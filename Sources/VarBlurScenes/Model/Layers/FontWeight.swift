internal import VarBlurJSON

/// The weight of a font: a number, or a word of CSS or SwiftUI.
struct FontWeight: Sendable, Hashable {
    var number: Int

    /// The words and their numbers; those of CSS come first.
    private static let words: KeyValuePairs = [
        "thin": 100, "extralight": 200, "light": 300, "normal": 400, "medium": 500, "semibold": 600, "bold": 700,
        "extrabold": 800, "black": 900, "ultralight": 200, "regular": 400, "heavy": 800,
    ]

    private static let range = 100...1000

    /// What is wrong with the weight; `nil` if nothing is.
    var mistake: String? {
        Self.range.contains(number)
            ? nil : "must be \(Self.range.lowerBound) to \(Self.range.upperBound), not \(number)"
    }
}

extension FontWeight: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> FontWeight? {
        guard case .string(let text) = json else { return Int.read(json, &reader).map { FontWeight(number: $0) } }
        if let number = words.first(where: { $0.key == text.lowercased() })?.value { return FontWeight(number: number) }
        if let number = Int(text) {
            reader.fail("write \(number), not \"\(SceneText.quoted(text))\"")
        } else {
            let meant = SceneText.suggestion(for: text, among: words.map(\.key))
            reader.fail("'\(SceneText.quoted(text))' is no font weight such as 700 or bold\(meant)")
        }
        return nil
    }

    var json: JSONValue { .integer(number) }

    static var schema: JSONValue {
        let number: JSONValue = [
            "type": "integer", "minimum": range.lowerBound.json, "maximum": range.upperBound.json,
        ]
        return ["anyOf": [number, ["enum": .strings(words.map(\.key))]]]
    }
}

extension TextLayer {
    /// The weight as documents name it.
    var fontWeight: FontWeight {
        get { FontWeight(number: weight) }
        set { weight = newValue.number }
    }
}
