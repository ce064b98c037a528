/// The three kinds of text chunks: tEXt, zTXt (compressed), and iTXt (UTF-8, possibly compressed).
extension PNGChunk {
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
            rest[..<languageEnd].allSatisfy(Self.isPartOfLanguage),
            String(validating: rest[(languageEnd + 1)..<titleEnd], as: UTF8.self) != nil
        else { return nil }
        return titleEnd + 1
    }

    private static func isPartOfLanguage(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Reads the text, and decompresses it if necessary; the `budget` pays for decompressed bytes.
    ///
    /// - Returns: the text; `nil` if the chunk is invalid or its compressed data is damaged.
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    func text(_ budget: inout MetadataBudget) throws(ImageError) -> ArraySlice<UInt8>? {
        guard isValid, let rest = afterKeyword else { return nil }
        switch type {
        case "tEXt": return rest
        case "zTXt": return try Deflate.decompressed(rest.dropFirst(), &budget)?.bytes[...]
        case "iTXt":
            guard let start = internationalTextStart else { return nil }
            let text = contents[start...]
            return rest.first == 1 ? try Deflate.decompressed(text, &budget)?.bytes[...] : text
        default: return nil
        }
    }

    /// A chunk with the same keyword and with its text, which is not compressed.
    func uncompressed(_ text: ArraySlice<UInt8>) -> PNGChunk {
        guard type == "iTXt", let start = internationalTextStart, let keyword = keywordBytes else {
            return PNGChunk(type: "tEXt", contents: Array((keywordBytes ?? []) + [0] + text))
        }
        let languageAndTitle = contents[(keyword.endIndex + 3)..<start]
        return PNGChunk(type: "iTXt", contents: Array(keyword + [0, 0, 0] + languageAndTitle + text))
    }

    /// The text in UTF-8, if the chunk is a comment and not compressed; otherwise `nil`.
    var comment: [UInt8]? {
        guard keyword == PNGMetadata.commentKeyword, let rest = afterKeyword else { return nil }
        switch type {
        case "tEXt": return Latin1Text.utf8(rest)
        case "iTXt" where rest.first == 0: return internationalTextStart.map { Array(contents[$0...]) }
        default: return nil
        }
    }

    /// Creates an iTXt chunk with a text in UTF-8.
    init(internationalText text: [UInt8], keyword: String) {
        self.init(type: "iTXt", contents: Array(keyword.utf8) + [0, 0, 0, 0, 0] + text)
    }
}
