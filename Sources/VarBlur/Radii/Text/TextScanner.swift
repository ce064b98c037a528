/// Reads the words, numbers and separators of a text in the notation of CSS.
struct TextScanner {
    private let text: String
    private let bytes: [UInt8]
    /// The next byte to read.
    private(set) var offset = 0

    /// A number and its unit, in lower case; the unit is empty if there is none.
    struct Quantity {
        let number: Double
        let unit: String
        let offset: Int
    }

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// An error at a position; `nil` for the current one.
    func error(_ message: String, at offset: Int? = nil) -> BlurTextError {
        BlurTextError(message: message, text: text, offset: offset ?? self.offset)
    }

    /// The next byte; `nil` at the end.
    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Whether the text ends here.
    var isAtEnd: Bool { offset == bytes.count }

    /// Checks that the text ends here, after `what`.
    func end(_ what: String) throws(BlurTextError) {
        guard isAtEnd else { throw error("nothing may follow \(what)") }
    }

    /// Skips spaces, tabs, and line breaks.
    mutating func skipSpaces() { while let byte = next, Self.spaces.contains(byte) { offset += 1 } }

    /// White space of CSS.
    private static let spaces = " \t\n\r\u{C}".utf8

    /// Reads a character and the spaces around it, if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        let start = offset
        skipSpaces()
        guard next == UInt8(ascii: character) else {
            offset = start
            return false
        }
        offset += 1
        skipSpaces()
        return true
    }

    /// Reads the parenthesis after the name of a function.
    mutating func open(_ name: String) throws(BlurTextError) {
        guard take("(") else { throw error("an opening parenthesis must follow \(name)") }
    }

    /// Reads a closing parenthesis; `message` says that it is missing.
    mutating func close(_ message: String) throws(BlurTextError) {
        guard take(")") else { throw error(message) }
    }

    /// Reads some bytes, if they come next.
    mutating func take(_ expected: some Sequence<UInt8>) -> Bool {
        let expected = Array(expected)
        guard bytes[offset...].starts(with: expected) else { return false }
        offset += expected.count
        return true
    }

    /// Reads a decimal number without a sign, such as `640` or `12.5`; `nil` if there is none.
    mutating func decimal() -> Double? {
        let start = offset
        guard digits() > 0 else { return nil }
        let integerEnd = offset
        if take([UInt8(ascii: ".")]), digits() == 0 { offset = integerEnd }
        exponent()
        return Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    /// Whether a word comes next.
    var isAtWord: Bool { next.map { $0.isLetter } ?? false }

    /// Whether a number comes next.
    var isAtNumber: Bool {
        next.map { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") }
            ?? false
    }

    /// Reads a word of letters and dashes, in lower case; empty if there is none.
    mutating func word() -> String {
        guard isAtWord else { return "" }
        let start = offset
        while let byte = next, byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
    }

    /// Reads a number and its unit, after which a separator must follow.
    mutating func quantity() throws(BlurTextError) -> Quantity {
        let start = offset
        if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { offset += 1 }
        let integerDigits = digits()
        var fractionDigits = 0
        if next == UInt8(ascii: ".") {
            offset += 1
            fractionDigits = digits()
            guard fractionDigits > 0 else { throw error("a digit must follow the point") }
        }
        guard integerDigits + fractionDigits > 0 else { throw error("a number is missing", at: start) }
        exponent()
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)),
            abs(number) <= FieldLimits.greatest
        else { throw error("a number must be between -1000000000 and 1000000000", at: start) }
        let unitStart = offset
        var unit = word()
        if unit.isEmpty, next == UInt8(ascii: "%") {
            offset += 1
            unit = "%"
        }
        let isSeparated = next.map { Self.spaces.contains($0) || ",)".utf8.contains($0) } ?? true
        guard isSeparated else {
            throw error(
                "a space, a comma or a parenthesis must follow a number", at: offset > unitStart ? offset : unitStart)
        }
        return Quantity(number: number, unit: unit, offset: start)
    }

    /// Skips digits and returns how many there were.
    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, byte.isDigit { offset += 1 }
        return offset - start
    }

    /// Skips an exponent, if a complete one comes next.
    private mutating func exponent() {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
        let start = offset
        offset += 1
        if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { offset += 1 }
        if digits() == 0 { offset = start }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    fileprivate var isLetter: Bool {
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }
}
