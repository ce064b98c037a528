/// The keys of a ramp of radii that follows a mask.
private enum RampKeys: String, CodingKey {
    case mask
    case maximumRadius
    case minimumRadius
    case easing
}

extension LinearRamp: Codable {
    /// Decodes a ramp and validates it; a missing minimum radius is 0, a missing easing linear.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: RampKeys.self)
        let mask = try values.decode(LinearAlphaMask.self, forKey: .mask)
        let maximum = try values.decode(Double.self, forKey: .maximumRadius)
        let minimum = try values.decodeIfPresent(Double.self, forKey: .minimumRadius) ?? 0
        let easing = try values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear
        do throws(BlurError) {
            try self.init(mask, maximumRadius: maximum, minimumRadius: minimum, easing: easing)
        } catch {
            throw error.asDecodingError(at: decoder)
        }
    }

    /// Encodes all four properties.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: RampKeys.self)
        try values.encode(mask, forKey: .mask)
        try values.encode(maximumRadius, forKey: .maximumRadius)
        try values.encode(minimumRadius, forKey: .minimumRadius)
        try values.encode(easing, forKey: .easing)
    }
}

extension MaskRamp: Codable {
    /// Decodes a ramp and validates it; a missing minimum radius is 0, a missing easing linear.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: RampKeys.self)
        let mask = try values.decode(AlphaMask.self, forKey: .mask)
        let maximum = try values.decode(Double.self, forKey: .maximumRadius)
        let minimum = try values.decodeIfPresent(Double.self, forKey: .minimumRadius) ?? 0
        let easing = try values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear
        do throws(BlurError) {
            try self.init(mask, maximumRadius: maximum, minimumRadius: minimum, easing: easing)
        } catch {
            throw error.asDecodingError(at: decoder)
        }
    }

    /// Encodes all four properties.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: RampKeys.self)
        try values.encode(mask, forKey: .mask)
        try values.encode(maximumRadius, forKey: .maximumRadius)
        try values.encode(minimumRadius, forKey: .minimumRadius)
        try values.encode(easing, forKey: .easing)
    }
}

extension BlurField: Codable {
    private enum CodingKeys: String, CodingKey {
        case ramp
        case gradient
        case mask
        case maximum
    }

    /// Decodes a field: an object with one of the members `ramp`, `gradient`, `mask`, and `maximum`.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let ramp = try values.decodeIfPresent(LinearRamp.self, forKey: .ramp) {
            self = .ramp(ramp)
        } else if let gradient = try values.decodeIfPresent(BlurGradient.self, forKey: .gradient) {
            self = gradient.field
        } else if let ramp = try values.decodeIfPresent(MaskRamp.self, forKey: .mask) {
            self = .mask(ramp)
        } else {
            self = .maximum(try values.decode([BlurField].self, forKey: .maximum))
        }
    }

    /// Encodes the field as an object with one member.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .ramp(let ramp): try values.encode(ramp, forKey: .ramp)
        case .linear(let gradient): try values.encode(gradient, forKey: .gradient)
        case .radial(let gradient): try values.encode(gradient, forKey: .gradient)
        case .mask(let ramp): try values.encode(ramp, forKey: .mask)
        case .maximum(let fields): try values.encode(fields, forKey: .maximum)
        }
    }
}
