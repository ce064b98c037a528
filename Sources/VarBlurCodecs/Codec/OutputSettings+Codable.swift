extension OutputSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case format
        case jpegQuality
        case jpegSmoothing
        case jpegIsProgressive
        case pngCompression
        case webPQuality
        case background
        case stripping
        case isDurable
    }

    /// Decodes settings; a missing key has its default value.
    ///
    /// - Throws: a `DecodingError`. A quality out of range is reported when the settings are used.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(&format, .format)
        try values.decode(&jpegQuality, .jpegQuality)
        try values.decode(&jpegSmoothing, .jpegSmoothing)
        try values.decode(&jpegIsProgressive, .jpegIsProgressive)
        try values.decode(&pngCompression, .pngCompression)
        try values.decode(&webPQuality, .webPQuality)
        try values.decode(&background, .background)
        try values.decode(&stripping, .stripping)
        try values.decode(&isDurable, .isDurable)
    }

    /// Encodes all settings; settings that are `nil` are omitted.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(format, forKey: .format)
        try values.encodeIfPresent(jpegQuality, forKey: .jpegQuality)
        try values.encode(jpegSmoothing, forKey: .jpegSmoothing)
        try values.encodeIfPresent(jpegIsProgressive, forKey: .jpegIsProgressive)
        try values.encode(pngCompression, forKey: .pngCompression)
        try values.encodeIfPresent(webPQuality, forKey: .webPQuality)
        try values.encodeIfPresent(background, forKey: .background)
        try values.encode(stripping, forKey: .stripping)
        try values.encode(isDurable, forKey: .isDurable)
    }
}
