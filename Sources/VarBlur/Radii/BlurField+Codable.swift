// Gradients, areas, easings, and lengths are coded as their texts.

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

/// A field as a string, or as an object of the string and an easing.
private struct FieldText {
    private enum CodingKeys: String, CodingKey {
        case text
        case easing
    }

    let text: String
    let easing: Easing
    /// Where errors of the string are located.
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws {
        guard let values = try? decoder.container(keyedBy: CodingKeys.self) else {
            (text, easing, self.decoder) = (try String(from: decoder), .linear, decoder)
            return
        }
        self.decoder = try values.superDecoder(forKey: .text)
        text = try String(from: self.decoder)
        easing = try values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear
    }

    /// Parses the string.
    func parsed<Field>(_ parse: (String) throws -> Field) throws -> Field {
        try decoder.validated { try parse(text) }
    }

    static func encode(_ text: String, _ easing: Easing, to encoder: any Encoder) throws {
        guard easing != .linear else { return try text.encode(to: encoder) }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .text)
        try values.encode(easing, forKey: .easing)
    }
}

extension BlurGradient: Codable {
    /// Decodes a gradient from a string, as in ``init(_:)``, or from an object with the string as `text` and an `easing`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError`` or ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let field = try FieldText(from: decoder)
        self = try field.parsed { try BlurGradient($0) }.eased(field.easing)
    }

    /// Encodes the string, in an object together with the easing unless it is linear.
    public func encode(to encoder: any Encoder) throws { try FieldText.encode(description, easing, to: encoder) }
}

extension BlurArea: Codable {
    /// Decodes an area from a string, as in ``init(_:)``, or from an object with the string as `text` and an `easing`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError`` or ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let field = try FieldText(from: decoder)
        self = try field.parsed { try BlurArea($0) }.eased(field.easing)
    }

    /// Encodes the string, in an object together with the easing unless it is linear.
    public func encode(to encoder: any Encoder) throws { try FieldText.encode(description, easing, to: encoder) }
}

extension BlurArea.Shape: Codable {
    /// Decodes a shape from a string, as in ``init(_:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.validated { try BlurArea.Shape(String(from: decoder)) }
    }

    /// Encodes the shape as a string.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension BlurField: Codable {
    /// Decodes a field: a gradient or an area from its string or object, a mask from an object with the member `mask`, and the maximum of several
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
            let isArea = BlurArea.begins(try FieldText(from: decoder).text)
            self = isArea ? .area(try BlurArea(from: decoder)) : .gradient(try BlurGradient(from: decoder))
        }
    }

    /// Encodes the gradient, the area, the mask, or the array of fields.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .gradient(let gradient): try gradient.encode(to: encoder)
        case .area(let area): try area.encode(to: encoder)
        case .mask(let ramp): try ramp.encode(to: encoder)
        case .maximum(let fields): try fields.encode(to: encoder)
        }
    }
}
