internal import VarBlurJSON
internal import VarBlurCodecs

/// Rows of comma-separated values (RFC 4180) as lines of a batch: each sets values of one scene.
package struct CSVRows: Sendable {
    /// The path of the scene.
    let scene: String
    /// The names of the columns; `nil` before the first row.
    private var names: [String]?
    /// What is wrong with the first row, and so with all of them.
    private var headerMistake: String?

    package init(scene: String) { self.scene = scene }

    /// The line of a batch that a row stands for, in which all values are texts; `nil` for the first row, which has the names of the columns.
    ///
    /// Empty values are left out unless they are texts of the scene.
    mutating func line(_ row: LineReader.Line) -> LineReader.Line? {
        guard let bytes = row.bytes else { return row }
        let parsed = CSVValues(bytes)
        func wrong(_ mistake: String) -> LineReader.Line {
            LineReader.Line(number: row.number, bytes: bytes, mistake: mistake)
        }
        let values = parsed.texts
        guard let names else {
            self.names = values
            headerMistake = parsed.mistake ?? Self.mistake(in: values)
            return parsed.mistake.map(wrong)
        }
        if let mistake = headerMistake ?? parsed.mistake { return wrong(mistake) }
        guard values.count == names.count else {
            return wrong("the row has \(values.count) values, but the first row names \(names.count) columns")
        }
        var (members, set) = ([JSONValue.Member("scene", .string(scene))], [JSONValue.Member]())
        for (name, value) in zip(names, values) {
            if ["id", "output"].contains(where: { $0.isSame(as: name) }) {
                members.append(JSONValue.Member(name, .string(value)))
            } else if !value.isEmpty || [".text", ".image", ".id"].contains(where: name.hasSuffix) {
                set.append(JSONValue.Member(name, .string(value)))
            }
        }
        members.append(JSONValue.Member("set", .object(set)))
        return LineReader.Line(number: row.number, bytes: Array(JSONValue.object(members).text.utf8))
    }

    /// The first row and another one that are correct, for messages.
    package static let example = "for example, the rows 'output,title.text' and 'card-1.png,Hello'"

    /// What is wrong with the names of the columns; `nil` if they are correct.
    private static func mistake(in names: [String]) -> String? {
        var used: Set<[UInt8]> = []
        // columns without a name have no values that matter
        if let twice = names.first(where: { !$0.isEmpty && !used.insert(Array($0.utf8)).inserted }) {
            return "the first row names the column '\(Quotation.of(twice))' twice"
        }
        if names.contains(where: { $0.isSame(as: "output") }) { return nil }
        if names.count == 1 && names[0].contains(where: { $0 == ";" || $0 == "\t" }) {
            return "the values are not separated by commas"
        }
        return "the first row names no column 'output'; its columns are \(Quotation.of(names.joined(separator: ", ")))"
    }
}

/// Where the reader of a row of comma-separated values is.
struct CSVPosition {
    private enum State {
        /// At the start of a value.
        case start
        /// In a value without quotation marks, where one stands for itself.
        case plain
        /// Between quotation marks.
        case quoted
        /// After a quotation mark that ends a value, unless another one follows.
        case closed
    }

    /// What a byte is.
    enum Role {
        case value
        case separator
        case quotation
    }

    private var state = State.start
    /// Whether a value goes on after the quotation mark that ends it.
    private(set) var isWrong = false

    /// Whether a row that ends here goes on in the next line.
    var isOpen: Bool { state == .quoted }

    /// Moves on by a byte.
    mutating func advance(_ byte: UInt8) -> Role {
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        switch state {
        case .start where byte == quote:
            state = .quoted
            return .quotation
        case .quoted:
            if byte != quote { return .value }
            state = .closed
            return .quotation
        case .closed where byte == quote:
            state = .quoted
            return .value
        case _ where byte == comma:
            state = .start
            return .separator
        default:
            if state == .closed { isWrong = true }
            state = .plain
            return .value
        }
    }

    /// Moves on by all bytes of a line.
    mutating func advance(_ line: [UInt8]) { for byte in line { _ = advance(byte) } }
}

/// The values of a row.
private struct CSVValues {
    private var position = CSVPosition()
    private var values: [[UInt8]] = [[]]

    init(_ row: [UInt8]) {
        for byte in row {
            switch position.advance(byte) {
            case .value: values[values.count - 1].append(byte)
            case .separator: values.append([])
            case .quotation: break
            }
        }
    }

    /// What is wrong with the row; `nil` if it is correct.
    var mistake: String? {
        if position.isOpen { return "a value begins with a quotation mark, but none ends it" }
        if position.isWrong { return "a value goes on after the quotation mark that ends it (double those within it)" }
        return values.contains { String(validating: $0, as: UTF8.self) == nil } ? "the row is not UTF-8 text" : nil
    }

    var texts: [String] { values.map { String(decoding: $0, as: UTF8.self) } }
}
