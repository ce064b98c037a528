/// Conversion between Latin-1 (ISO 8859-1), in which PNG stores simple texts, and UTF-8.
enum Latin1Text {
    /// The UTF-8 form of a text; every Latin-1 character has one or two bytes.
    ///
    /// - Complexity: O(bytes).
    static func utf8(_ latin1: some Sequence<UInt8>) -> [UInt8] {
        Array(String(decoding: latin1.map(UInt16.init), as: UTF16.self).utf8)
    }

    /// The Latin-1 form of a text in UTF-8; `nil` if the bytes are not UTF-8, or if Latin-1 lacks a character.
    ///
    /// - Complexity: O(bytes).
    static func bytes(fromUTF8 text: [UInt8]) -> [UInt8]? {
        let values = String(validating: text, as: UTF8.self)?.unicodeScalars.map { $0.value }
        return values.flatMap { $0.allSatisfy { $0 < 0x100 } ? $0.map { UInt8($0) } : nil }
    }
}
