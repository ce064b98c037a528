/// Metadata as a PNG text of hexadecimal digits: how some programs write what has no chunk of its own, or had none once.
///
/// The text is an empty line, a line with a name, one with the number of bytes, and lines of digits.
struct RawProfile {
    /// What the text's keyword begins with; what it holds follows.
    private static let keywordStart = "Raw profile type "
    private static let digits = Array("0123456789abcdef".utf8)
    private static let digitsInLine = 72

    /// What it holds, as the keyword says: `exif`, `iptc`, ….
    let kind: String
    private let chunk: PNGChunk

    /// A text, if it is one that holds such metadata.
    init?(_ chunk: PNGChunk) {
        guard let keyword = chunk.keyword, keyword.hasPrefix(Self.keywordStart) else { return nil }
        kind = String(keyword.dropFirst(Self.keywordStart.count)).lowercased()
        self.chunk = chunk
    }

    /// The bytes; `nil` if there are not as many as the text says.
    ///
    /// The text is unpacked for every call.
    var bytes: [UInt8]? {
        guard let lines = chunk.text?.split(separator: 0x0A, omittingEmptySubsequences: true), lines.count >= 2
        else { return nil }
        let count = lines[1].drop { $0 == 0x20 }
        guard let length = Int(String(decoding: count, as: UTF8.self)) else { return nil }
        var bytes: [UInt8] = []
        var first: UInt8?
        for character in lines.dropFirst(2).joined() where character != 0x20 && character != 0x0D {
            guard let digit = Self.value(character) else { return nil }
            if let high = first { bytes.append(high << 4 | digit) }
            first = first == nil ? digit : nil
        }
        return bytes.count == length && first == nil ? bytes : nil
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x37
        case 0x61...0x66: character - 0x57
        default: nil
        }
    }

    /// A chunk, packed, that holds some bytes.
    static func chunk(_ kind: String, _ bytes: [UInt8]) throws(ImageError) -> PNGChunk {
        var text = Array("\n\(kind)\n\(bytes.count)\n".utf8)
        for (index, byte) in bytes.enumerated() {
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if (index + 1) % (digitsInLine / 2) == 0 { text.append(0x0A) }
        }
        return try PNGChunk(
            type: "zTXt", contents: Array((keywordStart + kind).utf8) + [0, 0] + Deflate.packed(text + [0x0A]))
    }
}
