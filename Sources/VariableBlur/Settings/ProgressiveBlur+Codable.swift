extension ProgressiveBlur: Codable {
    private enum CodingKeys: String, CodingKey {
        case maximumRadius
        case minimumRadius
        case direction
        case startOffset
        case edges
        case field
        case look
        case light
    }

    /// Decodes a blur: a ``field``, or the settings of ``init(maximumRadius:minimumRadius:direction:startOffset:edges:)``; a
    /// missing setting has its default value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let maximumRadius = try values.decodeIfPresent(Double.self, forKey: .maximumRadius)
        let minimumRadius = try values.decodeIfPresent(Double.self, forKey: .minimumRadius)
        let direction = try values.decodeIfPresent(BlurDirection.self, forKey: .direction)
        let startOffset = try values.decodeIfPresent(Double.self, forKey: .startOffset)
        let edges = try values.decodeIfPresent(EdgeMode.self, forKey: .edges)
        if let field = try values.decodeIfPresent(BlurField.self, forKey: .field) {
            self.init(field: field, edges: edges ?? .normalize)
            light = try values.decodeIfPresent(BlurLight.self, forKey: .light) ?? .encoded
            look = try values.decodeIfPresent(BlurLook.self, forKey: .look) ?? .none
            return
        }
        do {
            try self.init(
                maximumRadius: maximumRadius ?? Self.defaultMaximumRadius,
                minimumRadius: minimumRadius ?? 0,
                direction: direction ?? .top,
                startOffset: startOffset ?? 0,
                edges: edges ?? .normalize)
        } catch {
            throw error.asDecodingError(at: decoder)
        }
        light = try values.decodeIfPresent(BlurLight.self, forKey: .light) ?? .encoded
        look = try values.decodeIfPresent(BlurLook.self, forKey: .look) ?? .none
    }

    /// Encodes all five settings of a linear ramp, or the ``field`` and the edge mode of another blur; default values of
    /// ``look`` and ``light`` are omitted.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if look != .none { try values.encode(look, forKey: .look) }
        if light.isLinear { try values.encode(light, forKey: .light) }
        guard case .ramp(let ramp) = field, ramp.easing == .linear else {
            try values.encode(field, forKey: .field)
            try values.encode(edges, forKey: .edges)
            return
        }
        try values.encode(maximumRadius, forKey: .maximumRadius)
        try values.encode(minimumRadius, forKey: .minimumRadius)
        try values.encode(direction, forKey: .direction)
        try values.encode(startOffset, forKey: .startOffset)
        try values.encode(edges, forKey: .edges)
    }
}

extension BlurError {
    func asDecodingError(at decoder: any Decoder) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: message, underlyingError: self))
    }
}
