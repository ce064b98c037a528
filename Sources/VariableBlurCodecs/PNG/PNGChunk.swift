/// A chunk of a PNG file beside the picture.
struct PNGChunk: Sendable, Hashable {
    let type: String
    let contents: [UInt8]

    /// Whether a gAMA chunk says what sRGB is near to: 1/2.2.
    var isGammaOfSRGB: Bool { contents == [0, 0, 0xB1, 0x8F] }

    private func number(_ place: Int, _ count: Int) -> Int {
        contents[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether the contents keep to the rules, so that no reader complains of them.
    var isValid: Bool {
        switch type {
        case "gAMA": contents.count == 4 && number(0, 4) > 0
        case "cHRM": contents.count == 32
        case "sRGB": contents.count == 1 && contents[0] <= 3
        case "cICP": contents.count == 4 && contents[2] == 0 && contents[3] <= 1
        case "sBIT": (1...4).contains(contents.count) && contents.allSatisfy { (1...16).contains($0) }
        case "pHYs": contents.count == 9 && contents[8] <= 1
        case "tIME": isTime
        case "tEXt": keyword != nil && !contents[(keyword?.count ?? 0)...].dropFirst().contains(0)
        case "zTXt": isAfterKeyword(1) { $0[0] == 0 }
        case "iTXt": isAfterKeyword(4) { $0[0] <= 1 && $0[1] == 0 && $0.dropFirst(2).filter { $0 == 0 }.count >= 2 }
        default: false
        }
    }

    private var isTime: Bool {
        // before PNG there was no change
        contents.count == 7 && number(0, 2) >= 1995 && (1...12).contains(contents[2]) && (1...31).contains(contents[3])
            && contents[4] < 24
            && contents[5] < 60 && contents[6] <= 60
    }

    private func isAfterKeyword(_ least: Int, _ rule: ([UInt8]) -> Bool) -> Bool {
        guard let keyword else { return false }
        let rest = Array(contents.dropFirst(keyword.count + 1))
        return rest.count >= least && rule(rest)
    }

    /// What a text is about: 1 to 79 printable characters of Latin-1 without needless spaces; `nil` if it is not that.
    var keyword: String? {
        guard let end = contents.prefix(80).firstIndex(of: 0), end >= 1 else { return nil }
        let name = contents[..<end]
        let isPrintable = name.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0xA1 }
        let isTight =
            name.first != 0x20 && name.last != 0x20
            && !zip(name, name.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
        return isPrintable && isTight ? String(name.map { Character(Unicode.Scalar($0)) }) : nil
    }

    /// The contents of an international text, unpacked.
    var internationalText: [UInt8]? {
        guard type == "iTXt", isValid, let keyword else { return nil }
        let rest = contents.dropFirst(keyword.unicodeScalars.count + 3)
        guard let languageEnd = rest.firstIndex(of: 0), let titleEnd = rest[(languageEnd + 1)...].firstIndex(of: 0)
        else { return nil }
        let text = Array(rest[(titleEnd + 1)...])
        let isPacked = contents[keyword.unicodeScalars.count + 1] == 1
        return isPacked ? try? Deflate.unpacked(text, limit: Self.longestText) : text
    }

    /// The contents of a text of Latin-1, packed or not.
    var text: [UInt8]? {
        guard isValid, let keyword, type == "tEXt" || type == "zTXt" else { return nil }
        let rest = Array(contents.dropFirst(keyword.unicodeScalars.count + 1))
        return type == "tEXt" ? rest : try? Deflate.unpacked(Array(rest.dropFirst()), limit: Self.longestText)
    }

    /// Keeps a small chunk from unpacking into a huge one.
    private static let longestText = 8 << 20

    init(type: String, contents: [UInt8]) {
        self.type = type
        self.contents = contents
    }

    /// An international text that is not packed.
    init(internationalText text: [UInt8], keyword: String) {
        self.init(type: "iTXt", contents: Array(keyword.utf8) + [0, 0, 0, 0, 0] + text)
    }
}
