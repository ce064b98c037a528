internal import VarBlur
internal import VarBlurJSON

/// A type of values in the JSON document of a scene.
protocol SceneValue: Sendable, Hashable {
    /// Reads a value, and records what is wrong with it.
    ///
    /// - Returns: the value; `nil` after a mistake.
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Self?

    /// The value as ``read(_:_:)`` reads it.
    var json: JSONValue { get }

    /// The JSON schema of the values, by which editors check a document.
    static var schema: JSONValue { get }

    /// The name of the schema, if it stands in one place, because several members refer to it, or because it is long.
    static var definition: String? { get }

    /// The strings that the type accepts, or the most common ones, for documents; none if there are too many.
    static var choices: [String] { get }

    /// The schema of the values in which `check` finds no mistake, as far as a schema can tell.
    static func schema(checkedBy check: (Self) -> String?) -> JSONValue

    /// What to write instead of a value where a list of such values is expected; empty if that is unknown.
    static func hint(onListFor json: JSONValue) -> String

    /// The value with all lengths in pixels multiplied by a factor.
    func enlarged(by factor: Double) -> Self
}

extension SceneValue {
    static var definition: String? { nil }

    static var choices: [String] { [] }

    /// The schema of a value of this type where it is used: a reference to its definition, or the schema itself.
    static var schemaReference: JSONValue { definition.map { ["$ref": .string("#/$defs/\($0)")] } ?? schema }

    static func schema(checkedBy check: (Self) -> String?) -> JSONValue { schemaReference }

    static func hint(onListFor json: JSONValue) -> String {
        switch json {
        case .string, .number: "; write [\(SceneText.quoted(json.text))]"
        case .object: "; write it in brackets: [{…}]"
        default: ""
        }
    }

    func enlarged(by factor: Double) -> Self { self }
}

/// A value that is represented by a string.
protocol SceneTextValue: SceneValue {
    /// What is expected, with an article: `a color such as #102030 or white`.
    static var expectation: String { get }

    /// The format of the strings, for editors; `nil` if it has no name.
    static var format: String? { get }

    /// Parses the string.
    init?(sceneText text: String)

    /// What to write instead of a string that is no value; `nil` if that is unknown.
    static func hint(for text: String) -> String?

    /// The string that represents the value.
    var sceneText: String { get }
}

extension SceneTextValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Self? {
        guard case .string(let text) = json else {
            reader.fail("must be \(expectation), not \(json.kindName)")
            return nil
        }
        if let value = Self(sceneText: text) { return value }
        let meant = hint(for: text) ?? SceneText.suggestion(for: text, among: choices)
        reader.fail("'\(SceneText.quoted(text))' is not \(expectation)\(meant)")
        return nil
    }

    static func hint(for text: String) -> String? { nil }

    static var format: String? { nil }

    var json: JSONValue { .string(sceneText) }

    static var schema: JSONValue { .textSchema(format: format, examples: choices) }
}

/// An enumeration whose cases are represented by words.
protocol SceneChoice: SceneValue, CaseIterable, RawRepresentable<String> {}

extension SceneChoice {
    static var choices: [String] { allCases.map(\.rawValue) }

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Self? {
        let words = choices
        guard case .string(let text) = json else {
            reader.fail("must be \(words.list("or")), not \(json.kindName)")
            return nil
        }
        if let value = Self(rawValue: text) { return value }
        let meant = SceneText.suggestion(for: text, among: words)
        reader.fail("'\(SceneText.quoted(text))' is not one of \(words.list("and"))\(meant)")
        return nil
    }

    var json: JSONValue { .string(rawValue) }

    static var schema: JSONValue { ["enum": .strings(choices)] }
}

extension JSONValue {
    /// The schema of strings.
    static func textSchema(format: String?, examples: [String] = []) -> JSONValue {
        [
            "type": "string", "format": format.map { .string($0) },
            "examples": examples.isEmpty ? nil : .strings(examples),
        ]
    }

    /// The kind of the value in words, with an article.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string, .bytes: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
