internal import VarBlurJSON

/// A member of an object, as documents and schemas describe it.
struct MemberDocumentation: Sendable {
    let name: String
    let summary: String
    let rangeText: String?
    /// The default as JSON; `nil` if there is none.
    let defaultText: String?
    let isRequired: Bool
    let schema: JSONValue
}

extension SceneObject {
    /// The members, as documents describe them.
    static var documentation: [MemberDocumentation] {
        let defaults = Self()
        return zip(members, schemaMembers).map { member, schema in
            let value = member.write(defaults)
            return MemberDocumentation(
                name: member.name, summary: member.summary, rangeText: member.rangeText,
                defaultText: member.isRequired || value == .null ? nil : value.text, isRequired: member.isRequired,
                schema: schema.value)
        }
    }
}
