/// A source file without its comments and string literals.
///
/// Both are replaced by spaces of the same length, so that offsets and line numbers stay valid and what remains
/// is code only.
struct SourceText {
    enum Language {
        case swift
        case c
    }

    /// The bytes of the code, with spaces in place of comments and literals.
    private(set) var code: [UInt8]
    private let source: [UInt8]
    private let language: Language

    init(_ text: String, language: Language) {
        source = Array(text.utf8)
        code = source
        self.language = language
        var offset = 0
        while offset < source.count { offset = end(ofTokenAt: offset) }
    }

    /// Blanks the comment or literal at an offset, if there is one, and returns the offset after it.
    private mutating func end(ofTokenAt offset: Int) -> Int {
        let end: Int
        switch source[offset] {
        case UInt8(ascii: "/") where matches("//", at: offset): end = endOfLine(from: offset)
        case UInt8(ascii: "/") where matches("/*", at: offset): end = endOfBlockComment(from: offset)
        case UInt8(ascii: "\""): end = endOfString(from: offset, hashes: 0)
        case UInt8(ascii: "#") where language == .swift:
            let hashes = source[offset...].prefix { $0 == UInt8(ascii: "#") }.count
            guard matches("\"", at: offset + hashes) else { return offset + hashes }
            end = endOfString(from: offset + hashes, hashes: hashes)
        case UInt8(ascii: "'") where language == .c: end = endOfCharacter(from: offset)
        case UInt8(ascii: "/") where language == .swift:
            guard let regexEnd = endOfRegex(from: offset) else { return offset + 1 }
            end = regexEnd
        default: return offset + 1
        }
        for index in offset..<end where code[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
        return end
    }

    private func matches(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { source[min(offset, source.count)...].starts(with: $0) }
    }

    private func endOfLine(from offset: Int) -> Int {
        source[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
    }

    /// The end of a block comment; Swift's block comments nest.
    private func endOfBlockComment(from start: Int) -> Int {
        var (offset, depth) = (start + 2, 1)
        while offset < source.count {
            if matches("*/", at: offset) {
                (offset, depth) = (offset + 2, depth - 1)
                if depth == 0 { return offset }
            } else if language == .swift && matches("/*", at: offset) {
                (offset, depth) = (offset + 2, depth + 1)
            } else {
                offset += 1
            }
        }
        return offset
    }

    private func endOfCharacter(from start: Int) -> Int {
        var offset = start + 1
        while offset < source.count && source[offset] != UInt8(ascii: "'") {
            // An apostrophe in the text of a directive has no counterpart.
            if source[offset] == UInt8(ascii: "\n") { return offset }
            offset += source[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset + 1, source.count)
    }

    /// The end of a regular expression literal, or `nil` if the slash is an operator.
    ///
    /// A literal follows an opening bracket, a comma, a colon or an operator, and ends on the same line.
    private func endOfRegex(from start: Int) -> Int? {
        let previous = code[..<start].last { $0 > UInt8(ascii: " ") } ?? UInt8(ascii: "(")
        guard Array("([{,:=".utf8).contains(previous), !matches("/ ", at: start) else { return nil }
        var offset = start + 1
        while offset < source.count && source[offset] != UInt8(ascii: "\n") {
            if source[offset] == UInt8(ascii: "/") { return offset + 1 }
            offset += source[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// The end of a string literal, of one line or several, with a number of `#` before its quotation marks.
    private mutating func endOfString(from start: Int, hashes: Int) -> Int {
        let quotes = language == .swift && matches("\"\"\"", at: start) ? 3 : 1
        let delimiter = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + hashMarks(hashes)
        let escape = [UInt8(ascii: "\\")] + hashMarks(hashes)
        var offset = start + quotes
        while offset < source.count {
            let rest = source[offset...]
            if rest.starts(with: delimiter) { return offset + delimiter.count }
            if quotes == 1 && source[offset] == UInt8(ascii: "\n") { return offset }
            guard rest.starts(with: escape) else {
                offset += 1
                continue
            }
            offset += escape.count
            let isInterpolation = language == .swift && matches("(", at: offset)
            offset = isInterpolation ? endOfInterpolation(from: offset) : offset + 1
        }
        return source.count
    }

    private func hashMarks(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "#"), count: count) }

    /// The end of the parenthesized expression of an interpolation, which may contain string literals.
    private mutating func endOfInterpolation(from start: Int) -> Int {
        var (offset, depth) = (start, 0)
        while offset < source.count {
            if source[offset] == UInt8(ascii: "(") { depth += 1 }
            if source[offset] == UInt8(ascii: ")") { depth -= 1 }
            offset = end(ofTokenAt: offset)
            if depth == 0 { return offset }
        }
        return offset
    }
}
