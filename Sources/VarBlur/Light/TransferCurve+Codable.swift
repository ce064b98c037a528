extension TransferCurve: Codable {
    private enum CodingKeys: String, CodingKey {
        case parameters
        case table
        case name
    }

    private enum Name: String, Codable {
        case pq, hlg
    }

    /// Decodes an object with the only key `parameters` or `table`, or `name`, which is `pq` or `hlg`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if values.contains(.name) {
            self = try values.decode(Name.self, forKey: .name) == .pq ? .pq : .hlg
            return
        }
        self = try decoder.validated {
            try values.contains(.table)
                ? TransferCurve(table: values.decode([UInt16].self, forKey: .table))
                : TransferCurve(values.decode(Parameters.self, forKey: .parameters))
        }
    }

    /// Encodes the parameters, the table, or the name.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch form {
        case .parameters(let parameters): try values.encode(parameters, forKey: .parameters)
        case .table(let table): try values.encode(table, forKey: .table)
        case .perceptualQuantizer: try values.encode(Name.pq, forKey: .name)
        case .hybridLogGamma: try values.encode(Name.hlg, forKey: .name)
        }
    }
}
