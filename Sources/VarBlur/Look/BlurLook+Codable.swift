extension BlurLook: Codable {
    private enum CodingKeys: String, CodingKey {
        case tint
        case saturation
        case grain
        case dithers
        case channelOrder
    }

    /// Decodes a look; a missing key means the default.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        do {
            try self.init(
                tint: values.decodeIfPresent(Tint.self, forKey: .tint),
                saturation: values.decodeIfPresent(Double.self, forKey: .saturation) ?? 1,
                grain: values.decodeIfPresent(Double.self, forKey: .grain) ?? 0,
                dithers: values.decodeIfPresent(Bool.self, forKey: .dithers) ?? false)
        } catch let error as BlurError {
            throw error.asDecodingError(at: decoder)
        }
        channelOrder = try values.decodeIfPresent(ChannelOrder.self, forKey: .channelOrder) ?? .rgb
    }

    /// Encodes all settings; a tint that is `nil` is left out.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(tint, forKey: .tint)
        try values.encode(saturation, forKey: .saturation)
        try values.encode(grain, forKey: .grain)
        try values.encode(dithers, forKey: .dithers)
        try values.encode(channelOrder, forKey: .channelOrder)
    }
}

extension BlurLook.Tint: Codable {
    private enum CodingKeys: String, CodingKey {
        case red
        case green
        case blue
        case opacity
    }

    /// Decodes a tint; a missing opacity means the default.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        do {
            try self.init(
                red: values.decode(Double.self, forKey: .red), green: values.decode(Double.self, forKey: .green),
                blue: values.decode(Double.self, forKey: .blue),
                opacity: values.decodeIfPresent(Double.self, forKey: .opacity) ?? BlurLook.defaultOpacity)
        } catch let error as BlurError {
            throw error.asDecodingError(at: decoder)
        }
    }

    /// Encodes all four numbers.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(red, forKey: .red)
        try values.encode(green, forKey: .green)
        try values.encode(blue, forKey: .blue)
        try values.encode(opacity, forKey: .opacity)
    }
}
