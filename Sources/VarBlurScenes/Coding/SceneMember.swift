internal import VarBlurJSON

/// A member of a JSON object that describes a value of type `Root`.
///
/// Decoding, encoding, the schema, and the tables in the documentation are derived from these descriptions.
struct SceneMember<Root: Sendable>: Sendable {
    let name: String
    /// What the member means, in sentences.
    var summary: String
    let isRequired: Bool
    /// The range of a number in words, or the strings to choose from; `nil` if there is none.
    var rangeText: String?
    /// The schema of the value.
    var schema: @Sendable () -> JSONValue
    /// Whether a value without values between its states moves from one to the other all the same.
    var movesBetweenStates = false
    /// Reads the value into a root; records mistakes.
    var read: @Sendable (JSONValue, inout SceneReader, inout Root) -> Void
    /// The value of a root.
    let write: @Sendable (Root) -> JSONValue
    /// Multiplies the lengths in the value of a root by a factor.
    var enlarge: @Sendable (inout Root, Double) -> Void = { _, _ in }

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
            write: { $0[keyPath: path].json },
            enlarge: { root, factor in root[keyPath: path] = root[keyPath: path].enlarged(by: factor) })
    }

    /// A required text, for which a number is taken as it is written.
    static func textOrNumber(
        _ name: String, _ path: any WritableKeyPath<Root, String> & Sendable, _ summary: String
    ) -> SceneMember {
        let text = member(name, path, isRequired: true, summary)
        var member = text
        member.schema = { ["type": ["string", "number"]] }
        member.read = { json, reader, root in
            let number: String? = if case .number(let text) = json { text } else { nil }
            text.read(number.map { .string($0) } ?? json, &reader, &root)
        }
        return member
    }

    /// The path of an image file.
    static func imagePath(
        _ name: String, _ path: any WritableKeyPath<Root, String> & Sendable, isRequired: Bool = false,
        _ summary: String, check: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> SceneMember {
        var text = member(name, path, isRequired: isRequired, summary, check: check)
        text.schema = { .textSchema(format: "path") }
        return text
    }

    /// A number in a range.
    static func number<Value: SceneValue & Comparable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ range: ClosedRange<Value>,
        _ summary: String
    ) -> SceneMember {
        bounded(range, Value.schema, member(name, path, summary) { Self.outside($0, range) })
    }

    /// A number in a range, or none.
    static func number<Value: SceneValue & Comparable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ range: ClosedRange<Value>,
        _ summary: String
    ) -> SceneMember {
        let number = bounded(
            range, Value.schema, member(name, path, summary) { $0.flatMap { Self.outside($0, range) } })
        var optional = number
        optional.schema = { .nullable(number.schema()) }
        return optional
    }

    /// A number of pixels in a range.
    static func pixels(
        _ name: String, _ path: any WritableKeyPath<Root, Double> & Sendable, _ range: ClosedRange<Double>,
        _ summary: String
    ) -> SceneMember {
        number(name, path, range, summary).enlarging { $0[keyPath: path] *= $1 }
    }

    /// A list of at least some elements; `mistake` is the message about a shorter one.
    static func list<Element: SceneValue>(
        _ name: String, _ path: any WritableKeyPath<Root, [Element]> & Sendable, minimumCount: Int, mistake: String,
        _ summary: String, check: @escaping @Sendable ([Element]) -> String? = { _ in nil }
    ) -> SceneMember {
        var list = member(name, path, isRequired: true, summary) { $0.count < minimumCount ? mistake : check($0) }
        list.schema = { ["type": "array", "items": Element.schemaReference, "minItems": .integer(minimumCount)] }
        return list
    }

    /// A list of numbers of pixels in a range.
    static func pixelLists(
        _ name: String, _ path: any WritableKeyPath<Root, [Double]> & Sendable, _ range: ClosedRange<Double>,
        _ summary: String, check: @escaping @Sendable ([Double]) -> String?
    ) -> SceneMember {
        let element = SceneMember<Root>.bounded(range, Double.schema, member(name, path, summary, check: check))
        var list = element.enlarging { root, factor in
            root[keyPath: path] = root[keyPath: path].map { $0 * factor }
        }
        list.schema = { ["type": "array", "items": element.schema()] }
        return list
    }

    /// The member, whose lengths `enlarge` multiplies by a factor.
    func enlarging(_ enlarge: @escaping @Sendable (inout Root, Double) -> Void) -> SceneMember {
        var member = self
        member.enlarge = enlarge
        return member
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
            read: { read($0, &$1, &$2[keyPath: path]) }, write: { write($0[keyPath: path]) },
            enlarge: { enlarge(&$0[keyPath: path], $1) })
    }

    private static func bounded<Value: SceneValue>(
        _ range: ClosedRange<Value>, _ schema: JSONValue, _ member: SceneMember
    ) -> SceneMember {
        let (minimum, maximum) = (range.lowerBound.json, range.upperBound.json)
        var bounded = member
        bounded.rangeText = "\(minimum.text) to \(maximum.text)"
        bounded.schema = {
            var limited = schema
            limited.append(["minimum": minimum, "maximum": maximum])
            return limited
        }
        return bounded
    }

    private static func outside<Value: SceneValue & Comparable>(_ value: Value, _ range: ClosedRange<Value>) -> String?
    {
        range.contains(value)
            ? nil : "must be \(range.lowerBound.json.text) to \(range.upperBound.json.text), not \(value.json.text)"
    }
}
