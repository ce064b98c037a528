extension JSONValue {
    /// The approximate memory of the value in bytes, with all values in it.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    package var byteCount: Int {
        let contents =
            switch self {
            case .null, .bool: 0
            case .number(let text), .string(let text): text.utf8.count
            case .bytes(let bytes): bytes.count
            case .array(let values): values.reduce(0) { $0 + $1.byteCount }
            case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + 16 + $1.value.byteCount }
            }
        return MemoryLayout<JSONValue>.stride + contents
    }
}
