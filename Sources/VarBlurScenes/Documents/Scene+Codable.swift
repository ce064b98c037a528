internal import VarBlurJSON

extension Scene: Codable {
    /// Decodes a scene; of a scene with two states, the last one.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``SceneError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws { self = try SceneAnimation(from: decoder).end }

    /// Encodes the canvas and the layers, with all their defaults.
    public func encode(to encoder: any Encoder) throws { try CodableJSON(value: json).encode(to: encoder) }
}

extension SceneAnimation: Codable {
    /// Decodes an animation.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``SceneError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let value = try CodableJSON(from: decoder).value
        do {
            self = try SceneReading(value, limits: SceneLimits()).animation()
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// Encodes the document of the animation.
    public func encode(to encoder: any Encoder) throws {
        try CodableJSON(value: JSONParser.value(of: Array(json.utf8))).encode(to: encoder)
    }
}

/// Any JSON value, as coders exchange it.
private struct CodableJSON: Codable {
    let value: JSONValue

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            value = .object(
                try members.allKeys.map {
                    .init($0.stringValue, try members.decode(CodableJSON.self, forKey: $0).value)
                })
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(CodableJSON.self).value) }
            value = .array(values)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            value = .null
        } else if let bool = try? single.decode(Bool.self) {
            value = .bool(bool)
        } else if let number = try? single.decode(Double.self) {
            value = number.json
        } else {
            value = .string(try single.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            for member in members {
                try container.encode(CodableJSON(value: member.value), forKey: Key(stringValue: member.name))
            }
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(CodableJSON(value: value)) }
        default:
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let bool): try container.encode(bool)
            case .number(let text): try container.encode(Double(text) ?? 0)
            case .string(let text): try container.encode(text)
            default: try container.encodeNil()
            }
        }
    }
}
