extension ProgressiveBlur: Codable {
    private enum CodingKeys: String, CodingKey {
        case maximumRadius
        case minimumRadius
        case direction
        case startOffset
        case reach
        case easing
        case edges
        case field
        case look
        case light
        case matte
        case mosaic
    }

    /// Decodes a blur: a ``field``, or the settings of ``init(maximumRadius:minimumRadius:direction:startOffset:easing:edges:)`` or
    /// ``init(maximumRadius:minimumRadius:direction:reach:easing:edges:)``.
    ///
    /// A missing setting has its default value. A reach replaces the start offset.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        field =
            try values.decodeIfPresent(BlurField.self, forKey: .field)
            ?? decoder.validated {
                try .gradient(Self.gradient(values))
            }
        edges = try values.decodeIfPresent(EdgeMode.self, forKey: .edges) ?? .normalize
        look = try values.decodeIfPresent(BlurLook.self, forKey: .look) ?? .none
        light = try values.decodeIfPresent(BlurLight.self, forKey: .light) ?? .encoded
        matte = try values.decodeIfPresent(AlphaMask.self, forKey: .matte)
        mosaic = try values.decodeIfPresent(BlurLength.self, forKey: .mosaic)
    }

    private static func gradient(_ values: KeyedDecodingContainer<CodingKeys>) throws -> BlurGradient {
        let maximum = try values.decodeIfPresent(Double.self, forKey: .maximumRadius) ?? defaultMaximumRadius
        let minimum = try values.decodeIfPresent(Double.self, forKey: .minimumRadius) ?? 0
        let direction = try values.decodeIfPresent(BlurDirection.self, forKey: .direction) ?? .top
        let easing = try values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear
        if let reach = try values.decodeIfPresent(BlurLength.self, forKey: .reach) {
            return try BlurGradient(
                maximumRadius: maximum, minimumRadius: minimum, direction: direction, reach: reach, easing: easing)
        }
        return try BlurGradient(
            maximumRadius: maximum, minimumRadius: minimum, direction: direction,
            startOffset: values.decodeIfPresent(Double.self, forKey: .startOffset) ?? 0, easing: easing)
    }

    /// Encodes the ``field`` and the edge mode; default values of ``look``, ``light``, ``matte``, and ``mosaic`` are omitted.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(field, forKey: .field)
        try values.encode(edges, forKey: .edges)
        if look != .none { try values.encode(look, forKey: .look) }
        if light.isLinear { try values.encode(light, forKey: .light) }
        try values.encodeIfPresent(matte, forKey: .matte)
        try values.encodeIfPresent(mosaic, forKey: .mosaic)
    }
}
