/// Decides which texts of metadata are copied: by their characters and their size, whatever they mean.
///
/// A text consists of printable characters; image files do not. Images that are encoded in characters are recognized by long
/// rows of letters and digits. One filter judges all texts of the same kind of metadata, and limits their total size.
struct TextFilter {
    /// The maximum number of bytes of all texts together.
    static let maxCount = 65_536
    /// The maximum number of bytes of all characters outside ASCII in an unknown 8-bit character set, and of all characters
    /// outside Latin-1 in UTF-16, together: such bytes may also be samples.
    private static let maxForeignCount = 2_000
    /// Values of at most this many bytes that are no texts are dropped without a notice.
    private static let harmlessCount = 64
    /// The notice about texts that are not copied.
    static let notice = "a text is too long, or may contain a preview of the original image, and is not copied"

    private var remainingCount = maxCount
    private var remainingForeignCount = maxForeignCount
    private var row = CodeRow()
    /// Whether a text was refused because it is too long, or may contain a preview.
    private(set) var hasRefused = false

    /// Accepts a text in UTF-8, or in an 8-bit character set that contains ASCII.
    ///
    /// - Complexity: O(*n*)
    mutating func accepts(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= remainingCount else { return refuse() }
        let foreignCount: Int
        switch Self.characters(of: text) {
        case .unprintable: return drop(text.count)
        case .garbled: return refuse()
        case .printable(let count): foreignCount = count
        }
        var row = row
        guard foreignCount <= remainingForeignCount, !row.isLong(after: text) else { return refuse() }
        remainingCount -= text.count
        remainingForeignCount -= foreignCount
        self.row = row
        return true
    }

    /// What the bytes of a text are.
    private enum Characters {
        /// Characters, of which some bytes are neither ASCII nor UTF-8.
        case printable(foreignCount: Int)
        /// Control characters in UTF-8: no text, but what programs make of one by mistake.
        case garbled
        /// No text: there are control characters of ASCII.
        case unprintable
    }

    private static func characters(of text: some Collection<UInt8>) -> Characters {
        var count = 0
        for byte in text {
            if byte < 0x20 ? !(0x09...0x0D).contains(byte) : byte == 0x7F { return .unprintable }
            if byte >= 0x80 { count += 1 }
        }
        guard count > 0, let unicode = String(validating: text, as: UTF8.self) else {
            return .printable(foreignCount: count)
        }
        let isGarbled = unicode.unicodeScalars.contains { (0x80..<0xA0).contains($0.value) }
        return isGarbled ? .garbled : .printable(foreignCount: 0)
    }

    /// Accepts a text in UTF-16.
    ///
    /// - Complexity: O(*n*)
    mutating func accepts(utf16 bytes: [UInt8], _ order: ByteOrder) -> Bool {
        let high = order == .bigEndian ? 0 : 1
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
        }
        // pairs of bytes of an image may happen to be characters of other scripts
        let foreignCount = 2 * units.count { $0 > 0xFF }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            return drop(bytes.count)
        }
        var row = CodeRow()
        guard foreignCount <= remainingForeignCount, !row.isLong(after: bytes) else { return refuse() }
        guard accepts(Array(text.utf8)) else { return false }
        remainingForeignCount -= foreignCount
        return true
    }

    /// Drops a value that is no text.
    private mutating func drop(_ count: Int) -> Bool { count <= Self.harmlessCount ? false : refuse() }

    /// Forgets the texts since an earlier state, which are not copied after all.
    mutating func restore(_ earlier: TextFilter) {
        let hasRefused = hasRefused
        self = earlier
        self.hasRefused = hasRefused
    }

    /// Notes that a text is not copied although it is one.
    @discardableResult mutating func refuse() -> Bool {
        hasRefused = true
        return false
    }
}

/// Rows of letters and digits that are longer than in texts: data in Base64, hexadecimal digits, or numbers.
private struct CodeRow {
    /// The maximum number of letters and digits in a row: 192 bytes in Base64.
    private static let maxCount = 255
    /// The number of letters and digits in a line that continues the row of the line before it, and the maximum number of
    /// other characters between them.
    private static let (minLineCount, maxGap) = (40, 4)
    /// The maximum number of decimal or hexadecimal digits without another letter between them.
    private static let maxDigitCount = 1023

    /// The letters and digits in the lines of the row before the current one.
    private var count = 0
    private var lineCount = 0
    private var gap = 0

    /// Whether a text ends or contains a long row; a row may continue in the next text.
    mutating func isLong(after text: some Collection<UInt8>) -> Bool {
        var (isLong, digitCount) = (false, 0)
        for byte in text {
            switch byte {
            // +-/=_ in Base64, and % and \ in escapes
            case 0x2B, 0x2D, 0x2F, 0x3D, 0x5F, 0x25, 0x5C: break
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
                if lineCount == 0 && gap > Self.maxGap { count = 0 }
                (lineCount, gap) = (lineCount + 1, 0)
                digitCount = Self.isDigit(byte) ? digitCount + 1 : 0
                let count = lineCount < Self.minLineCount ? lineCount : count + lineCount
                isLong = isLong || count > Self.maxCount || digitCount > Self.maxDigitCount
            default: endLine()
            }
        }
        endLine()
        return isLong
    }

    private mutating func endLine() {
        if lineCount > 0 { count = lineCount >= Self.minLineCount ? count + lineCount : 0 }
        (lineCount, gap) = (0, gap + 1)
    }

    /// Whether a letter or digit may be part of a number, such as `0xff`.
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte <= 0x39 || (0x61...0x66).contains(byte | 0x20) || byte | 0x20 == 0x78
    }
}
