/// Measures how much of a text is unlike words, as encoded data is.
///
/// Words in the sense of this measure are letters in usual capitalization. Mixed letters and digits increase the density
/// by the number of characters, in units of 1/4; so do numbers and symbols, but less. Words decrease it. Thus, prose
/// with numbers, identifiers, and digests keeps a low density, and every common encoding of binary data, with or without
/// line breaks, soon exceeds the limit. Usual lists of identifiers, coordinates, and colors count less, up to a limit.
struct CodeDensity {
    /// About 1,000 characters of Base64, or 4,000 of decimal numbers.
    private static let limit = 4096
    /// The maximum length of an uninterrupted sequence of characters of the Base64 alphabet.
    private static let maxRunLength = 511
    /// Longer sequences of letters and digits are not words.
    private static let maxWordLength = 32
    /// Sequences of the Base64 alphabet with more letters and digits are longer than usual identifiers and digests.
    private static let maxIdentifierLength = 40
    /// The limit for the letters and digits of all such sequences, over all groups.
    private static let maxLongTotal = 1023
    /// The maximum number of texts that are only an identifier and do not count.
    private static let maxIdentifierCount = 2_000
    /// The numbers of digits of a fraction, as of coordinates, and the maximum number of such digits that do not count.
    private static let (fractionDigits, maxFractionTotal) = (4...17, 32_768)
    /// The maximum number of digits after the letters of a word.
    private static let maxWordDigits = 6
    /// More single letters in sequence are not words.
    private static let maxSingleLetters = 16

    /// The density of the current group.
    private(set) var density = 0
    /// The letters and digits of long sequences that have been accepted.
    private(set) var longTotal = 0
    /// The value of `longTotal` at the beginning of the current group.
    private var longTotalBefore = 0
    private var (identifierCount, fractionTotal, singleLetters) = (0, 0, 0)
    private var word = Word()
    /// The letters and digits of the current sequence that do not belong to words.
    private var runLetters = 0
    /// Whether the byte before the current word is the point of a decimal number.
    private var isAfterPoint = false
    private var isExceeded = false

    /// Letters and digits in sequence.
    private struct Word {
        var (count, digitCount, upperCount) = (0, 0, 0)
        /// The number of changes between upper and lower case, except after an initial capital.
        var caseChangeCount = 0
        var lastIsUpper = false
        /// The number of digits after the last letter.
        var finalDigitCount = 0
        /// Whether the word follows a number sign, and consists of hexadecimal digits.
        var (followsNumberSign, isHexadecimal) = (false, true)

        /// Whether the word is a number.
        var isNumber: Bool { digitCount == count }
        /// Whether the word is a color, such as `#80ff00`.
        var isColor: Bool { followsNumberSign && isHexadecimal && count == 6 }
        /// Whether the word consists of letters in usual capitalization and a number, such as `IMG1234`.
        var isNumbered: Bool {
            digitCount > 0 && digitCount <= CodeDensity.maxWordDigits && digitCount == finalDigitCount
                && count >= digitCount + 2 && count <= CodeDensity.maxWordLength && caseChangeCount == 0
        }

        mutating func add(_ byte: UInt8) {
            let isUpper = byte >= 0x41 && byte <= 0x5A
            if byte <= 0x39 {
                digitCount += 1
                finalDigitCount += 1
            } else {
                finalDigitCount = 0
                if byte | 0x20 > 0x66 { isHexadecimal = false }
                if count > 0 && isUpper != lastIsUpper && !(count == 1 && lastIsUpper) { caseChangeCount += 1 }
                if isUpper { upperCount += 1 }
                lastIsUpper = isUpper
            }
            count += 1
        }
    }

    /// The letters and digits of long sequences in the current group.
    var longGroupTotal: Int { longTotal - longTotalBefore }

    /// Begins a text that is unrelated to the previous ones, or continues a group that had reached a density.
    mutating func beginGroup(_ density: Int) { (self.density, longTotalBefore) = (density, longTotal) }

    /// Forgets the long sequences of the current group, because it is dropped.
    mutating func dropGroup() { longTotal = longTotalBefore }

    /// Adds a text.
    ///
    /// - Returns: whether the density exceeds the limit in this text.
    mutating func note(_ text: [UInt8]) -> Bool {
        if let identifier = Identifier(text) {
            // the beginning of an image makes the other identifiers suspicious, too
            identifierCount = identifier.isImageSignature ? Self.maxIdentifierCount : identifierCount + 1
            if identifierCount < Self.maxIdentifierCount { return false }
        }
        isExceeded = false
        var (runLength, previous): (Int, UInt8) = (0, 0)
        for byte in text {
            if Self.isAlphanumeric(byte) {
                if word.count == 0 { word.followsNumberSign = previous == 0x23 }
                word.add(byte)
                runLength += 1
            } else {
                endWord(byte)
                runLength = Self.isBase64Symbol(byte) ? runLength + 1 : 0
                if runLength == 0 { endRun() }
                if byte >= 0x80 {
                    change(by: -12)
                } else if byte != previous && Self.isRareSymbol(byte) {
                    change(by: 4)
                }
            }
            if runLength > Self.maxRunLength { isExceeded = true }
            previous = byte
        }
        endWord(0)
        endRun()
        return isExceeded
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
    }

    /// Whether a byte is one of the other characters of Base64, in the usual alphabet or the one for URLs (RFC 4648).
    static func isBase64Symbol(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2B, 0x2D, 0x2F, 0x3D, 0x5F: true
        default: false
        }
    }

    /// Whether a character is frequent in encodings, but rare in prose: `"#$%&*+<=>@[\]^` and the like.
    private static func isRareSymbol(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22...0x26, 0x2A, 0x2B, 0x3C...0x3E, 0x40, 0x5B...0x5E, 0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private mutating func endRun() {
        if runLetters > Self.maxIdentifierLength {
            longTotal += runLetters
            if longTotal > Self.maxLongTotal { isExceeded = true }
        }
        runLetters = 0
    }

    /// Ends the current word, if there is one, before a byte; 0 at the end of the text.
    private mutating func endWord(_ next: UInt8) {
        let (word, count) = (word, word.count)
        let isFraction =
            isAfterPoint && word.isNumber && Self.fractionDigits.contains(count) && next != 0x2E
            && fractionTotal < Self.maxFractionTotal
        isAfterPoint = !isAfterPoint && count > 0 && count <= 4 && word.isNumber && next == 0x2E
        guard count > 0 else { return }
        self.word = Word()
        // a single digit may be between letters of the same encoding
        if count > 1 { singleLetters = 0 }
        if isFraction {
            fractionTotal += count
        } else if word.isColor {
            change(by: 8)
        } else if word.isNumber {
            runLetters += count
            change(by: count)
        } else if word.isNumbered {
            change(by: word.digitCount)
        } else if word.digitCount > 0 || count > Self.maxWordLength || 4 * word.caseChangeCount > count {
            runLetters += count
            change(by: 4 * count)
        } else if count > 1 {
            // Sequences of capitals also occur in encodings without lower-case letters.
            change(by: word.upperCount == count ? -4 * count : -12 * count)
        } else {
            singleLetters += 1
            if singleLetters > Self.maxSingleLetters { change(by: 4) }
        }
    }

    private mutating func change(by amount: Int) {
        density = max(density + amount, 0)
        if density > Self.limit { isExceeded = true }
    }
}
