internal import VarBlur

extension BlurSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case maximumRadius
        case minimumRadius
        case directions
        case startOffset
        case easing
        case mask
        case gradients
        case look
        case light
        case edges
        case engine
    }

    /// Decodes settings; a missing key has its default value.
    ///
    /// - Throws: a `DecodingError`. Numbers out of range are reported when the settings are used.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(&maximumRadius, .maximumRadius)
        try values.decode(&minimumRadius, .minimumRadius)
        try values.decode(&directions, .directions)
        try values.decode(&startOffset, .startOffset)
        try values.decode(&easing, .easing)
        mask = try values.decodeIfPresent(AlphaMask.self, forKey: .mask)
        try values.decode(&gradients, .gradients)
        try values.decode(&look, .look)
        try values.decode(&light, .light)
        try values.decode(&edges, .edges)
        try values.decode(&engine, .engine)
    }

    /// Encodes all settings except ``execution``, which depends on the machine and does not affect the result.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(maximumRadius, forKey: .maximumRadius)
        try values.encode(minimumRadius, forKey: .minimumRadius)
        try values.encode(directions, forKey: .directions)
        try values.encode(startOffset, forKey: .startOffset)
        try values.encode(easing, forKey: .easing)
        try values.encodeIfPresent(mask, forKey: .mask)
        try values.encode(gradients, forKey: .gradients)
        try values.encode(look, forKey: .look)
        try values.encode(light, forKey: .light)
        try values.encode(edges, forKey: .edges)
        try values.encode(engine, forKey: .engine)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value if there is one.
    func decode<Value: Decodable>(_ value: inout Value, _ key: Key) throws {
        if let decoded = try decodeIfPresent(Value.self, forKey: key) { value = decoded }
    }
}
