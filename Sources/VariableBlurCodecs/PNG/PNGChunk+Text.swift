/// The three kinds of text chunks: tEXt, zTXt (compressed), and iTXt (UTF-8, possibly compressed).
extension PNGChunk {
    /// A text, and the zlib stream it was decompressed from.
    struct Text {
        let bytes: ArraySlice<UInt8>
        /// `nil` if the text is not compressed.
        var stream: [UInt8]?
        /// The number of bytes of the chunk that follow the stream.
        var extraCount = 0
    }

    /// The keyword of a text: 1 to 79 printable Latin-1 characters, without leading, trailing or consecutive spaces.
    ///
    /// `nil` if there is no valid keyword.
    var keyword: String? {
        keywordBytes.map { String($0.map { Character(Unicode.Scalar($0)) }) }
    }

    private var keywordBytes: ArraySlice<UInt8>? {
        guard let end = contents.prefix(80).firstIndex(of: 0), end >= 1 else { return nil }
        let name = contents[..<end]
        let isPrintable = name.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0xA1 }
        let hasSingleSpaces =
            name.first != 0x20 && name.last != 0x20
            && !zip(name, name.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
        return isPrintable && hasSingleSpaces ? name : nil
    }

    /// The contents after the keyword and the zero that ends it.
    var afterKeyword: ArraySlice<UInt8>? { keywordBytes.map { contents[($0.endIndex + 1)...] } }

    /// The two flags, the language, the translated keyword and the text; the last three are separated by zeros.
    var isInternationalText: Bool {
        guard let rest = afterKeyword, let isCompressed = rest.first, let method = rest.dropFirst().first else {
            return false
        }
        return isCompressed <= 1 && method == 0 && internationalTextStart != nil
    }

    /// The maximum length of a language tag (RFC 3066), in bytes.
    private static let longestLanguage = 64
    /// The maximum length of a translated keyword in bytes: 79 characters, as for the keyword itself.
    private static let longestTitle = 4 * 79

    private var internationalTextStart: Int? {
        guard let rest = afterKeyword?.dropFirst(2),
            let languageEnd = rest.prefix(Self.longestLanguage + 1).firstIndex(of: 0),
            let titleEnd = rest[(languageEnd + 1)...].prefix(Self.longestTitle + 1).firstIndex(of: 0),
            rest[..<languageEnd].allSatisfy({ CodeDensity.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }),
            String(validating: rest[(languageEnd + 1)..<titleEnd], as: UTF8.self) != nil
        else { return nil }
        return titleEnd + 1
    }

    /// Reads the text, and decompresses it if necessary; the `budget` pays for decompressed bytes.
    ///
    /// - Returns: the text; `nil` if the chunk is invalid or its compressed data is damaged.
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    func text(_ budget: inout MetadataBudget) throws(ImageError) -> Text? {
        guard isValid, let rest = afterKeyword else { return nil }
        switch type {
        case "tEXt": return Text(bytes: rest)
        case "zTXt": return try Self.decompressed(rest.dropFirst(), &budget)
        case "iTXt":
            guard let start = internationalTextStart else { return nil }
            return rest.first == 1
                ? try Self.decompressed(contents[start...], &budget) : Text(bytes: contents[start...])
        default: return nil
        }
    }

    private static func decompressed(
        _ stream: ArraySlice<UInt8>, _ budget: inout MetadataBudget
    ) throws(ImageError) -> Text? {
        guard let result = try Deflate.decompressed(stream, &budget) else { return nil }
        return Text(
            bytes: result.bytes[...], stream: Array(stream.prefix(result.compressedCount)),
            extraCount: stream.count - result.compressedCount)
    }

    /// Creates an iTXt chunk; the text is UTF-8, or a zlib stream of it.
    init(internationalText text: [UInt8], keyword: String, isCompressed: Bool = false) {
        self.init(type: "iTXt", contents: Array(keyword.utf8) + [0, isCompressed ? 1 : 0, 0, 0, 0] + text)
    }
}
