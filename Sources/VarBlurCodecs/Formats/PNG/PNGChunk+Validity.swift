extension PNGChunk {
    /// Whether the contents conform to the PNG standard, so that no reader rejects them.
    var isValid: Bool {
        switch type {
        case "gAMA": contents.count == 4 && contents != [0, 0, 0, 0]
        case "cHRM": contents.count == 32
        case "sRGB": contents.count == 1 && contents[0] <= 3
        case "cICP": contents.count == 4 && contents[2] == 0 && contents[3] <= 1
        case "mDCV": contents.count == 24
        case "cLLI": contents.count == 8
        case "sBIT": (1...4).contains(contents.count) && contents.allSatisfy { (1...16).contains($0) }
        case "pHYs": contents.count == 9 && contents[8] <= 1
        case "tIME": isTime
        case "tEXt": afterKeyword.map { !$0.contains(0) } ?? false
        case "zTXt": afterKeyword.map { $0.first == 0 } ?? false
        case "iTXt": isInternationalText
        default: false
        }
    }

    /// Whether the contents are a valid date and time.
    ///
    /// Years before 1995, when PNG was designed, are rejected.
    private var isTime: Bool {
        guard contents.count == 7, let year = ByteReader(contents).uint16(at: 0), year >= 1995 else { return false }
        let isDate = (1...12).contains(contents[2]) && (1...31).contains(contents[3])
        return isDate && contents[4] < 24 && contents[5] < 60 && contents[6] <= 60
    }
}
