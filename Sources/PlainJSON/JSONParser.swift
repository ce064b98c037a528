/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// Half a sentence.
    package let cause: String
    /// The place in the text, in bytes from 0.
    package let offset: Int
}

/// Reads a JSON text to the letter of RFC 8259: no comments, no commas too many, no NaN, no half surrogates, no name twice.
package struct JSONParser {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    /// How deeply arrays and objects may lie in each other.
    package static let deepest = 64

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The value of a text in UTF-8.
    package static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.place == bytes.count else { throw parser.error("something follows the value") }
        return value
    }

    private func error(_ cause: String) -> JSONError { JSONError(cause: cause, offset: place) }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("a value is missing")
        default: throw error("there is no such value")
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[place...].starts(with: word.utf8) else { throw error("there is no such value") }
        place += word.utf8.count
        return value
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= Self.deepest else { throw error("it is nested more than \(Self.deepest) deep") }
        place += 1
        skipSpace()
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try enter()
        defer { depth -= 1 }
        var values: [JSONValue] = []
        if take("]") { return values }
        while true {
            values.append(try value())
            skipSpace()
            if take("]") { return values }
            guard take(",") else { throw error("a comma or ] is missing") }
        }
    }

    private mutating func object() throws(JSONError) -> [JSONValue.Member] {
        try enter()
        defer { depth -= 1 }
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        if take("}") { return members }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a name in quotes is missing") }
            let name = try string()
            guard names.insert(name).inserted else { throw error("a name is there twice") }
            skipSpace()
            guard take(":") else { throw error("a colon is missing") }
            members.append(JSONValue.Member(name, try value()))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw error("a comma or } is missing") }
        }
    }

    private mutating func number() throws(JSONError) -> String {
        let start = place
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try digits()
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = place
        while let byte = next, Self.isDigit(byte) { place += 1 }
        guard place > start else { throw error("a digit is missing") }
    }

    private mutating func string() throws(JSONError) -> String {
        place += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                guard let string = String(validating: text, as: UTF8.self) else { throw error("it is not UTF-8") }
                return string
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20: throw error("a control character is not escaped")
            default:
                text.append(byte)
                place += 1
            }
        }
        throw error("a string does not end")
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        place += 1
        guard let byte = next else { throw error("a string does not end") }
        if byte == UInt8(ascii: "u") { return try unicodeEscape() }
        let meanings: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
        ]
        guard let meaning = meanings[byte] else { throw error("there is no such escape") }
        place += 1
        return [meaning]
    }

    private mutating func unicodeEscape() throws(JSONError) -> [UInt8] {
        var unit = try hexadecimal()
        if (0xD800..<0xDC00).contains(unit) {
            guard take("\\"), next == UInt8(ascii: "u") else { throw error("half of a surrogate pair is missing") }
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw error("half of a surrogate pair is missing") }
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(unit) else { throw error("half of a surrogate pair is missing") }
        return Array(UTF8.encode(scalar) ?? .init())
    }

    /// Four digits behind a `u`.
    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        place += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("a hexadecimal digit is missing")
            }
            value = value << 4 | UInt32(digit)
            place += 1
        }
        return value
    }
}
