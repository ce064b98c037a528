/// An ancillary chunk of a PNG file.
struct PNGChunk: Sendable, Hashable {
    let type: String
    let contents: [UInt8]

    /// Whether the contents of a gAMA chunk are 1/2.2, which approximates sRGB.
    var isGammaOfSRGB: Bool { contents == [0, 0, 0xB1, 0x8F] }

    /// Whether the contents conform to the PNG standard, so that no reader rejects them.
    var isValid: Bool {
        switch type {
        case "gAMA": contents.count == 4 && contents != [0, 0, 0, 0]
        case "cHRM": contents.count == 32
        case "sRGB": contents.count == 1 && contents[0] <= 3
        case "cICP": contents.count == 4 && contents[2] == 0 && contents[3] <= 1
        case "sBIT": (1...4).contains(contents.count) && contents.allSatisfy { (1...16).contains($0) }
        case "pHYs": contents.count == 9 && contents[8] <= 1
        case "tIME": isTime
        case "tEXt": keyword != nil && !contents[(keyword?.count ?? 0)...].dropFirst().contains(0)
        case "zTXt": hasKeyword(minCount: 1) { $0[0] == 0 }
        case "iTXt":
            hasKeyword(minCount: 4) { $0[0] <= 1 && $0[1] == 0 && $0.dropFirst(2).count { $0 == 0 } >= 2 }
        default: false
        }
    }

    /// Whether the contents are a valid date and time. Years before 1995, when PNG was designed, are rejected.
    private var isTime: Bool {
        guard contents.count == 7, let year = ByteReader(contents).uint16(at: 0), year >= 1995 else { return false }
        let isDate = (1...12).contains(contents[2]) && (1...31).contains(contents[3])
        return isDate && contents[4] < 24 && contents[5] < 60 && contents[6] <= 60
    }

    /// Whether at least `minCount` bytes follow the keyword, and conform to a rule.
    private func hasKeyword(minCount: Int, _ rule: ([UInt8]) -> Bool) -> Bool {
        guard let keyword else { return false }
        let rest = Array(contents.dropFirst(keyword.count + 1))
        return rest.count >= minCount && rule(rest)
    }

    /// The keyword of a text: 1 to 79 printable Latin-1 characters, without leading, trailing or consecutive spaces.
    ///
    /// `nil` if there is no valid keyword.
    var keyword: String? {
        guard let end = contents.prefix(80).firstIndex(of: 0), end >= 1 else { return nil }
        let name = contents[..<end]
        let isPrintable = name.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0xA1 }
        let hasSingleSpaces =
            name.first != 0x20 && name.last != 0x20
            && !zip(name, name.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
        return isPrintable && hasSingleSpaces ? String(name.map { Character(Unicode.Scalar($0)) }) : nil
    }

    /// The text of an iTXt chunk, decompressed.
    var internationalText: [UInt8]? {
        guard type == "iTXt", isValid, let keyword else { return nil }
        let rest = contents.dropFirst(keyword.unicodeScalars.count + 3)
        guard let languageEnd = rest.firstIndex(of: 0), let titleEnd = rest[(languageEnd + 1)...].firstIndex(of: 0)
        else { return nil }
        let text = Array(rest[(titleEnd + 1)...])
        let isCompressed = contents[keyword.unicodeScalars.count + 1] == 1
        return isCompressed ? try? Deflate.unpacked(text, limit: Self.maxTextCount) : text
    }

    /// The text of a tEXt or zTXt chunk, decompressed.
    var text: [UInt8]? {
        guard isValid, let keyword, type == "tEXt" || type == "zTXt" else { return nil }
        let rest = Array(contents.dropFirst(keyword.unicodeScalars.count + 1))
        return type == "tEXt" ? rest : try? Deflate.unpacked(Array(rest.dropFirst()), limit: Self.maxTextCount)
    }

    /// Limits the size of a decompressed text.
    private static let maxTextCount = 8 << 20

    init(type: String, contents: [UInt8]) {
        self.type = type
        self.contents = contents
    }

    /// Creates an iTXt chunk without compression.
    init(internationalText text: [UInt8], keyword: String) {
        self.init(type: "iTXt", contents: Array(keyword.utf8) + [0, 0, 0, 0, 0] + text)
    }
}
