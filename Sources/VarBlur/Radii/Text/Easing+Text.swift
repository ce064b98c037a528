extension Easing: CustomStringConvertible {
    /// The easings that have a name, in the order of a list.
    private static let named: [(name: String, easing: Easing)] = [
        ("linear", .linear), ("smoothstep", .smoothstep), ("sine", .sine), ("ease", .ease), ("ease-in", .easeIn),
        ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ]

    /// The names of all named easings.
    public static var names: [String] { named.map(\.name) }

    /// Parses one of the ``names``, or `cubic-bezier(x1, y1, x2, y2)`.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        let name = scanner.word()
        if name == "cubic-bezier" {
            self = try Self.curve(&scanner)
        } else if let easing = Self.named.first(where: { $0.name == name })?.easing {
            self = easing
        } else {
            throw scanner.error(
                "an easing is \(Self.names.joined(separator: ", ")), or cubic-bezier(x1, y1, x2, y2)", at: 0)
        }
        try scanner.end("an easing")
    }

    private static func curve(_ scanner: inout TextScanner) throws(BlurTextError) -> Easing {
        try scanner.open("cubic-bezier")
        var numbers: [Double] = []
        repeat {
            let quantity = try scanner.quantity()
            let (number, isPosition) = (quantity.number, numbers.count % 2 == 0)
            guard quantity.unit.isEmpty else {
                throw scanner.error("the number must not have a unit", at: quantity.offset)
            }
            guard !isPosition || (0...1).contains(number) else {
                throw scanner.error("the first and third number must be 0 to 1", at: quantity.offset)
            }
            numbers.append(number)
        } while scanner.take(",") && numbers.count < 4
        guard numbers.count == 4, scanner.take(")") else {
            throw scanner.error("cubic-bezier has four numbers in parentheses, separated by commas")
        }
        return .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    }

    /// The easing as a string, which ``init(_:)`` parses to the same easing.
    public var description: String {
        if let name = Self.named.first(where: { $0.easing == self })?.name { return name }
        guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else { return "" }
        return "cubic-bezier(\([x1, y1, x2, y2].map { ReadableNumber.text($0) }.joined(separator: ", ")))"
    }
}
