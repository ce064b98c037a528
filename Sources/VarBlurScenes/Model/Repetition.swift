internal import VarBlurJSON

/// The member of a layer with the values for which a list of the layer is repeated.
///
/// The list is repeated before the layer is read, so that the layer itself has no such member.
enum Repetition {
    static let name = "repeat"
    /// The member of a stack with the number of layers of a copy.
    static let groupSize = "groupSize"
}

extension SceneMember {
    /// The values for copies of a list.
    static func repetition(of list: String) -> SceneMember {
        SceneMember(
            name: Repetition.name,
            summary:
                "Values for copies of `\(list)`, an object for each: {\"label.text\": \"Lakes\"}. Its names are paths in the copy.",
            isRequired: false, schema: { .nullable(["type": "array", "items": ["type": "object"]]) },
            read: { json, reader, _ in
                if case .array = json { return }
                if json != .null { reader.fail(member: Repetition.name, "must be an array, not \(json.kindName)") }
            },
            write: { _ in .null })
    }
}
