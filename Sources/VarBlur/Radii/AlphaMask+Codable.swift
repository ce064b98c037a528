extension AlphaMask: Codable {
    private enum CodingKeys: String, CodingKey {
        case width
        case height
        case isInverted
        case eight
        case sixteen
        case float
    }

    /// Decodes a mask and validates its size.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (width, height) = (
            try values.decode(Int.self, forKey: .width), try values.decode(Int.self, forKey: .height)
        )
        let isInverted = try values.decodeIfPresent(Bool.self, forKey: .isInverted) ?? false
        self = try decoder.validated {
            if let samples = try values.decodeIfPresent([UInt8].self, forKey: .eight) {
                return try AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
            }
            if let samples = try values.decodeIfPresent([UInt16].self, forKey: .sixteen) {
                return try AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
            }
            let samples = try values.decode([Float].self, forKey: .float)
            return try AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
        }
    }

    /// Encodes the size and all samples.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(width, forKey: .width)
        try values.encode(height, forKey: .height)
        if isInverted { try values.encode(isInverted, forKey: .isInverted) }
        switch samples.depth {
        case .eight: try unsafe values.encode(Array(samples.values(as: UInt8.self)), forKey: .eight)
        case .sixteen: try unsafe values.encode(Array(samples.values(as: UInt16.self)), forKey: .sixteen)
        case .float: try unsafe values.encode(Array(samples.values(as: Float.self)), forKey: .float)
        }
    }
}
