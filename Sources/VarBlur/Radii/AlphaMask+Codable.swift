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
        do {
            if let samples = try values.decodeIfPresent([UInt8].self, forKey: .eight) {
                try self.init(width: width, height: height, samples: samples, isInverted: isInverted)
            } else if let samples = try values.decodeIfPresent([UInt16].self, forKey: .sixteen) {
                try self.init(width: width, height: height, samples: samples, isInverted: isInverted)
            } else {
                let samples = try values.decode([Float].self, forKey: .float)
                try self.init(width: width, height: height, samples: samples, isInverted: isInverted)
            }
        } catch let error as BlurError {
            throw error.asDecodingError(at: decoder)
        }
    }

    /// Encodes the size and all samples.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(width, forKey: .width)
        try values.encode(height, forKey: .height)
        if isInverted { try values.encode(isInverted, forKey: .isInverted) }
        switch samples.kind {
        case .eight: try unsafe values.encode(Array(samples.values(as: UInt8.self)), forKey: .eight)
        case .sixteen: try unsafe values.encode(Array(samples.values(as: UInt16.self)), forKey: .sixteen)
        case .float: try unsafe values.encode(Array(samples.values(as: Float.self)), forKey: .float)
        }
    }
}
