/// Texts in an unknown 8-bit character set, which are neither ASCII nor UTF-8.
///
/// Any bytes from 0x80 on may be characters, and so may the samples of a bright picture. A text differs from a picture in
/// its words: in alphabets by blanks and capitals, in Chinese, Japanese, and Korean by characters that recur.
struct ForeignText {
    /// The maximum number of bytes of a text that is not mostly ASCII.
    private static let maxCount = 2_000
    /// The maximum number of bytes of all such texts.
    private static let maxTotal = 4_096
    /// The maximum number of bytes of all texts that are too short, or too unusual, to be recognized.
    private static let maxUnknownTotal = 1_024

    private var total = 0
    private var unknownTotal = 0

    /// Adds a text without control characters.
    ///
    /// - Returns: whether this text and those before it are texts, rather than parts of an image.
    /// - Complexity: O(*n*)
    mutating func accepts(_ text: [UInt8]) -> Bool {
        if Self.isMostlyASCII(text) { return true }
        guard text.count <= Self.maxCount else { return false }
        total += text.count
        if !Self.hasWords(text) && !Self.hasRecurringPairs(text) { unknownTotal += text.count }
        return total <= Self.maxTotal && unknownTotal <= Self.maxUnknownTotal
    }

    /// A text in which the foreign bytes neither look like words nor like encoded data.
    static func withoutForeignBytes(_ text: [UInt8]) -> [UInt8] { text.map { $0 < 0x80 ? $0 : 0x2C } }

    /// Whether a text consists of ASCII letters with some others in between, as in Western European languages.
    private static func isMostlyASCII(_ text: [UInt8]) -> Bool {
        let foreignCount = text.count { $0 >= 0x80 }
        let letterCount = text.count { isASCIILetter($0) || $0 == 0x20 }
        return letterCount * 10 >= text.count * 6 && foreignCount * 5 <= text.count
    }

    private static func isASCIILetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

    /// Whether a text has the words of an alphabet with its letters from 0xC0 on, as in Windows-1251 or KOI8-R.
    ///
    /// Bit 5 of such letters tells capitals from others.
    private static func hasWords(_ text: [UInt8]) -> Bool {
        var (wordLength, foreignCount, alphabetCount, letterCount, blankCount) = (0, 0, 0, 0, 0)
        var (pairCount, caseChangeCount, equalCount) = (0, 0, 0)
        var previous: UInt8 = 0
        for byte in text {
            defer { previous = byte }
            if byte >= 0x80 { foreignCount += 1 }
            if byte >= 0xC0 { alphabetCount += 1 }
            if byte == 0x20 || (0x09...0x0D).contains(byte) { blankCount += 1 }
            guard byte >= 0x80 || isASCIILetter(byte) else {
                wordLength = 0
                continue
            }
            letterCount += 1
            wordLength += 1
            if wordLength > 32 { return false }
            guard byte >= 0xC0, previous >= 0xC0 else { continue }
            pairCount += 1
            if byte == previous { equalCount += 1 }
            // a capital at the beginning of a word
            if wordLength > 2 && (byte ^ previous) & 0x20 != 0 { caseChangeCount += 1 }
        }
        return alphabetCount * 8 >= foreignCount * 7 && letterCount * 4 >= (text.count - blankCount) * 3
            && caseChangeCount * 4 <= pairCount && equalCount * 6 <= pairCount
    }

    /// Whether a text has characters of two bytes that recur, as in Shift JIS, EUC, GBK, or Big5.
    ///
    /// In noise, few pairs of bytes recur. In a picture, neighboring samples of a channel are similar.
    private static func hasRecurringPairs(_ text: [UInt8]) -> Bool {
        var pairs: [UInt16] = []
        var (index, similarCount, comparedCount) = (0, 0, 0)
        func compare(_ first: Int, _ second: Int) {
            guard second < text.count else { return }
            comparedCount += 1
            if abs(Int(text[first]) - Int(text[second])) <= 4 { similarCount += 1 }
        }
        while index < text.count {
            guard text[index] >= 0x80 else {
                index += 1
                continue
            }
            // the last character may be cut
            guard index + 1 < text.count else { break }
            let (lead, trail) = (text[index], text[index + 1])
            guard lead != 0x80, lead != 0xFF, trail >= 0x40, trail != 0x7F, trail != 0xFF else {
                return false
            }
            pairs.append(UInt16(lead) << 8 | UInt16(trail))
            // neighbors, in pictures of one to four channels
            compare(index, index + 1)
            compare(index, index + 3)
            compare(index + 1, index + 3)
            compare(index + 1, index + 5)
            index += 2
        }
        guard pairs.count >= 64, pairs.count * 4 >= text.count else { return false }
        pairs.sort()
        let distinctCount = 1 + zip(pairs, pairs.dropFirst()).count { $0 != $1 }
        return distinctCount * 4 <= pairs.count * 3 && similarCount * 4 <= comparedCount
    }
}
