extension ImageLimits: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case pixels
        case side
        case inputBytes
        case scans
        case segments
        case chunks
        case warnings
        case memory
        case metadata
        case imagesAtOnce
        case time
        case allowsDamage
    }

    /// The limits that are whole numbers.
    private static let numbers: [(key: CodingKeys, path: any WritableKeyPath<ImageLimits, Int> & Sendable)] = [
        (.pixels, \.pixels), (.side, \.side), (.inputBytes, \.inputBytes), (.scans, \.scans),
        (.segments, \.segments), (.chunks, \.chunks), (.warnings, \.warnings), (.memory, \.memory),
        (.metadata, \.metadata), (.imagesAtOnce, \.imagesAtOnce),
    ]

    /// Decodes limits; a missing key has its default value.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        for (key, path) in Self.numbers { try values.decode(&self[keyPath: path], key) }
        if let seconds = try values.decodeIfPresent(Double.self, forKey: .time) {
            // a greater number of seconds would overflow a duration
            guard seconds >= 0, seconds <= 1e12 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .time, in: values, debugDescription: "the time is from 0 to 1e12 seconds")
            }
            time = .seconds(seconds)
        }
        try values.decode(&allowsDamage, .allowsDamage)
    }

    /// Encodes all limits, with the time in seconds; the time is omitted if there is no limit.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        for (key, path) in Self.numbers { try values.encode(self[keyPath: path], forKey: key) }
        if let time { try values.encode(time / .seconds(1), forKey: .time) }
        try values.encode(allowsDamage, forKey: .allowsDamage)
    }
}
