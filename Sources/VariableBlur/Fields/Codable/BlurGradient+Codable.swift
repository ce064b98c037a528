extension BlurGradient: Codable {
    private enum CodingKeys: String, CodingKey {
        case text
        case easing
    }

    /// Decodes a gradient from a string, as in ``init(_:)``, and an easing; a missing easing is linear.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurTextError`` or ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .text)
        let easing = try values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear
        do {
            self = try BlurGradient(text).eased(easing)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .text, in: values, debugDescription: "\(error)")
        }
    }

    /// Encodes the string, and the easing unless it is linear.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(description, forKey: .text)
        if easing != .linear { try values.encode(easing, forKey: .easing) }
    }

    private var easing: Easing {
        switch self {
        case .linear(let gradient): gradient.easing
        case .radial(let gradient): gradient.easing
        }
    }
}

extension LinearBlurGradient: Codable {
    /// Decodes a gradient like ``BlurGradient``.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        guard case .linear(let gradient) = try BlurGradient(from: decoder) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the gradient is not linear"))
        }
        self = gradient
    }

    /// Encodes the gradient like ``BlurGradient``.
    public func encode(to encoder: any Encoder) throws { try BlurGradient.linear(self).encode(to: encoder) }
}

extension RadialBlurGradient: Codable {
    /// Decodes a gradient like ``BlurGradient``.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        guard case .radial(let gradient) = try BlurGradient(from: decoder) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the gradient is not radial"))
        }
        self = gradient
    }

    /// Encodes the gradient like ``BlurGradient``.
    public func encode(to encoder: any Encoder) throws { try BlurGradient.radial(self).encode(to: encoder) }
}
