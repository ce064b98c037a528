/// Values as literals: objects keep the order of their members, without those whose value is `nil`.
extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    package init(dictionaryLiteral members: (String, JSONValue?)...) {
        self = .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    package init(arrayLiteral values: JSONValue...) { self = .array(values) }
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral number: Int) { self = .integer(number) }

    package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension JSONValue {
    /// The text of a string; `nil` for another value.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The values of an array; `nil` for another value.
    package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// The members of an object; `nil` for another value.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The value with another member wherever `change` has one for a member of an object in it.
    package func replacingMembers(_ change: (Member) -> Member?) -> JSONValue {
        switch self {
        case .array(let values): .array(values.map { $0.replacingMembers(change) })
        case .object(let members):
            .object(members.map { change($0) ?? Member($0.name, $0.value.replacingMembers(change)) })
        default: self
        }
    }

    /// Appends the members of another object to those of this one.
    ///
    /// - Complexity: O(*n*), where *n* is the number of members of the result.
    package mutating func append(_ object: JSONValue) {
        self = .object((members ?? []) + (object.members ?? []))
    }
}
