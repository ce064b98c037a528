internal import PlainJSON

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
}

/// A value that some text stands for.
protocol SceneTextValue: SceneValue {
    /// What is expected, with an article: `a color such as #102030 or white`.
    static var expectation: String { get }

    /// Parses the text.
    init?(sceneText text: String)

    /// The text of the value.
    var sceneText: String { get }
}

extension SceneTextValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Self? {
        guard case .string(let text) = json else {
            reader.fail("\(expectation) is expected, not \(json.kindName)")
            return nil
        }
        if let value = Self(sceneText: text) { return value }
        reader.fail("'\(SceneText.quoted(text))' is not \(expectation)")
        return nil
    }

    var json: JSONValue { .string(sceneText) }

    static var schema: JSONValue { .object([.init("type", .string("string"))]) }
}

/// An enumeration whose cases are words.
protocol SceneChoice: SceneValue, CaseIterable, RawRepresentable<String> {}

extension SceneChoice {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Self? {
        let words = allCases.map(\.rawValue)
        guard case .string(let text) = json else {
            reader.fail("\(SceneText.list(words)) is expected, not \(json.kindName)")
            return nil
        }
        if let value = Self(rawValue: text) { return value }
        let meant = SceneText.suggestion(for: text, among: words)
        reader.fail("'\(SceneText.quoted(text))' is not one of \(SceneText.list(words, "and"))\(meant)")
        return nil
    }

    var json: JSONValue { .string(rawValue) }

    static var schema: JSONValue {
        .object([.init("enum", .array(allCases.map { .string($0.rawValue) }))])
    }
}

extension JSONValue {
    /// The kind of the value in words, with an article.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string, .bytes: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
