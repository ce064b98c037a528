extension BlurGradient.Position: CustomStringConvertible {
    /// Parses a position such as `50% 40%`, `top left`, `20px`, or `right 10% bottom 20%`, as in CSS.
    ///
    /// Distances from the right and the bottom edge are percentages.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        scanner.skipSpaces()
        self = try scanner.position()
        try scanner.end("a position")
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

    /// Whether it is the name of an edge.
    var isEdge: Bool { isWord && fitsX != fitsY }

    /// The words for a direction of the compass, as other programs have them: `right top` for `northeast`; `nil` for anything else.
    static func place(ofDirection word: String) -> String? {
        let columns = [("east", "right"), ("west", "left"), ("", "")]
        for (north, row) in [("north", "top"), ("south", "bottom"), ("", "")] {
            for (east, column) in columns where !word.isEmpty && word == north + east {
                return row.isEmpty || column.isEmpty ? row + column : "\(column) \(row)"
            }
        }
        return nil
    }
}

extension BlurLength {
    /// The distance from the first edge to a point that lies at this distance inside of an edge; `nil` for pixels from the far edge.
    fileprivate func distance(from edge: BlurLength) -> BlurLength? {
        if edge == .zero { return self }
        switch self {
        case .percent(let percent): return .percent(100 - percent)
        case .pixels(let pixels): return pixels == 0 ? edge : nil
        }
    }
}

extension TextScanner {
    /// Reads one or two coordinates, or two edges with the distances from them.
    mutating func position() throws(BlurTextError) -> BlurGradient.Position {
        let start = offset
        if let position = try positionFromEdges() { return position }
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

    /// Reads two edges with the distances from them, such as `right 10% bottom 20%`; `nil` for other forms of a position.
    private mutating func positionFromEdges() throws(BlurTextError) -> BlurGradient.Position? {
        let start = self
        var (edges, starts): ([PositionCoordinate], [Int]) = ([], [])
        while edges.count < 4, let coordinate = try coordinate(&starts) { edges.append(coordinate) }
        guard edges.count > 2, edges.contains(where: \.isEdge) else {
            self = start
            return nil
        }
        guard edges.map(\.isEdge) == [true, false, true, false], !edges[1].isWord, !edges[3].isWord else {
            throw error("a position has one or two parts, or two edges with a distance from each", at: starts[2])
        }
        guard edges[0].fitsX != edges[2].fitsX else {
            throw error(
                "a position is a distance from the left or right, and one from the top or bottom", at: starts[2])
        }
        var lengths: [BlurLength] = []
        for index in [0, 2] {
            guard let length = edges[index + 1].value.distance(from: edges[index].value) else {
                throw error("a distance from the right or the bottom is given in %", at: starts[index + 1])
            }
            lengths.append(length)
        }
        return edges[0].fitsX ? .init(x: lengths[0], y: lengths[1]) : .init(x: lengths[1], y: lengths[0])
    }

    private mutating func coordinate(_ starts: inout [Int]) throws(BlurTextError) -> PositionCoordinate? {
        starts.append(offset)
        return try coordinate()
    }

    private mutating func coordinate() throws(BlurTextError) -> PositionCoordinate? {
        let offset = offset
        defer { skipSpaces() }
        if isAtNumber { return PositionCoordinate(value: try length("a position"), isWord: false) }
        guard isAtWord else { return nil }
        let word = word()
        guard let coordinate = PositionCoordinate.words[word] else {
            let place = PositionCoordinate.place(ofDirection: word).map { "; for \(word), write '\($0)'" } ?? ""
            throw error("a position is given in px or %, or as left, right, top, bottom or center\(place)", at: offset)
        }
        return coordinate
    }
}
