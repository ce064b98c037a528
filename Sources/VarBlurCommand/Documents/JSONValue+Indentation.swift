internal import VarBlurJSON

extension JSONValue {
    /// The value as JSON with a line for each member of an object.
    var indentedText: String { indentedText(after: "") }

    private func indentedText(after indentation: String) -> String {
        switch self {
        case .object(let members) where !members.isEmpty:
            let inner = indentation + "  "
            let lines = members.map {
                "\(inner)\(JSONValue.string($0.name).text): \($0.value.indentedText(after: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
        default: return text
        }
    }
}
