/// A JSON value (RFC 8259).
///
/// Numbers keep their text, and objects keep the order of their members. Values are compared by the bytes of their texts.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number, as its text in the JSON grammar.
    case number(String)
    case string(String)
    /// Bytes, which are written as a string in base64.
    case bytes([UInt8])
    case array([JSONValue])
    case object([Member])

    /// A member of an object: a name and a value.
    package struct Member: Sendable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    package static func integer(_ number: Int) -> JSONValue { .number(String(number)) }

    /// A number rounded to at most three decimals; null unless it is finite and less than 10¹² in magnitude.
    package static func decimal(_ number: Double) -> JSONValue {
        guard number.isFinite, abs(number) < 1e12 else { return .null }
        let thousandths = Int((number * 1000).rounded())
        let (integer, rest) = (thousandths.magnitude / 1000, thousandths.magnitude % 1000)
        var digits = String(rest + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        let sign = thousandths < 0 ? "-" : ""
        return .number(digits.isEmpty ? "\(sign)\(integer)" : "\(sign)\(integer).\(digits)")
    }

    /// The value of the first member with a name; `nil` if there is none, or if this is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
