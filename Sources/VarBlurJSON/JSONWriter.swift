extension JSONValue {
    /// The value as a line of JSON; strings keep their non-ASCII characters, except those that are not visible.
    package var text: String {
        var text = ""
        // Without this, a text with many bytes would be copied whenever it outgrows its memory
        let length = base64Length
        if length > 0 { text.reserveCapacity(length + 4096) }
        write(to: &text)
        return text
    }

    /// The value as JSON in several lines, the last of which ends, too; what is short is on one line.
    package var indentedText: String { indented("") + "\n" }

    private func indented(_ indentation: String) -> String {
        let inner = indentation + "  "
        switch self {
        case .array(let values) where !values.isEmpty && text.utf8.count > 100:
            return "[\n" + values.map { inner + $0.indented(inner) }.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let members) where !members.isEmpty && text.utf8.count > 100:
            let lines = members.map { inner + JSONValue.string($0.name).text + ": " + $0.value.indented(inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        default: return text
        }
    }

    /// The length of all bytes in base64.
    private var base64Length: Int {
        switch self {
        case .bytes(let bytes): Base64.textLength(byteCount: bytes.count)
        case .array(let values): values.reduce(0) { $0 + $1.base64Length }
        case .object(let members): members.reduce(0) { $0 + $1.value.base64Length }
        default: 0
        }
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number
        case .string(let string): Self.write(string, to: &text)
        case .bytes(let bytes): Self.write(bytes, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ bytes: [UInt8], to text: inout String) {
        let partLength = 3 << 14
        text += "\""
        for start in stride(from: 0, to: bytes.count, by: partLength) {
            text += Base64.text(of: bytes[start..<min(start + partLength, bytes.count)])
        }
        text += "\""
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // almost all strings, without the cost of each character
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where isHidden(scalar): for unit in UTF16.encode(scalar) ?? .init() { escape(unit, to: &text) }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func escape(_ unit: UInt16, to text: inout String) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Whether a character controls a terminal, is not visible, changes how other characters are shown, or ends a line for some
    /// readers.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar < " " || scalar == "\u{7F}" }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
