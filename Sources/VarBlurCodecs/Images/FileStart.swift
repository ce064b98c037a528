/// The first bytes of a file, by which its format is recognized.
struct FileStart {
    let bytes: [UInt8]
    /// Whether these are all bytes of the file.
    private let isComplete: Bool

    /// More bytes are not needed: a title or a comment may precede the root element of a document.
    static let maximumCount = 4096

    init(of file: borrowing FileContents) {
        bytes = file.bytes(0..<min(file.count, Self.maximumCount))
        isComplete = bytes.count == file.count
    }

    /// Whether the bytes of a text are at an offset.
    func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }

    /// Whether some bytes are at an offset.
    func has(_ part: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: part) }

    /// The text of a text file; `nil` for other files.
    var text: String? {
        let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        // the last character may be cut off
        let valid = isComplete ? bytes[...] : bytes[..<((bytes.lastIndex { $0 < 0x80 } ?? -1) + 1)]
        let text = String(decoding: valid, as: UTF8.self)
        return isText && !text.isEmpty && !text.unicodeScalars.contains("\u{FFFD}") ? text : nil
    }

    /// The name of the root element of an XML or HTML document, in lowercase; `nil` if the text does not begin like one.
    ///
    /// A document type declaration names it, even if the element is omitted.
    var rootElement: String? {
        guard var rest = text.map({ $0.utf8[...] }) else { return nil }
        if rest.starts(with: "\u{FEFF}".utf8) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { $0 <= 0x20 }
            guard rest.first == UInt8(ascii: "<"), let next = rest.dropFirst().first else { return nil }
            guard next == UInt8(ascii: "!") || next == UInt8(ascii: "?") else { break }
            if Self.name(rest.dropFirst(2)) == "doctype" {
                return Self.name(rest.dropFirst(2 + "doctype".utf8.count).drop { $0 <= 0x20 })
            }
            guard let end = Self.endOfPreamble(rest) else { return nil }
            rest = rest[end...]
        }
        return Self.name(rest.dropFirst())
    }

    /// The letters at the start of a text, in lowercase; `nil` if there are none.
    private static func name(_ text: Substring.UTF8View) -> String? {
        let letters = text.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return letters.isEmpty ? nil : String(Substring(letters)).lowercased()
    }

    /// The end of a comment or a processing instruction.
    private static func endOfPreamble(_ text: Substring.UTF8View) -> Substring.UTF8View.Index? {
        let isComment = text.starts(with: "<!--".utf8)
        var before: (UInt8, UInt8) = (0, 0)
        for index in text.indices {
            let isEnd = text[index] == UInt8(ascii: ">") && (!isComment || before == (0x2D, 0x2D))
            if isEnd { return text.index(after: index) }
            before = (before.1, text[index])
        }
        return nil
    }
}
