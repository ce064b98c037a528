extension JSONValue: Hashable {
    /// Compares texts byte by byte, because comparing normalized strings may take quadratic time.
    ///
    /// - Complexity: O(*n*) for texts of *n* bytes.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left.utf8.elementsEqual(right.utf8)
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let text), .string(let text): hasher.combine(Array(text.utf8))
        case .bytes(let bytes): hasher.combine(bytes)
        case .array(let values): hasher.combine(values)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONValue.Member: Hashable {
    /// Compares names byte by byte.
    package static func == (left: Self, right: Self) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(name.utf8))
        hasher.combine(value)
    }
}
