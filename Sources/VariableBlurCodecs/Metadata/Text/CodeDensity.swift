/// Measures how much of a text is unlike words, as encoded data is.
///
/// Words in the sense of this measure are letters in usual capitalization. Mixed letters and digits increase the density
/// by the number of characters, in units of 1/4; so do numbers and symbols, but less. Words decrease it. Thus, prose
/// with numbers, identifiers, and digests keeps a low density, and every common encoding of binary data, with or without
/// line breaks, soon exceeds the limit.
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

    /// The density of the current group.
    private(set) var density = 0
    private var longTotal = 0
    private var word = Word()
    private var isExceeded = false

    /// Letters and digits in sequence.
    private struct Word {
        var (count, digitCount, upperCount) = (0, 0, 0)
        /// The number of changes between upper and lower case, except after an initial capital.
        var caseChangeCount = 0
        var lastIsUpper = false

        mutating func add(_ byte: UInt8) {
            let isUpper = byte >= 0x41 && byte <= 0x5A
            if byte <= 0x39 {
                digitCount += 1
            } else {
                if count > 0 && isUpper != lastIsUpper && !(count == 1 && lastIsUpper) { caseChangeCount += 1 }
                if isUpper { upperCount += 1 }
                lastIsUpper = isUpper
            }
            count += 1
        }
    }

    /// Begins a text that is unrelated to the previous ones, or continues a group that had reached a density.
    mutating func beginGroup(_ density: Int) { self.density = density }

    /// Adds a text.
    ///
    /// - Returns: whether the density exceeds the limit in this text.
    mutating func note(_ text: [UInt8]) -> Bool {
        isExceeded = false
        var (runLength, runAlphanumerics, previous): (Int, Int, UInt8) = (0, 0, 0)
        for byte in text {
            let isAlphanumeric = Self.isAlphanumeric(byte)
            if isAlphanumeric || Self.isBase64Symbol(byte) {
                runLength += 1
                if runLength > Self.maxRunLength { isExceeded = true }
            } else {
                endRun(runAlphanumerics)
                (runLength, runAlphanumerics) = (0, 0)
            }
            if isAlphanumeric {
                runAlphanumerics += 1
                word.add(byte)
            } else {
                endWord()
                if byte >= 0x80 {
                    change(by: -12)
                } else if byte != previous && Self.isRareSymbol(byte) {
                    change(by: 4)
                }
            }
            previous = byte
        }
        endWord()
        endRun(runAlphanumerics)
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

    private mutating func endRun(_ alphanumerics: Int) {
        guard alphanumerics > Self.maxIdentifierLength else { return }
        longTotal += alphanumerics
        if longTotal > Self.maxLongTotal { isExceeded = true }
    }

    private mutating func endWord() {
        let count = word.count
        guard count > 0 else { return }
        if word.digitCount == count {
            change(by: count)
        } else if word.digitCount > 0 || count > Self.maxWordLength || 4 * word.caseChangeCount > count {
            change(by: 4 * count)
        } else if count > 1 {
            // Sequences of capitals also occur in encodings without lower-case letters.
            change(by: word.upperCount == count ? -4 * count : -12 * count)
        }
        word = Word()
    }

    private mutating func change(by amount: Int) {
        density = max(density + amount, 0)
        if density > Self.limit { isExceeded = true }
    }
}
