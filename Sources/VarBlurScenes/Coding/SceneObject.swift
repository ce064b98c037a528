internal import VarBlurJSON

/// A value whose JSON is an object with a fixed set of members.
protocol SceneObject: SceneValue {
    /// A value with all defaults.
    init()

    /// The members, in the order of the documentation.
    static var members: [SceneMember<Self>] { get }

    /// What is wrong with the members together; `nil` if they are valid.
    var mistake: String? { get }

    /// What is wrong with single members, because of the values of others.
    var memberMistakes: [(member: String, message: String)] { get }
}

extension SceneObject {
    var mistake: String? { nil }

    var memberMistakes: [(member: String, message: String)] { [] }

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Self? {
        guard case .object(let given) = json else {
            let example = JSONValue.object(Array(Self().jsonMembers.filter { $0.value != .null }.prefix(4))).text
            // longer ones help nobody
            let hint = 3...100 ~= example.utf8.count ? " such as \(example)" : ""
            reader.fail("must be an object\(hint), not \(json.kindName)")
            return nil
        }
        var value = Self()
        value.readMembers(given, &reader, others: [])
        return value
    }

    /// Reads the members of an object into this value.
    ///
    /// `others` are the names of further members of the object, which this value does not have.
    mutating func readMembers(_ given: [JSONValue.Member], _ reader: inout SceneReader, others: [String]) {
        let members = Self.members
        for item in given where !reader.isFull && !others.contains(item.name) {
            guard let member = members.first(where: { $0.name == item.name }) else {
                let meant = SceneText.suggestion(for: item.name, among: members.map(\.name) + others)
                reader.fail(member: SceneText.quoted(item.name), "there is no such member\(meant)")
                continue
            }
            member.read(item.value, &reader, &self)
        }
        for member in members where member.isRequired && !given.contains(where: { $0.name == member.name }) {
            reader.fail(member: member.name, "the member is missing")
        }
        if let mistake { reader.fail(mistake) }
        for (member, message) in memberMistakes { reader.fail(member: member, message) }
    }

    /// The members, with those that have their default value.
    var jsonMembers: [JSONValue.Member] { Self.members.map { JSONValue.Member($0.name, $0.write(self)) } }

    var json: JSONValue { .object(jsonMembers) }

    func enlarged(by factor: Double) -> Self { withEnlargedMembers(by: factor) }

    /// The value with the lengths of all members multiplied by a factor.
    func withEnlargedMembers(by factor: Double) -> Self {
        var value = self
        for member in Self.members { member.enlarge(&value, factor) }
        return value
    }

    static var schema: JSONValue { .objectSchema(Self.schemaMembers, required: Self.requiredNames) }

    /// The schemas of the members.
    static var schemaMembers: [JSONValue.Member] {
        let defaults = Self()
        return members.map { member in
            let (schema, value) = (member.schema(), member.write(defaults))
            let details: JSONValue = [
                "description": .string(member.summary),
                "default": member.isRequired || value == .null ? nil : value,
            ]
            return JSONValue.Member(
                member.name, .animatable(schema, details, changes: member.movesBetweenStates || schema.canChange))
        }
    }

    static var requiredNames: [String] { members.filter(\.isRequired).map(\.name) }
}

extension JSONValue {
    /// The schema of an object without further members.
    static func objectSchema(_ members: [Member], required: [String]) -> JSONValue {
        [
            "type": "object", "properties": .object(members), "required": required.isEmpty ? nil : .strings(required),
            "additionalProperties": false,
        ]
    }

    /// The schema of a value that may be left out by `null`.
    static func nullable(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

    /// The schema of a value, or of its two states if it changes with time or follows an overlay.
    static func animatable(_ schema: JSONValue, _ details: JSONValue, changes: Bool) -> JSONValue {
        let overlay = Member("follows", textSchema(format: nil))
        let states = objectSchema(
            [Member("from", schema), Member("to", schema), overlay], required: ["from", "to"])
        var value = details
        value.append(["anyOf": changes ? [schema, states] : [schema]])
        return value
    }

    /// Whether there are values between two values of this schema: numbers, lengths, colors, or what contains them.
    var canChange: Bool {
        if let forms = self["anyOf"]?.array { return forms.contains(where: \.canChange) }
        if let items = self["items"] { return items.canChange }
        switch self["type"] {
        // a text, which may be written as a number
        case .array?: return false
        case "boolean", "null": return false
        case "string": return self["pattern"] != nil || ["color", "color-stop"].contains(self["format"])
        default: return self["enum"] == nil
        }
    }
}
