extension ScenePath: Codable {
    /// Decodes a list of elements.
    ///
    /// - Throws: a `DecodingError`, also if a path does not begin with ``Element/move(to:)``.
    public init(from decoder: any Decoder) throws {
        let elements = try [Element](from: decoder)
        if let first = elements.first {
            guard case .move = first else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "a path has to begin with a move"))
            }
        }
        self.init()
        for element in elements { append(element) }
    }

    /// Encodes the elements.
    public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }

    private mutating func append(_ element: Element) {
        switch element {
        case .move(let point): move(to: point)
        case .line(let point): line(to: point)
        case .quad(let point, let control): quad(to: point, control: control)
        case .cubic(let point, let control1, let control2):
            cubic(to: point, control1: control1, control2: control2)
        case .close: close()
        }
    }
}
