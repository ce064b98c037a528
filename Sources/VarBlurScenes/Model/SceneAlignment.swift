internal import VarBlurJSON

/// A place in an area, in the words of SwiftUI; leading is left, unless what is placed is read from right to left: ``SceneDirection``.
public enum SceneAlignment: String, CaseIterable, Sendable, Hashable, SceneChoice {
    /// The top leading corner.
    case topLeading
    /// The middle of the top side.
    case top
    /// The top trailing corner.
    case topTrailing
    /// The middle of the leading side.
    case leading
    /// The center.
    case center
    /// The middle of the trailing side.
    case trailing
    /// The bottom leading corner.
    case bottomLeading
    /// The middle of the bottom side.
    case bottom
    /// The bottom trailing corner.
    case bottomTrailing

    /// The alignment with leading and trailing exchanged.
    var mirrored: SceneAlignment {
        switch self {
        case .topLeading: .topTrailing
        case .topTrailing: .topLeading
        case .leading: .trailing
        case .trailing: .leading
        case .bottomLeading: .bottomTrailing
        case .bottomTrailing: .bottomLeading
        case .top, .center, .bottom: self
        }
    }

    /// The position as fractions of the area, if leading is left.
    public var unitPoint: SceneUnitPoint {
        let x =
            switch self {
            case .topLeading, .leading, .bottomLeading: 0.0
            case .top, .center, .bottom: 0.5
            case .topTrailing, .trailing, .bottomTrailing: 1.0
            }
        let y =
            switch self {
            case .topLeading, .top, .topTrailing: 0.0
            case .leading, .center, .trailing: 0.5
            case .bottomLeading, .bottom, .bottomTrailing: 1.0
            }
        return SceneUnitPoint(x: x, y: y)
    }
}

/// A position as fractions of an area: (0, 0) is the top left corner, (1, 1) the bottom right one.
public struct SceneUnitPoint: Sendable, Hashable {
    /// The distance from the left side, as a fraction of the width.
    public var x: Double
    /// The distance from the top, as a fraction of the height.
    public var y: Double

    /// Creates a position, which may be outside of the area.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

extension SceneUnitPoint: SceneValue {
    static let definition: String? = "point"

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> SceneUnitPoint? {
        if case .string = json { return SceneAlignment.read(json, &reader)?.unitPoint }
        guard case .array(let values) = json, values.count == 2 else {
            reader.fail("must be an alignment such as topLeading, or [x, y], not \(json.kindName)")
            return nil
        }
        let numbers = values.enumerated().compactMap { index, value in
            reader.read(value, element: index, as: Double.self)
        }
        return numbers.count == 2 ? SceneUnitPoint(x: numbers[0], y: numbers[1]) : nil
    }

    var json: JSONValue { [x.json, y.json] }

    static var schema: JSONValue {
        let numbers: JSONValue = ["type": "array", "items": Double.schema, "minItems": 2, "maxItems": 2]
        return ["anyOf": [SceneAlignment.schema, numbers]]
    }
}

extension ScenePoint: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> ScenePoint? {
        SceneUnitPoint.read(json, &reader).map { ScenePoint(x: $0.x, y: $0.y) }
    }

    var json: JSONValue { SceneUnitPoint(x: x, y: y).json }

    static var schema: JSONValue { SceneUnitPoint.schemaReference }
}
