internal import VarBlurJSON

/// A color or a paint as documents name it, or `automatic` for a color that depends on what is behind.
enum Adaptive<Value: SceneValue>: SceneValue {
    case automatic
    case chosen(Value)

    /// The value; `nil` for an automatic color.
    var value: Value? { if case .chosen(let value) = self { value } else { nil } }

    private static var word: String { "automatic" }

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Adaptive? {
        if case .string(word) = json { return .automatic }
        // what people write instead
        if case .string(let text) = json, ["auto", "adaptive", "dynamic"].contains(text.lowercased()) {
            reader.fail("'\(SceneText.quoted(text))' is not a color; did you mean '\(word)'?")
            return nil
        }
        return Value.read(json, &reader).map { .chosen($0) }
    }

    var json: JSONValue { value?.json ?? .string(Self.word) }

    static var schema: JSONValue { Value.schemaReference }
}

extension SceneMember {
    /// A color or a paint, or none, which may be automatic.
    static func adaptive<Value: SceneValue>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
        or isAutomatic: any WritableKeyPath<Root, Bool> & Sendable, _ summary: String
    ) -> SceneMember {
        SceneMember(
            name: name, summary: summary, isRequired: false, schema: { Adaptive<Value>?.schema },
            read: { json, reader, root in
                guard let read = reader.read(json, member: name, as: Adaptive<Value>?.self) else { return }
                (root[keyPath: path], root[keyPath: isAutomatic]) = (read?.value, read == .automatic)
            },
            write: { $0[keyPath: isAutomatic] ? Adaptive<Value>.automatic.json : $0[keyPath: path].json })
    }
}

extension TextLayer {
    /// The color as documents name it.
    var chosenColor: Adaptive<SceneColor> {
        get { hasAutomaticColor ? .automatic : .chosen(color) }
        set { (color, hasAutomaticColor) = (newValue.value ?? .white, newValue == .automatic) }
    }
}
