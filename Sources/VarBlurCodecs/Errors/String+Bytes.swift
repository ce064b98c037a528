/// Comparisons of text from outside the program, byte by byte.
///
/// The operators of `String` and `Character` compare normalized text. This takes time that grows with the square of the number
/// of combining marks in a row.
extension String {
    /// Whether both strings have the same bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether the string begins with the bytes of another one.
    ///
    /// - Complexity: O(*n*) for a start of *n* bytes.
    package func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether the bytes of another string are part of the string.
    ///
    /// - Complexity: O(*n* × *m*) for *n* bytes and *m* bytes of the other string.
    package func includes(_ part: String) -> Bool { utf8.indices.contains { utf8[$0...].starts(with: part.utf8) } }

    /// The string with a text in place of each occurrence of a character.
    ///
    /// The function of the standard library links regular expressions, which delay the start of the program.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package func replacing(_ character: Character, by text: String) -> String {
        split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
    }

    /// The parts before and after the first equals sign; the second part is `nil` if there is none.
    ///
    /// An equals sign and a combining mark after it are one character, so that only bytes can be split reliably.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package var splitAtEqualsSign: (name: Substring, value: Substring?) {
        guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self[...], nil) }
        return (self[..<sign], self[utf8.index(after: sign)...])
    }
}

extension Substring {
    /// The text without the ASCII whitespace around it.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package var trimmed: Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let start = utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return Substring() }
        return Substring(start[...end])
    }
}
