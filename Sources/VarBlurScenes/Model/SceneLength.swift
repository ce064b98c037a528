internal import PlainJSON

/// A length in a scene: in pixels, or relative to the canvas.
///
/// In JSON, a number stands for pixels, and a text such as `"12.5%"` for a part of the canvas: of its width for horizontal lengths,
/// and of its height for vertical lengths and sizes of fonts.
public enum SceneLength: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// A number of pixels.
    case pixels(Double)
    /// A percentage of the canvas: 50 stands for one half.
    case percent(Double)

    /// Creates a length in pixels.
    public init(floatLiteral value: Double) { self = .pixels(value) }

    /// Creates a length in pixels.
    public init(integerLiteral value: Int) { self = .pixels(Double(value)) }

    /// The largest magnitude of a length, in pixels or percent.
    static let greatest = 1_000_000.0

    /// The length in pixels if 100 % are `whole` pixels.
    public func pixels(of whole: Double) -> Double {
        switch self {
        case .pixels(let pixels): pixels
        case .percent(let percent): percent / 100 * whole
        }
    }

    var number: Double {
        switch self {
        case .pixels(let number), .percent(let number): number
        }
    }

    /// What is wrong with a length that has to be 0 or more; `nil` if nothing is.
    static func negative(_ length: SceneLength) -> String? {
        length.number < 0 ? "\(SceneText.number(length.number)) is negative; the length has to be 0 or more" : nil
    }

    /// What is wrong with a length that has to be more than 0; `nil` if nothing is.
    static func notPositive(_ length: SceneLength?) -> String? {
        guard let length, length.number <= 0 else { return nil }
        return "\(SceneText.number(length.number)) is not a size; it has to be more than 0"
    }
}

extension SceneLength: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> SceneLength? {
        let length: SceneLength?
        switch json {
        case .number(let text): length = Double(text).map { .pixels($0) }
        case .string(let text) where text.hasSuffix("%"): length = Double(text.dropLast()).map { .percent($0) }
        default: length = nil
        }
        guard let length else {
            if case .string(let text) = json, let number = Double(text.hasSuffix("px") ? text.dropLast(2) : text[...]) {
                reader.fail(
                    "write \(SceneText.number(number)), not \"\(SceneText.quoted(text))\"; lengths are in pixels")
                return nil
            }
            reader.fail("must be a number of pixels or a percentage such as \"50%\", not \(json.kindName)")
            return nil
        }
        guard abs(length.number) <= greatest else {
            reader.fail("the length is not from -1000000 to 1000000")
            return nil
        }
        return length
    }

    var json: JSONValue {
        switch self {
        case .pixels(let pixels): pixels.json
        case .percent(let percent): .string(SceneText.number(percent) + "%")
        }
    }

    static var schema: JSONValue { schema(Double.schema, sign: "-?") }

    /// A reference to the schema of lengths of more than 0.
    static let positiveReference = JSONValue.object([.init("$ref", .string("#/$defs/positiveLength"))])

    /// The schema of lengths of more than 0.
    static var positiveSchema: JSONValue {
        schema(.object([.init("type", .string("number")), .init("exclusiveMinimum", .integer(0))]), sign: "")
    }

    /// A reference to the schema of lengths of 0 or more.
    static let nonnegativeReference = JSONValue.object([.init("$ref", .string("#/$defs/nonnegativeLength"))])

    /// The schema of lengths of 0 or more.
    static var nonnegativeSchema: JSONValue {
        schema(.object([.init("type", .string("number")), .init("minimum", .integer(0))]), sign: "")
    }

    private static func schema(_ number: JSONValue, sign: String) -> JSONValue {
        let pattern = JSONValue.string("^\(sign)[0-9]+(\\.[0-9]+)?%$")
        let percentage = JSONValue.object([.init("type", .string("string")), .init("pattern", pattern)])
        return .object([.init("anyOf", .array([number, percentage]))])
    }

    static func schema(checkedBy check: (SceneLength) -> String?) -> JSONValue {
        check(.pixels(-1)) == nil
            ? schemaReference : check(.pixels(0)) == nil ? nonnegativeReference : positiveReference
    }
}
