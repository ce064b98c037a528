/// The value of an EXIF tag, copied from its entry as far as a rule allows.
struct ExifValue {
    let type: Int
    let count: Int
    let bytes: [UInt8]

    /// The bytes that name the character set of a text (Exif 3.0, section 4.6.5.3).
    static let markCount = 8
    private static let unicodeMark = Array("UNICODE\0".utf8)
    private static let japaneseMark = Array("JIS\0\0\0\0\0".utf8)
    private static let otherMarks = ["ASCII\0\0\0", "\0\0\0\0\0\0\0\0"].map { Array($0.utf8) }

    private init(_ type: Int, _ count: Int, _ bytes: [UInt8]) {
        (self.type, self.count, self.bytes) = (type, count, bytes)
    }

    /// A single integer.
    init(_ integer: Int, _ type: Int, _ order: ByteOrder) {
        self.init(type, 1, order.bytes(of: integer, count: type == TIFFType.short ? 2 : 4))
    }

    /// Copies the value of an entry that complies with its rule; `nil` if the copy would not, or if the filter refuses it.
    init?(_ entry: TIFFData.Entry, _ rule: ExifRule, in tiff: TIFFData, _ filter: inout TextFilter) {
        let values = tiff.bytes[entry.values]
        // the count of a text may be far too large
        let bytes = Array(rule.content.isText ? values.prefix(ExifRule.longestText + 1) : values)
        var (count, copied): (Int, [UInt8]?) = (entry.valueCount, bytes)
        switch rule.content {
        case .integers, .rationals, .bytes: break
        case .text: copied = Self.copy(ofTexts: 1, bytes, &filter)
        case .textPair: copied = Self.copy(ofTexts: 2, bytes, &filter)
        case .markedText: copied = Self.copy(ofMarkedText: bytes, entry.type, tiff.byteOrder, &filter)
        case .utf16Text: copied = Self.copy(ofUTF16Text: bytes, &filter)
        case .orientation, .width, .height, .directory: return nil
        }
        guard let copied else { return nil }
        if rule.content.isText { count = copied.count }
        // the zero at the end of a text may be one byte too many
        guard count <= rule.maxCount else {
            filter.refuse()
            return nil
        }
        self.init(entry.type, count, copied)
    }

    /// Copies one or two texts, each up to its zero byte, which is added if it is missing.
    private static func copy(ofTexts maxCount: Int, _ bytes: [UInt8], _ filter: inout TextFilter) -> [UInt8]? {
        var copied: [UInt8] = []
        let texts = bytes.split(separator: 0, maxSplits: maxCount, omittingEmptySubsequences: false)
        for (index, text) in texts.prefix(maxCount).enumerated() where index == 0 || !text.isEmpty {
            guard filter.accepts(text) else { return nil }
            copied += text + [0]
        }
        return copied
    }

    /// Copies a text that begins with the name of its character set.
    ///
    /// Padding of zeros is copied, because readers expect its size in files of some cameras; anything after the text is not.
    private static func copy(
        ofMarkedText bytes: [UInt8], _ type: Int, _ order: ByteOrder, _ filter: inout TextFilter
    ) -> [UInt8]? {
        let mark = Array(bytes.prefix(markCount))
        let (isUnicode, isJapanese) = (mark == unicodeMark, mark == japaneseMark)
        // Some writers leave out the name.
        let start = isUnicode || isJapanese || otherMarks.contains(mark) ? markCount : 0
        var end = start
        if isUnicode {
            while end + 1 < bytes.count && bytes[end] | bytes[end + 1] != 0 { end += 2 }
        } else {
            end = bytes[start...].firstIndex(of: 0) ?? bytes.count
        }
        let text = Array(bytes[start..<end])
        let isAccepted =
            if isUnicode {
                filter.accepts(utf16: text, utf16Order(of: text, order))
            } else {
                // in ISO-2022-JP (RFC 1468), sequences that begin with ESC switch between ASCII and Japanese
                filter.accepts(isJapanese ? text.filter { $0 != 0x1B } : text)
            }
        let isASCII = type == TIFFType.ascii
        let copied = bytes[end...].allSatisfy { $0 == 0 } ? bytes : bytes[..<end] + (isASCII ? [0] : [])
        return isAccepted && (copied.count >= markCount || isASCII) ? copied : nil
    }

    /// The byte order of a text in UTF-16: that of its byte order mark, or the one in which more characters are ASCII.
    private static func utf16Order(of text: [UInt8], _ order: ByteOrder) -> ByteOrder {
        if text.starts(with: [0xFE, 0xFF]) { return .bigEndian }
        if text.starts(with: [0xFF, 0xFE]) { return .littleEndian }
        var zeroCounts = (even: 0, odd: 0)
        for (index, byte) in text.enumerated() where byte == 0 {
            if index % 2 == 0 { zeroCounts.even += 1 } else { zeroCounts.odd += 1 }
        }
        if zeroCounts.even == zeroCounts.odd { return order }
        return zeroCounts.even > zeroCounts.odd ? .bigEndian : .littleEndian
    }

    /// Copies a text in UTF-16 up to its zero, which is added if it is missing.
    private static func copy(ofUTF16Text bytes: [UInt8], _ filter: inout TextFilter) -> [UInt8]? {
        var end = 0
        while end + 1 < bytes.count && bytes[end] | bytes[end + 1] != 0 { end += 2 }
        let text = Array(bytes[..<end])
        return filter.accepts(utf16: text, .littleEndian) ? text + [0, 0] : nil
    }
}
