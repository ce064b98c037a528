/// Metadata in a PNG text of hexadecimal digits: a convention of ImageMagick for metadata that has no chunk of its own.
///
/// The text consists of an empty line, a line with a name, a line with the number of bytes, and lines of digits.
struct RawProfile {
    /// The beginning of the text's keyword; the kind follows.
    private static let keywordPrefix = "Raw profile type "
    private static let digits = Array("0123456789abcdef".utf8)
    private static let digitsPerLine = 72

    /// The kind of metadata in lower case: `exif`, `iptc`, ….
    let kind: String
    private let chunk: PNGChunk

    /// Recognizes a text chunk by its keyword.
    init?(_ chunk: PNGChunk) {
        guard let keyword = chunk.keyword, keyword.hasPrefix(Self.keywordPrefix) else { return nil }
        kind = String(keyword.dropFirst(Self.keywordPrefix.count)).lowercased()
        self.chunk = chunk
    }

    /// The bytes; `nil` if the text is invalid, or if their number differs from the one in the text.
    ///
    /// - Complexity: O(*n*); every call decompresses and parses the text.
    var bytes: [UInt8]? {
        guard let lines = chunk.text?.split(separator: 0x0A, omittingEmptySubsequences: true), lines.count >= 2
        else { return nil }
        let count = lines[1].drop { $0 == 0x20 }
        guard let length = Int(String(decoding: count, as: UTF8.self)) else { return nil }
        var bytes: [UInt8] = []
        var highDigit: UInt8?
        for character in lines.dropFirst(2).joined() where character != 0x20 && character != 0x0D {
            guard let digit = Self.value(ofDigit: character) else { return nil }
            if let high = highDigit { bytes.append(high << 4 | digit) }
            highDigit = highDigit == nil ? digit : nil
        }
        return bytes.count == length && highDigit == nil ? bytes : nil
    }

    private static func value(ofDigit character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x37
        case 0x61...0x66: character - 0x57
        default: nil
        }
    }

    /// A compressed text chunk with some bytes.
    static func chunk(_ kind: String, _ bytes: [UInt8]) throws(ImageError) -> PNGChunk {
        var text = Array("\n\(kind)\n\(bytes.count)\n".utf8)
        for (index, byte) in bytes.enumerated() {
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if (index + 1) % (digitsPerLine / 2) == 0 { text.append(0x0A) }
        }
        return try PNGChunk(
            type: "zTXt", contents: Array((keywordPrefix + kind).utf8) + [0, 0] + Deflate.compressed(text + [0x0A]))
    }
}
