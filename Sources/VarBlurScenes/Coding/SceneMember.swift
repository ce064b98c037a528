internal import PlainJSON

/// A member of a JSON object that describes a value of type `Root`.
///
/// Decoding, encoding, the schema, and the tables in the documentation are derived from these descriptions.
struct SceneMember<Root: Sendable>: Sendable {
    let name: String
    /// What the member means, in sentences.
    let summary: String
    let isRequired: Bool
    /// The range of a number in words, or the strings to choose from; `nil` if there is none.
    var rangeText: String?
    /// The schema of the value.
    let schema: @Sendable () -> JSONValue
    /// Whether a value without values between its states moves from one to the other all the same.
    var movesBetweenStates = false
    /// Reads the value into a root; records mistakes.
    let read: @Sendable (JSONValue, inout SceneReader, inout Root) -> Void
    /// The value of a root.
    let write: @Sendable (Root) -> JSONValue

    /// A member of any type.
    ///
    /// `check` returns what is wrong with a value; `nil` if it is valid.
    static func member<Value: SceneValue>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, isRequired: Bool = false,
        _ summary: String,
        check: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) -> SceneMember {
        let choices = Value.choices.map { "`\"\($0)\"`" }.joined(separator: ", ")
        return SceneMember(
            name: name, summary: summary, isRequired: isRequired, rangeText: choices.isEmpty ? nil : choices,
            schema: { Value.schema(checkedBy: check) },
            read: { json, reader, root in
                if let value = reader.read(json, member: name, as: Value.self, check: check) {
                    root[keyPath: path] = value
                }
            },
            write: { $0[keyPath: path].json })
    }

    /// A required text, for which a number is taken as it is written.
    static func textOrNumber(
        _ name: String, _ path: any WritableKeyPath<Root, String> & Sendable, _ summary: String
    ) -> SceneMember {
        let text = member(name, path, isRequired: true, summary)
        return SceneMember(
            name: name, summary: summary, isRequired: true, schema: text.schema,
            read: { json, reader, root in
                let number: String? = if case .number(let text) = json { text } else { nil }
                text.read(number.map { .string($0) } ?? json, &reader, &root)
            },
            write: text.write)
    }

    /// The path of an image file.
    static func imagePath(
        _ name: String, _ path: any WritableKeyPath<Root, String> & Sendable, isRequired: Bool = false,
        _ summary: String, check: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> SceneMember {
        let text = member(name, path, isRequired: isRequired, summary, check: check)
        return SceneMember(
            name: name, summary: summary, isRequired: isRequired, schema: { .textSchema(format: "path") },
            read: text.read, write: text.write)
    }

    /// A number in a range.
    static func number<Value: SceneValue & Comparable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ range: ClosedRange<Value>,
        _ summary: String
    ) -> SceneMember {
        bounded(name, range, Value.schema, summary, member(name, path, summary) { Self.outside($0, range) })
    }

    /// A number in a range, or none.
    static func number<Value: SceneValue & Comparable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ range: ClosedRange<Value>,
        _ summary: String
    ) -> SceneMember {
        let number = bounded(
            name, range, Value.schema, summary,
            member(name, path, summary) { $0.flatMap { Self.outside($0, range) } })
        return SceneMember(
            name: name, summary: summary, isRequired: false, rangeText: number.rangeText,
            schema: { .nullable(number.schema()) }, read: number.read, write: number.write)
    }

    /// A list of numbers in a range.
    static func numbers(
        _ name: String, _ path: any WritableKeyPath<Root, [Double]> & Sendable, _ range: ClosedRange<Double>,
        _ summary: String, check: @escaping @Sendable ([Double]) -> String?
    ) -> SceneMember {
        let list = member(name, path, summary, check: check)
        let element = SceneMember<Root>.bounded(name, range, Double.schema, summary, list)
        return SceneMember(
            name: name, summary: summary, isRequired: false, rangeText: element.rangeText,
            schema: { .object([.init("type", .string("array")), .init("items", element.schema())]) }, read: list.read,
            write: list.write)
    }

    /// The member, whose value moves from one state to the other although there is nothing between them.
    func moving() -> SceneMember {
        var member = self
        member.movesBetweenStates = true
        return member
    }

    /// The member as one of a value that contains its root.
    func within<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> SceneMember<Outer> {
        SceneMember<Outer>(
            name: name, summary: summary, isRequired: isRequired, rangeText: rangeText, schema: schema,
            read: { read($0, &$1, &$2[keyPath: path]) }, write: { write($0[keyPath: path]) })
    }

    private static func bounded<Value: SceneValue>(
        _ name: String, _ range: ClosedRange<Value>, _ schema: JSONValue, _ summary: String, _ member: SceneMember
    ) -> SceneMember {
        let (minimum, maximum) = (range.lowerBound.json, range.upperBound.json)
        guard case .object(let members) = schema else { return member }
        let limits = [JSONValue.Member("minimum", minimum), JSONValue.Member("maximum", maximum)]
        return SceneMember(
            name: name, summary: summary, isRequired: false, rangeText: "\(minimum.text) to \(maximum.text)",
            schema: { .object(members + limits) }, read: member.read, write: member.write)
    }

    private static func outside<Value: SceneValue & Comparable>(_ value: Value, _ range: ClosedRange<Value>) -> String?
    {
        range.contains(value)
            ? nil : "must be \(range.lowerBound.json.text) to \(range.upperBound.json.text), not \(value.json.text)"
    }
}
