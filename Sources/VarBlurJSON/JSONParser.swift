/// A syntax error in JSON text.
package struct JSONError: Error, Hashable, Sendable {
    /// The error in a few words, without a period.
    package let cause: String
    /// The position in the text, in bytes from 0.
    package let offset: Int
    /// Whether the text is too long; its syntax may be correct.
    package var isTooLong = false
}

/// Parses JSON texts as specified by I-JSON (RFC 7493): rejects comments, trailing commas, NaN, unpaired surrogates,
/// and duplicate names.
///
/// Names are compared by their bytes: the composed and the decomposed form of `é` are two names.
package struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// The member of a member of the text that contains bytes.
    private let bytesPath: (outer: String, inner: String)?
    /// The name of the latest member of the text.
    private var outerName = ""
    /// The position at which the text becomes too long.
    private var end: Int

    /// The maximum nesting depth of arrays and objects.
    package static let maxDepth = 64

    private init(_ bytes: [UInt8], _ bytesPath: (String, String)?, maximumLength: Int) {
        (self.bytes, self.bytesPath, end) = (bytes, bytesPath, min(bytes.count, maximumLength))
    }

    /// Parses text in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - bytesPath: the names of a member, and of a member in it, whose string is bytes in base64.
    ///   - maximumLength: the maximum length of the text in bytes, without the string that is bytes.
    /// - Returns: the value, with ``JSONValue/bytes(_:)`` at the path.
    /// - Throws: ``JSONError``.
    /// - Complexity: O(*n*) for *n* bytes. A string that is bytes is not copied as text.
    package static func value(
        of bytes: [UInt8], bytesPath: (String, String)? = nil, maximumLength: Int = .max
    ) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, bytesPath, maximumLength: maximumLength)
        do throws(JSONError) {
            let value = try parser.value()
            parser.skipSpace()
            guard parser.position == bytes.count else { throw parser.error("unexpected text after the value") }
            return value
        } catch {
            guard parser.position >= parser.end && parser.end < bytes.count else { throw error }
            throw JSONError(cause: "longer than \(maximumLength) bytes", offset: error.offset, isTooLong: true)
        }
    }

    private func error(_ cause: String) -> JSONError { JSONError(cause: cause, offset: position) }

    private var next: UInt8? { position < end ? bytes[position] : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number(try number())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case nil: throw error("missing value")
        default: throw error("invalid value")
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("invalid value") }
        position += word.utf8.count
        return value
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= Self.maxDepth else { throw error("nested more than \(Self.maxDepth) levels deep") }
        position += 1
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
            guard take(",") else { throw error("expected ',' or ']'") }
        }
    }

    private mutating func object() throws(JSONError) -> [JSONValue.Member] {
        try enter()
        defer { depth -= 1 }
        var members: [JSONValue.Member] = []
        var names: Set<[UInt8]> = []
        if take("}") { return members }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
            let name = try string()
            guard names.insert(Array(name.utf8)).inserted else { throw error("a name occurs twice") }
            skipSpace()
            guard take(":") else { throw error("expected ':'") }
            members.append(JSONValue.Member(name, try value(ofMember: name)))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw error("expected ',' or '}'") }
        }
    }

    private mutating func value(ofMember name: String) throws(JSONError) -> JSONValue {
        guard let bytesPath else { return try value() }
        if depth == 1 { outerName = name }
        let (outer, inner) = bytesPath
        let isAtPath = depth == 2 && outerName.utf8.elementsEqual(outer.utf8) && name.utf8.elementsEqual(inner.utf8)
        skipSpace()
        return isAtPath && next == UInt8(ascii: "\"") ? .bytes(try decodedBytes()) : try value()
    }

    /// The bytes that a string stands for; the only escape sequence in base64 is `\/`.
    private mutating func decodedBytes() throws(JSONError) -> [UInt8] {
        let start = position + 1
        guard let quote = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else {
            throw error("unterminated string")
        }
        var text = bytes[start..<quote]
        if text.contains(UInt8(ascii: "\\")) { text = Self.withoutEscapes(text) }
        guard let decoded = Base64.bytes(of: text) else { throw error("invalid base64") }
        position = quote + 1
        end = min(bytes.count, end + quote - start)
        return decoded
    }

    private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for index in text.indices {
            let isEscape = text[index...].starts(with: #"\/"#.utf8)
            if !isEscape { result.append(text[index]) }
        }
        return result[...]
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw error("expected a digit") }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else { throw error("invalid UTF-8") }
                guard CombiningMarks.maximumRun(of: string) <= CombiningMarks.limit else {
                    throw error("more than \(CombiningMarks.limit) combining marks in a row")
                }
                return string
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20: throw error("unescaped control character")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw error("unterminated string")
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        position += 1
        guard let byte = next else { throw error("unterminated string") }
        if byte == UInt8(ascii: "u") { return try unicodeEscape() }
        let characters: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
        ]
        guard let character = characters[byte] else { throw error("invalid escape sequence") }
        position += 1
        return [character]
    }

    private mutating func unicodeEscape() throws(JSONError) -> [UInt8] {
        var unit = try hexadecimal()
        if (0xD800..<0xDC00).contains(unit) {
            guard take("\\"), next == UInt8(ascii: "u") else { throw error("unpaired surrogate") }
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw error("unpaired surrogate") }
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(unit) else { throw error("unpaired surrogate") }
        return Array(UTF8.encode(scalar) ?? .init())
    }

    /// The four hexadecimal digits after `u`.
    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        position += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("expected a hexadecimal digit")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
