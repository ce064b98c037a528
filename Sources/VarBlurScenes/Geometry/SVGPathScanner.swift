/// Reads the letters, numbers and flags of a path in the notation of SVG.
struct SVGPathScanner {
    private let bytes: [UInt8]
    private var offset = 0

    /// Greater numbers are rejected, so that no calculation with them overflows.
    private static let greatestNumber = 1e9

    init(_ text: String) { bytes = Array(text.utf8) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var isAtEnd: Bool { offset == bytes.count }

    var isAtComma: Bool { next == UInt8(ascii: ",") }

    func error(_ message: String, back: Int = 0) -> PathTextError {
        PathTextError(message: message, offset: offset - back)
    }

    /// Skips white space.
    mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B { offset += 1 }
    }

    /// Skips white space with at most one comma in it.
    mutating func skipSeparator() {
        skipSpaces()
        guard next == UInt8(ascii: ",") else { return }
        offset += 1
        skipSpaces()
    }

    /// Reads a letter, if one comes next.
    mutating func takeLetter() -> UInt8? {
        guard let byte = next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else { return nil }
        offset += 1
        return byte
    }

    /// Reads a digit 0 or 1, which needs no separator after it.
    mutating func flag() throws(PathTextError) -> Bool {
        skipSeparator()
        guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            throw error("the fourth and fifth number of an arc have to be 0 or 1")
        }
        offset += 1
        return byte == UInt8(ascii: "1")
    }

    /// Reads a number and the separator before it.
    mutating func number() throws(PathTextError) -> Double {
        skipSeparator()
        let start = offset
        skip("+-")
        let integer = skipDigits()
        var fraction = 0
        if next == UInt8(ascii: ".") {
            offset += 1
            fraction = skipDigits()
        }
        guard integer + fraction > 0 else {
            offset = start
            throw error("a number is missing")
        }
        skipExponent()
        // Swift reads no point without a digit after it
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        let digits = fraction == 0 ? text.filter { $0 != "." } : text
        guard let number = Double(digits), abs(number) <= Self.greatestNumber else {
            offset = start
            throw error("a number has to be between -1000000000 and 1000000000")
        }
        return number
    }

    private mutating func skip(_ characters: String) {
        if let byte = next, characters.utf8.contains(byte) { offset += 1 }
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset - start
    }

    /// Skips an exponent, if a complete one comes next.
    private mutating func skipExponent() {
        let start = offset
        guard let byte = next, byte | 0x20 == UInt8(ascii: "e") else { return }
        offset += 1
        skip("+-")
        if skipDigits() == 0 { offset = start }
    }
}
