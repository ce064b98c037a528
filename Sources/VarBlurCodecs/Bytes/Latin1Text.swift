/// Conversion between Latin-1 (ISO 8859-1), in which PNG stores simple texts, and UTF-8.
enum Latin1Text {
    /// The UTF-8 form of a text; every Latin-1 character has one or two bytes.
    ///
    /// - Complexity: O(bytes).
    static func utf8(_ latin1: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(latin1.underestimatedCount)
        for byte in latin1 {
            if byte < 0x80 {
                result.append(byte)
            } else {
                result.append(0xC0 | byte >> 6)
                result.append(0x80 | byte & 0x3F)
            }
        }
        return result
    }

    /// The Latin-1 form of a text in UTF-8; `nil` if the bytes are not UTF-8, or if Latin-1 lacks a character.
    ///
    /// - Complexity: O(bytes).
    static func bytes(fromUTF8 text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var lead: UInt8?
        for byte in text {
            if let first = lead {
                guard (0x80...0xBF).contains(byte) else { return nil }
                result.append(first << 6 | byte & 0x3F)
                lead = nil
            } else if byte < 0x80 {
                result.append(byte)
            } else if byte == 0xC2 || byte == 0xC3 {
                lead = byte & 3
            } else {
                return nil
            }
        }
        return lead == nil ? result : nil
    }
}
