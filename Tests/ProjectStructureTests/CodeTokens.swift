/// Splits code into words and single punctuation characters, with the line of each.
struct CodeTokens {
    struct Token: Equatable {
        let text: String
        let line: Int
    }

    private(set) var tokens: [Token] = []

    init(_ code: [UInt8]) {
        var (line, offset) = (1, 0)
        while offset < code.count {
            let byte = code[offset]
            let word = code[offset...].prefix(while: Self.isWordByte)
            if !word.isEmpty {
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), line: line))
            } else if byte == UInt8(ascii: "\n") {
                line += 1
            } else if byte > UInt8(ascii: " ") {
                tokens.append(Token(text: String(UnicodeScalar(byte)), line: line))
            }
            offset += max(word.count, 1)
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }
}
