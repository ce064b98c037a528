internal import VarBlurJSON

/// The height of each line of a text, whatever fonts its letters come from.
///
/// In JSON, a number of pixels, or a text such as `"1.4em"` for a multiple of the size of the font.
public enum LineHeight: Sendable, Hashable {
    /// A number of pixels, 4 to 20,000.
    case pixels(Double)
    /// A multiple of the size of the font, 0.5 to 10.
    case multiple(Double)

    /// The height in pixels for a size of the font in pixels.
    func pixels(fontSize: Double) -> Double {
        switch self {
        case .pixels(let pixels): pixels
        case .multiple(let factor): factor * fontSize
        }
    }

    private static let pixelRange = 4.0...20_000
    private static let factorRange = 0.5...10.0
}

extension LineHeight: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> LineHeight? {
        switch json {
        case .number:
            guard let pixels = Double.read(json, &reader) else { return nil }
            if pixelRange.contains(pixels) { return .pixels(pixels) }
            reader.fail("must be 4 to 20000 pixels, not \(SceneText.number(pixels))\(hint(for: pixels))")
        case .string(let text):
            if text.hasSuffix("em"), let factor = Double(text.dropLast(2)), factorRange.contains(factor) {
                return .multiple(factor)
            }
            let factor = Double(text) ?? (text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : nil)
            reader.fail(
                "'\(SceneText.quoted(text))' is not a multiple of the font size from 0.5em to 10em\(hint(for: factor))")
        default:
            reader.fail(
                "must be a number of pixels, or a multiple of the font size such as \"1.4em\", not \(json.kindName)")
        }
        return nil
    }

    /// What to write instead of a number that is meant as in CSS.
    private static func hint(for factor: Double?) -> String {
        guard let factor, factorRange.contains(factor) else { return "" }
        return "; write \"\(SceneText.number(factor))em\" for a multiple of the font size"
    }

    var json: JSONValue {
        switch self {
        case .pixels(let pixels): pixels.json
        case .multiple(let factor): .string("\(SceneText.number(factor))em")
        }
    }

    func enlarged(by factor: Double) -> LineHeight {
        if case .pixels(let pixels) = self { .pixels(pixels * factor) } else { self }
    }

    static var schema: JSONValue {
        let pixels: JSONValue = [
            "type": "number", "minimum": pixelRange.lowerBound.json, "maximum": pixelRange.upperBound.json,
        ]
        return ["anyOf": [pixels, .textSchema(format: nil, examples: ["1.4em"])]]
    }
}
