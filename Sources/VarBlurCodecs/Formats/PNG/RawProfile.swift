/// Metadata in a PNG text of hexadecimal digits: a convention of ImageMagick for metadata that has no chunk of its own.
///
/// The text consists of an empty line, a line with a name, a line with the number of bytes, and lines of digits.
struct RawProfile {
    /// The beginning of the text's keyword; the kind follows.
    private static let keywordPrefix = "Raw profile type "
    private static let digits = Array("0123456789abcdef".utf8)
    private static let digitsPerLine = 72
    private static let lineEnd: UInt8 = 0x0A
    private static let longestName = 79

    /// The kind of metadata in lower case: `exif`, `iptc`, ….
    let kind: String
    private let chunk: PNGChunk

    /// Recognizes a text chunk by its keyword.
    init?(_ chunk: PNGChunk) {
        guard let keyword = chunk.keyword, keyword.hasPrefix(Self.keywordPrefix) else { return nil }
        kind = String(keyword.dropFirst(Self.keywordPrefix.count)).lowercased()
        self.chunk = chunk
    }

    /// Whether text begins with the keyword of a profile that may contain EXIF data.
    static func mayBeExif(_ text: [UInt8]) -> Bool {
        let keyword = text.prefix { $0 != 0 }
        guard keyword.starts(with: keywordPrefix.utf8) else { return false }
        let kind = String(decoding: keyword.dropFirst(keywordPrefix.utf8.count), as: UTF8.self).lowercased()
        return kind == "exif" || kind == "app1"
    }

    /// Decompresses and parses the text; the `budget` pays for the text.
    ///
    /// - Returns: the metadata; `nil` if the text is invalid, or if its number of bytes differs from the one in the text.
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    /// - Complexity: O(characters).
    func contents(_ budget: inout MetadataBudget) throws(ImageError) -> [UInt8]? {
        guard let text = try chunk.text(&budget), let (count, digits) = Self.countAndDigits(text) else { return nil }
        return Self.bytes(digits, count: count)
    }

    /// The number of bytes and their digits; `nil` if there are fewer digits than that.
    private static func countAndDigits(_ text: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>)? {
        let name = text.drop { $0 == lineEnd }
        guard let nameEnd = name.prefix(longestName + 1).firstIndex(of: lineEnd) else { return nil }
        let line = name[nameEnd...].drop { $0 == lineEnd || $0 == 0x20 }
        let number = line.prefix { $0 != lineEnd }.prefix(20)
        guard let count = Int(String(decoding: number, as: UTF8.self)), count >= 0 else { return nil }
        let digits = line.dropFirst(number.count)
        return count <= digits.count / 2 ? (count, digits) : nil
    }

    private static func bytes(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var highDigit: UInt8?
        for character in text where character != 0x20 && character != 0x0D && character != lineEnd {
            guard let digit = value(ofDigit: character) else { return nil }
            if let high = highDigit {
                guard bytes.count < count else { return nil }
                bytes.append(high << 4 | digit)
            }
            highDigit = highDigit == nil ? digit : nil
        }
        return bytes.count == count && highDigit == nil ? bytes : nil
    }

    private static func value(ofDigit character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x37
        case 0x61...0x66: character - 0x57
        default: nil
        }
    }

    /// A chunk with metadata of a kind, compressed.
    ///
    /// - Throws: an error with the code `timeout` or `outOfMemory`.
    static func chunk(_ kind: String, _ bytes: [UInt8], deadline: Deadline?) throws(ImageError) -> PNGChunk {
        let stream = try Deflate.compressed(text(kind, bytes), deadline: deadline)
        return PNGChunk(type: "zTXt", contents: Array((keywordPrefix + kind).utf8) + [0, 0] + stream)
    }

    private static func text(_ kind: String, _ bytes: [UInt8]) -> [UInt8] {
        var text = Array("\n\(kind)\n\(bytes.count)\n".utf8)
        text.reserveCapacity(text.count + 2 * bytes.count + 2 * bytes.count / digitsPerLine + 2)
        for (index, byte) in bytes.enumerated() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
            if (index + 1) % (digitsPerLine / 2) == 0 { text.append(lineEnd) }
        }
        return text + [lineEnd]
    }
}
