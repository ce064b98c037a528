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
