internal import PlainJSON
internal import VarBlurCodecs

/// Rows of comma-separated values (RFC 4180) as lines of a batch: each sets values of one scene.
struct CSVRows: Sendable {
    /// The path of the scene.
    let scene: String
    /// The names of the columns; `nil` before the first row.
    private var names: [String]?

    init(scene: String) { self.scene = scene }

    /// Whether the row goes on in the next line, because a value in quotation marks does.
    static func isOpen(_ row: [UInt8]) -> Bool { row.count { $0 == UInt8(ascii: "\"") } % 2 == 1 }

    /// The line of a batch that a row stands for; `nil` for the first row, which has the names of the columns.
    mutating func line(_ row: LineReader.Line) -> LineReader.Line? {
        guard let bytes = row.bytes else { return row }
        let values = Self.values(bytes)
        guard let names else {
            self.names = values
            return nil
        }
        if let mistake = Self.mistake(in: names) {
            return LineReader.Line(number: row.number, bytes: bytes, mistake: mistake)
        }
        guard values.count == names.count else {
            return LineReader.Line(
                number: row.number, bytes: bytes,
                mistake: "the row has \(values.count) values, but the first row names \(names.count) columns")
        }
        var members = [JSONValue.Member("scene", .string(scene))]
        var set: [JSONValue.Member] = []
        for (name, value) in zip(names, values) {
            if ["id", "output"].contains(where: { $0.isSame(as: name) }) {
                members.append(.init(name, .string(value)))
            } else if let json = Self.json(value, of: name) {
                set.append(.init(name, json))
            }
        }
        let object = JSONValue.object(members + [.init("set", .object(set))])
        return LineReader.Line(number: row.number, bytes: Array(object.text.utf8))
    }

    /// The first row and another one that are correct, for messages.
    static let example = "for example, the rows 'output,title.text' and 'card-1.png,Hello'"

    /// What is wrong with the names of the columns; `nil` if they are correct.
    private static func mistake(in names: [String]) -> String? {
        if names.contains(where: { $0.isSame(as: "output") }) { return nil }
        if names.count == 1 && names[0].contains(where: { $0 == ";" || $0 == "\t" }) {
            return "the values are not separated by commas"
        }
        return "the first row names no column 'output'; its columns are \(Quotation.of(names.joined(separator: ", ")))"
    }

    /// A value as `--set` takes it: JSON except for texts; `nil` for an empty one that is no text.
    private static func json(_ value: String, of name: String) -> JSONValue? {
        let isText = [".text", ".image", ".id"].contains { name.hasSuffix($0) }
        if value.isEmpty && !isText { return nil }
        return isText ? .string(value) : (try? JSONParser.value(of: Array(value.utf8))) ?? .string(value)
    }

    private static func values(_ row: [UInt8]) -> [String] {
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        var (values, value): ([[UInt8]], [UInt8]) = ([], [])
        var (isQuoted, wasQuote) = (false, false)
        for byte in row.last == UInt8(ascii: "\r") ? row.dropLast() : row[...] {
            if byte == quote {
                // two quotation marks inside of a value stand for one
                if !isQuoted && wasQuote { value.append(quote) }
                (isQuoted, wasQuote) = (!isQuoted, isQuoted)
                continue
            }
            wasQuote = false
            if byte == comma && !isQuoted {
                values.append(value)
                value = []
            } else {
                value.append(byte)
            }
        }
        return (values + [value]).map { String(decoding: $0, as: UTF8.self) }
    }
}
