extension Decoder {
    /// Decodes a text and parses it.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError``, or another `DecodingError`.
    fileprivate func parsed<Value>(_ parse: (String) throws(BlurTextError) -> Value) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        do throws(BlurTextError) {
            return try parse(text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension Easing: Codable {
    /// Decodes an easing from a string.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsed { (text: String) throws(BlurTextError) in try Easing(text) }
    }

    /// Encodes the easing as a string.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension BlurLength: Codable, CustomStringConvertible {
    /// Parses a length: `12px`, `5%`, or `0`.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        self = try scanner.length("a length")
        guard scanner.isAtEnd else { throw scanner.error("nothing may follow a length", at: scanner.offset) }
    }

    /// The length as in CSS: `12px`, `5%`, or `0`.
    public var description: String { text }

    /// Decodes a length from a string.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsed { (text: String) throws(BlurTextError) in try BlurLength(text) }
    }

    /// Encodes the length as a string.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension RadiusStop: Codable {
    private enum CodingKeys: String, CodingKey {
        case radius
        case position
        case midpoint
    }

    /// Decodes a stop and validates it.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let radius = try values.decode(BlurLength.self, forKey: .radius)
        let position = try values.decodeIfPresent(BlurLength.self, forKey: .position)
        let midpoint = try values.decodeIfPresent(Double.self, forKey: .midpoint)
        do throws(BlurError) {
            try self.init(radius: radius, position: position, midpoint: midpoint)
        } catch {
            throw error.asDecodingError(at: decoder)
        }
    }

    /// Encodes the radius, and the position and the midpoint if there are any.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(radius, forKey: .radius)
        try values.encodeIfPresent(position, forKey: .position)
        try values.encodeIfPresent(midpoint, forKey: .midpoint)
    }
}
