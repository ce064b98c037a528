// Gradients, easings, and lengths are coded as their texts.

extension BlurLength: Codable {
    private enum CodingKeys: String, CodingKey {
        case pixels
        case axisFraction
    }

    /// Decodes a length from a string, or from an object with the only key `pixels`, or `axisFraction` for a hundredth of the percentage.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        guard let values = try? decoder.container(keyedBy: CodingKeys.self) else {
            self = try decoder.validated { try BlurLength(String(from: decoder)) }
            return
        }
        guard values.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a length has the key pixels or axisFraction"))
        }
        self =
            values.contains(.pixels)
            ? .pixels(try values.decode(Double.self, forKey: .pixels))
            : .percent(try values.decode(Double.self, forKey: .axisFraction) * 100)
    }

    /// Encodes the length as a string.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Easing: Codable {
    /// Decodes an easing from a string.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.validated { try Easing(String(from: decoder)) }
    }

    /// Encodes the easing as a string.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension BlurGradient: Codable {
    private enum CodingKeys: String, CodingKey {
        case text
        case easing
    }

    /// Decodes a gradient from a string, as in ``init(_:)``, or from an object with the string as `text` and an `easing`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError`` or ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        guard let values = try? decoder.container(keyedBy: CodingKeys.self) else {
            self = try decoder.validated { try BlurGradient(String(from: decoder)) }
            return
        }
        let text = try values.superDecoder(forKey: .text)
        let gradient = try text.validated { try BlurGradient(String(from: text)) }
        self = try gradient.eased(values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear)
    }

    /// Encodes the string, in an object together with the easing unless it is linear.
    public func encode(to encoder: any Encoder) throws {
        guard easing != .linear else { return try description.encode(to: encoder) }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(description, forKey: .text)
        try values.encode(easing, forKey: .easing)
    }
}

extension BlurField: Codable {
    /// Decodes a field: a gradient from its string or object, a mask from an object with the member `mask`, and the maximum of several
    /// fields from an array of them.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        if var fields = try? decoder.unkeyedContainer() {
            var decoded: [BlurField] = []
            while !fields.isAtEnd { decoded.append(try fields.decode(BlurField.self)) }
            self = .maximum(decoded)
        } else if let values = try? decoder.container(keyedBy: MaskRamp.CodingKeys.self), values.contains(.mask) {
            self = .mask(try MaskRamp(from: decoder))
        } else {
            self = .gradient(try BlurGradient(from: decoder))
        }
    }

    /// Encodes the gradient, the mask, or the array of fields.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .gradient(let gradient): try gradient.encode(to: encoder)
        case .mask(let ramp): try ramp.encode(to: encoder)
        case .maximum(let fields): try fields.encode(to: encoder)
        }
    }
}
