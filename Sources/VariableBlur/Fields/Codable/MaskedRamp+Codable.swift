/// A range of radii that follows a mask of any kind.
protocol MaskedRamp {
    associatedtype Mask: Codable

    var mask: Mask { get }
    var maximumRadius: Double { get }
    var minimumRadius: Double { get }
    var easing: Easing { get }

    init(_ mask: Mask, maximumRadius: Double, minimumRadius: Double, easing: Easing) throws(BlurError)
}

private enum RampKeys: String, CodingKey {
    case mask
    case maximumRadius
    case minimumRadius
    case easing
}

extension MaskedRamp {
    fileprivate init(decodedFrom decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: RampKeys.self)
        let mask = try values.decode(Mask.self, forKey: .mask)
        let maximum = try values.decode(Double.self, forKey: .maximumRadius)
        let minimum = try values.decodeIfPresent(Double.self, forKey: .minimumRadius) ?? 0
        let easing = try values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear
        do throws(BlurError) {
            try self.init(mask, maximumRadius: maximum, minimumRadius: minimum, easing: easing)
        } catch {
            throw error.asDecodingError(at: decoder)
        }
    }

    fileprivate func encodeProperties(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: RampKeys.self)
        try values.encode(mask, forKey: .mask)
        try values.encode(maximumRadius, forKey: .maximumRadius)
        try values.encode(minimumRadius, forKey: .minimumRadius)
        try values.encode(easing, forKey: .easing)
    }
}

extension LinearRamp: MaskedRamp, Codable {
    /// Decodes a ramp and validates it; a missing minimum radius is 0, and a missing easing is linear.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws { try self.init(decodedFrom: decoder) }

    /// Encodes all four properties.
    public func encode(to encoder: any Encoder) throws { try encodeProperties(to: encoder) }
}

extension MaskRamp: MaskedRamp, Codable {
    /// Decodes a ramp and validates it; a missing minimum radius is 0, and a missing easing is linear.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws { try self.init(decodedFrom: decoder) }

    /// Encodes all four properties.
    public func encode(to encoder: any Encoder) throws { try encodeProperties(to: encoder) }
}
