package import VarBlurJSON
internal import VarBlurCodecs

/// Tells the settings of results once: a result does not repeat those of the result before it.
package struct ResultSettings {
    /// The settings that were told last, as text.
    private var told: String?

    package init() {}

    /// A result without its settings if they have just been told.
    package mutating func reduced(_ result: JSONValue) -> JSONValue {
        guard let members = result.members, case .object? = result["settings"] else { return result }
        let text = result["settings"]?.text
        defer { told = text }
        return text == told ? .object(members.filter { !$0.name.isSame(as: "settings") }) : result
    }

    /// The settings that several outputs have in common, and those that each has besides.
    static func split(_ settings: [JSONValue]) -> (shared: JSONValue, own: [JSONValue]) {
        guard let first = settings.first?.members else { return (.null, settings) }
        let texts = settings.map { value in first.map { value[$0.name]?.text } }
        let shared = first.indices.filter { index in texts.allSatisfy { $0[index] == texts[0][index] } }.map {
            first[$0]
        }
        let own = settings.map { value -> JSONValue in
            guard let members = value.members else { return value }
            return .object(members.filter { member in !shared.contains { $0.name.isSame(as: member.name) } })
        }
        return (.object(shared), own)
    }
}
