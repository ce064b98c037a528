internal import VarBlurJSON
internal import VarBlurCodecs

/// Hints on values that are written as in CSS, Figma, and SwiftUI.
enum ForeignValue {
    private typealias Unit = (name: String, factor: Double)

    /// A unit whose name ends like that of another one stands before it.
    private static let units: [Unit] = [
        ("deg", 1), ("turn", 360), ("grad", 0.9), ("rad", 180 / .pi), ("%", 0.01), ("px", 1), ("", 1),
    ]
    private static let lengthUnits: [Unit] = [
        ("rem", 16), ("em", 16), ("px", 1), ("pt", 4 / 3.0), ("dp", 1), ("in", 96), ("cm", 96 / 2.54),
        ("mm", 9.6 / 2.54),
        ("", 1),
    ]
    private static let canvasUnits: [Unit] = [("vw", 1), ("vh", 1), ("vmin", 1), ("vmax", 1)]
    private static let freeLengths = ["auto", "none", "fit-content", "max-content", "min-content", "hug", "fill"]

    /// What to write instead of a number in a string, such as `45deg` or `50%`; `nil` if there is none.
    ///
    /// With `isInteger`, only a whole number is proposed.
    static func number(_ json: JSONValue, isInteger: Bool = false) -> String? {
        guard let text = json.string, let number = number(text, units), !isInteger || Int(number) != nil else {
            return nil
        }
        return "write \(number), not \"\(SceneText.quoted(text))\""
    }

    /// What to write instead of a length of CSS, such as `0.5rem` or `calc(50% - 24px)`; `nil` if there is none.
    ///
    /// `sum` is the text of a sum of a percentage and pixels; `nil` for other texts.
    static func length(_ json: JSONValue, sum: (String) -> String?) -> String? {
        guard let text = json.string else { return nil }
        if let number = number(text, lengthUnits) {
            return "write \(number), not \"\(SceneText.quoted(text))\"; lengths are in pixels"
        }
        var plain = text.split(separator: " ").joined()
        plain = String(plain.hasPrefix("calc(") && plain.hasSuffix(")") ? plain.dropFirst(5).dropLast() : plain[...])
        if plain.hasSuffix("px") { plain.removeLast(2) }
        let percent = number(text, canvasUnits).map { "\($0)%" } ?? sum(plain)
        if let percent { return "write \"\(percent)\", not \"\(SceneText.quoted(text))\"" }
        return freeLengths.contains(text.lowercased())
            ? "'\(text)' is no length; leave the member out, so that the contents or the area decide" : nil
    }

    /// The number in a text with a unit, in ours.
    private static func number(_ text: String, _ units: [Unit]) -> String? {
        for unit in units where text.lowercased().hasSuffix(unit.name) {
            if let number = Double(text.dropLast(unit.name.count)), number.isFinite {
                return SceneText.number((number * unit.factor * 1e4).rounded() / 1e4)
            }
        }
        return nil
    }

    /// The sides that the lengths of `padding` in CSS stand for, as in `10px 20px`; `nil` if these are no lengths.
    static func insets(_ json: JSONValue) -> String? {
        let texts: [String] =
            switch json {
            case .string(let text): text.split(separator: " ").map(String.init)
            case .array(let values): values.map { $0.string ?? $0.text }
            default: []
            }
        let lengths = texts.compactMap { number($0, lengthUnits) }
        guard lengths.count == texts.count, (2...4).contains(lengths.count) else { return nil }
        let (top, right) = (lengths[0], lengths[1])
        let (bottom, left) = (lengths.count > 2 ? lengths[2] : top, lengths.count > 3 ? lengths[3] : right)
        return "write {\"top\": \(top), \"leading\": \(left), \"bottom\": \(bottom), \"trailing\": \(right)}"
    }

    /// What to write instead of a text that is no color; `nil` if that is unknown.
    static func color(_ text: String) -> String? {
        let words = text.lowercased().split { $0 == " " || $0 == "." }
        if text.split(separator: "(").first?.hasSuffix("gradient") == true {
            return "; a gradient is an object: {\"gradient\": \"linear\", \"start\": \"top\", \"end\": \"bottom\", "
                + "\"stops\": [\"#000\", \"#fff\"]}"
        }
        if words.contains(where: { ["solid", "dashed", "dotted"].contains($0) }) {
            return "; write the color alone, and the width as 'strokeWidth'"
        }
        switch text.lowercased() {
        case "automatic":
            return
                "; automatic is possible for the 'color' of a text, the 'fill' of a shape or an image, the 'stroke' of a shape, and the "
                + "'tint' of glass"
        case "none": return "; leave the member out, or write \"transparent\""
        case let text where text.hasPrefix("url("): return "; add a layer with the type 'image'"
        default: break
        }
        let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
        if [3, 4, 6, 8].contains(digits.utf8.count) && digits.allSatisfy(\.isHexDigit) {
            return "; did you mean '#\(digits)'?"
        }
        let name = words.last.map(String.init) ?? ""
        let meant = CSSColor(name) == nil ? Suggestion.closest(to: name, among: CSSColor.names) : name
        return meant.map { "; did you mean '\($0)'?" }
    }
}
