extension BlurGradient.Position: CustomStringConvertible {
    /// Parses a position such as `50% 40%`, `top left`, or `20px`, as in CSS.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        scanner.skipSpaces()
        self = try scanner.position()
        guard scanner.isAtEnd else { throw scanner.error("nothing may follow a position", at: scanner.offset) }
    }

    /// The position as a string, which ``init(_:)`` parses to the same position.
    public var description: String { text ?? "center" }

    /// The text of the position; `nil` for the center.
    var text: String? {
        switch (x, y) {
        case (.percent(50), .percent(50)): nil
        case (.percent(50), .zero): "top"
        case (.percent(50), .percent(100)): "bottom"
        case (_, .percent(50)): x.description
        default: "\(x) \(y)"
        }
    }
}

/// One coordinate of a position, and the axes to which it may belong.
private struct PositionCoordinate {
    let value: BlurLength
    var isWord = true
    var fitsX = true
    var fitsY = true

    static let words = [
        "left": Self(value: .zero, fitsY: false), "right": Self(value: .percent(100), fitsY: false),
        "top": Self(value: .zero, fitsX: false), "bottom": Self(value: .percent(100), fitsX: false),
        "center": Self(value: .percent(50)),
    ]
}

extension TextScanner {
    /// Reads one or two coordinates.
    mutating func position() throws(BlurTextError) -> BlurGradient.Position {
        let start = offset
        guard let first = try coordinate() else {
            throw error("a position is missing, such as 50% 40% or 'top left'", at: start)
        }
        let secondStart = offset
        guard let second = try coordinate() else {
            let center = BlurLength.percent(50)
            return first.fitsX ? .init(x: first.value, y: center) : .init(x: center, y: first.value)
        }
        if first.fitsX && second.fitsY { return .init(x: first.value, y: second.value) }
        // words may come in either order
        guard first.isWord && second.isWord && first.fitsY && second.fitsX else {
            throw error("a position is horizontal, then vertical", at: first.fitsX ? secondStart : start)
        }
        return .init(x: second.value, y: first.value)
    }

    private mutating func coordinate() throws(BlurTextError) -> PositionCoordinate? {
        let offset = offset
        defer { skipSpaces() }
        if isAtNumber { return PositionCoordinate(value: try length("a position"), isWord: false) }
        guard isAtWord else { return nil }
        guard let coordinate = PositionCoordinate.words[word()] else {
            throw error("a position is given in px or %, or as left, right, top, bottom or center", at: offset)
        }
        return coordinate
    }
}
