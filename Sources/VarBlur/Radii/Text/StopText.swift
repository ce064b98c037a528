/// The texts of stops and lengths.
enum StopText {
    /// The texts of the stops of a gradient; two neighbors of the same radius are one if that is shorter.
    static func list(_ stops: [RadiusStop]) -> [String] {
        let radii = stops.map(\.radius)
        // the shortest texts of the first stops, by the number of stops
        var shortest: [[String]] = [[]]
        for index in stops.indices {
            let stop = stops[index]
            let single = [stop.radius.description, stop.position?.description ?? defaultPosition(stops, index)]
                .compactMap(\.self)
            var best = shortest[index] + [single.joined(separator: " ")]
            if index > 0, radii[index - 1] == radii[index], stops[index - 1].midpoint == nil,
                let pair = pair(stops, index)
            {
                let paired = shortest[index - 1] + [pair]
                if length(paired) < length(best) { best = paired }
            }
            shortest.append(best + (stop.midpoint.map { ["\(ReadableNumber.text($0))%"] } ?? []))
        }
        return shortest[stops.count]
    }

    /// The text of a missing position: a percentage alone between two stops is a midpoint.
    private static func defaultPosition(_ stops: [RadiusStop], _ index: Int) -> String? {
        guard case .percent = stops[index].radius, index > 0, index < stops.count - 1 else { return nil }
        return "auto"
    }

    /// The text of a stop and the one before it, which has the same radius; `nil` if a position is missing.
    private static func pair(_ stops: [RadiusStop], _ index: Int) -> String? {
        let first = stops[index - 1].position ?? (index == 1 ? .zero : nil)
        let second = stops[index].position ?? (index == stops.count - 1 ? .percent(100) : nil)
        guard let first, let second else { return nil }
        return "\(stops[index].radius) \(first) \(second)"
    }

    /// The length of some texts and of the separators between them.
    private static func length(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count + 2 } }
}

extension BlurLength: CustomStringConvertible {
    /// Parses a length: `12px`, `5%`, or `0`.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        self = try scanner.length("a length")
        try scanner.end("a length")
    }

    /// The length as in CSS: `12px`, `5%`, or `0`.
    public var description: String {
        switch self {
        case .pixels(0): "0"
        case .pixels(let pixels): "\(ReadableNumber.text(pixels))px"
        case .percent(let percent): "\(ReadableNumber.text(percent))%"
        }
    }
}
