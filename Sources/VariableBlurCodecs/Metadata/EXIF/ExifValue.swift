/// The value of an EXIF tag, copied from its entry as far as a rule allows.
struct ExifValue {
    let type: Int
    let count: Int
    let bytes: [UInt8]

    /// The bytes that name the character set of a text (Exif 3.0, section 4.6.5.3).
    private static let markCount = 8
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

    /// The result of copying a value.
    enum Copy {
        case value(ExifValue)
        case nothing
        /// The value may contain an image.
        case possibleImage

        fileprivate init(_ verdict: TextInspector.Verdict, _ value: ExifValue) {
            switch verdict {
            case .text: self = .value(value)
            case .noise: self = .nothing
            case .possibleImage: self = .possibleImage
            }
        }
    }

    /// Copies the value of an entry that complies with its rule, if the copy does too.
    static func copy(
        of entry: TIFFData.Entry, _ rule: ExifRule, in tiff: TIFFData, _ inspector: inout TextInspector
    ) -> Copy {
        let copy = uncheckedCopy(of: entry, rule, in: tiff, &inspector)
        // the zero at the end of a text may be one byte too many
        if case .value(let value) = copy, value.count > rule.maxCount { return .nothing }
        return copy
    }

    private static func uncheckedCopy(
        of entry: TIFFData.Entry, _ rule: ExifRule, in tiff: TIFFData, _ inspector: inout TextInspector
    ) -> Copy {
        let bytes = Array(tiff.bytes[entry.values])
        switch rule.content {
        case .integers, .rationals: return .value(ExifValue(entry.type, entry.valueCount, bytes))
        case .bytes:
            let isImage = ImageSignature.isIn(bytes)
            return isImage ? .possibleImage : .value(ExifValue(entry.type, entry.valueCount, bytes))
        case .text, .textPair:
            var isPair = false
            if case .textPair = rule.content { isPair = true }
            return copy(ofText: bytes, isPair: isPair, entry.type, &inspector)
        case .markedText: return copy(ofMarkedText: bytes, entry.type, tiff.byteOrder, &inspector)
        case .utf16Text: return copy(ofUTF16Text: bytes, entry.type, &inspector)
        case .orientation, .width, .height, .directory: return .nothing
        }
    }

    /// Copies a text, or two, up to its zero byte, which is added if it is missing.
    private static func copy(ofText bytes: [UInt8], isPair: Bool, _ type: Int, _ inspector: inout TextInspector) -> Copy
    {
        let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
        var text = Array(bytes[..<end])
        var verdict = inspector.verdict(on: text)
        if isPair && end < bytes.endIndex, case .text = verdict {
            let rest = bytes[(end + 1)...]
            let second = Array(rest[..<(rest.firstIndex(of: 0) ?? rest.endIndex)])
            verdict = inspector.verdict(on: second)
            if !second.isEmpty { text += [0] + second }
        }
        return Copy(verdict, ExifValue(type, text.count + 1, text + [0]))
    }

    /// Copies a text that begins with the name of its character set.
    ///
    /// Padding of zeros is copied, because readers expect its size in files of some cameras; anything after the text is not.
    private static func copy(
        ofMarkedText bytes: [UInt8], _ type: Int, _ order: ByteOrder, _ inspector: inout TextInspector
    ) -> Copy {
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
        let verdict =
            if isUnicode {
                inspector.verdict(onUTF16: text, utf16Order(of: text, order))
            } else if isJapanese {
                inspector.verdict(onISO2022JP: text)
            } else {
                inspector.verdict(on: text)
            }
        let isASCII = type == TIFFType.ascii
        let copied = bytes[end...].allSatisfy { $0 == 0 } ? bytes : bytes[..<end] + (isASCII ? [0] : [])
        return copied.count < markCount && !isASCII ? .nothing : Copy(verdict, ExifValue(type, copied.count, copied))
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
    private static func copy(ofUTF16Text bytes: [UInt8], _ type: Int, _ inspector: inout TextInspector) -> Copy {
        var end = 0
        while end + 1 < bytes.count && bytes[end] | bytes[end + 1] != 0 { end += 2 }
        let text = Array(bytes[..<end])
        let verdict = inspector.verdict(onUTF16: text, .littleEndian)
        return Copy(verdict, ExifValue(type, text.count + 2, text + [0, 0]))
    }
}
