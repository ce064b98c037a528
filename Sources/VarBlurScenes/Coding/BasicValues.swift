internal import VarBlurJSON

extension Double: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Double? {
        guard case .number(let text) = json, let value = Double(text) else {
            reader.fail(ForeignValue.number(json) ?? "must be a number, not \(json.kindName)")
            return nil
        }
        guard value.isFinite else {
            reader.fail("the number \(SceneText.quoted(text)) is too large")
            return nil
        }
        return value
    }

    var json: JSONValue { .number(SceneText.number(self)) }

    static var schema: JSONValue { ["type": "number"] }
}

extension Int: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Int? {
        guard case .number(let text) = json, let value = Double(text),
            let integer = Int(exactly: reader.isBetweenStates ? value.rounded() : value)
        else {
            let isNumber = if case .number = json { true } else { false }
            let kind = isNumber ? "a fraction" : json.kindName
            reader.fail(ForeignValue.number(json, isInteger: true) ?? "must be a whole number, not \(kind)")
            return nil
        }
        return integer
    }

    var json: JSONValue { .integer(self) }

    static var schema: JSONValue { ["type": "integer"] }
}

extension Bool: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Bool? {
        if case .bool(let value) = json { return value }
        reader.fail("must be true or false, not \(json.kindName)")
        return nil
    }

    var json: JSONValue { .bool(self) }

    static var schema: JSONValue { ["type": "boolean"] }
}

extension String: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> String? {
        guard case .string(let text) = json else {
            reader.fail("must be a string, not \(json.kindName)")
            return nil
        }
        guard !text.utf8.contains(0) else {
            reader.fail("the string contains a zero byte")
            return nil
        }
        return text
    }

    var json: JSONValue { .string(self) }

    static var schema: JSONValue { .textSchema(format: nil) }
}

extension Optional: SceneValue where Wrapped: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Wrapped?? {
        if case .null = json { return .some(nil) }
        return Wrapped.read(json, &reader).map { .some($0) }
    }

    var json: JSONValue { self?.json ?? .null }

    static var schema: JSONValue { .nullable(Wrapped.schemaReference) }

    static var choices: [String] { Wrapped.choices }

    static func schema(checkedBy check: (Wrapped?) -> String?) -> JSONValue {
        .nullable(Wrapped.schema { check($0) })
    }

    func enlarged(by factor: Double) -> Wrapped? { map { $0.enlarged(by: factor) } }
}

extension Array: SceneValue where Element: SceneValue {
    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> [Element]? {
        guard case .array(let values) = json else {
            reader.fail("must be an array, not \(json.kindName)\(Element.hint(onListFor: json))")
            return nil
        }
        guard values.count <= reader.limits.listLength else {
            reader.failLimit("the array has \(values.count) elements; \(reader.limits.listLength) are the maximum")
            return nil
        }
        var result: [Element] = []
        for (index, value) in values.enumerated() where !reader.isFull {
            if let element = reader.read(value, element: index, as: Element.self) { result.append(element) }
        }
        return result.count == values.count ? result : nil
    }

    var json: JSONValue { .array(map(\.json)) }

    static var schema: JSONValue { ["type": "array", "items": Element.schemaReference] }

    func enlarged(by factor: Double) -> [Element] { map { $0.enlarged(by: factor) } }
}
