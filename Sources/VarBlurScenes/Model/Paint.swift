internal import VarBlurJSON

/// What a shape is filled with: a color or a gradient.
///
/// In JSON, a text is a color, and an object is a gradient.
public enum Paint: Sendable, Hashable {
    /// One color.
    case color(SceneColor)
    /// Colors along a line or around a center.
    case gradient(ColorGradient)
}

extension Paint: SceneValue {
    static let definition: String? = "paint"

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Paint? {
        switch json {
        case .string: return SceneColor.read(json, &reader).map { .color($0) }
        case .object: return ColorGradient.read(json, &reader).map { .gradient($0) }
        default:
            reader.fail("must be a color or a gradient, not \(json.kindName)")
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .color(let color): color.json
        case .gradient(let gradient): gradient.json
        }
    }

    static var schema: JSONValue { ["anyOf": [SceneColor.schema, ColorGradient.schemaReference]] }
}
