/// Decides which free-form values of metadata are texts, and which may contain an image.
///
/// A value must consist of printable characters. An image that is encoded in characters (Base64, hexadecimal digits, lists
/// of numbers, …) is recognized by its first bytes, or by a sequence of about a thousand characters that are unlike
/// words. One inspector checks all values of the same metadata, because an image may be distributed over several values.
struct TextInspector {
    /// What to do with a value.
    enum Verdict {
        /// Keep it: it is a text.
        case text
        /// Drop it: it is not a text, but too short for an image.
        case noise
        /// Drop it, with a notice.
        case possibleImage
    }

    /// Values of at most this many bytes are too short for an image.
    static let harmlessCount = 64
    /// The maximum number of bytes of a text.
    static let maxCount = 65_536
    /// The maximum number of code units of a text in UTF-16 that are not in Latin-1.
    private static let maxWideUnitCount = 1_024

    private var density = CodeDensity()
    private var foreign = ForeignText()

    /// The characters that a text consists of.
    private enum Characters {
        /// Printable characters, tabs, and line breaks in ASCII or UTF-8.
        case unicode
        /// Those of another character set that contains ASCII.
        case foreign
        case unprintable
    }

    /// Begins a value, or a group of values, that is unrelated to the previous ones.
    ///
    /// - Parameter state: the state that the same group had reached before, if it is continued.
    mutating func beginGroup(_ state: Int = 0) { density.beginGroup(state) }

    /// The letters and digits of accepted texts that are unlike words and in long sequences: in all groups, and in the
    /// current one.
    var longTotal: Int { density.longTotal }
    var longGroupTotal: Int { density.longGroupTotal }

    /// The state of the current group.
    var groupState: Int { density.density }

    /// Inspects a text in UTF-8, or in an unknown character set that contains ASCII.
    ///
    /// - Complexity: O(*n*)
    mutating func verdict(on bytes: [UInt8]) -> Verdict {
        guard bytes.count <= Self.maxCount else { return .possibleImage }
        switch Self.characters(of: bytes) {
        case .unicode: return mayEncodeImage(bytes) ? .possibleImage : .text
        case .foreign:
            let isText = foreign.accepts(bytes) && !ImageSignature.isIn(bytes)
            return !isText || mayEncodeImage(ForeignText.withoutForeignBytes(bytes)) ? .possibleImage : .text
        case .unprintable:
            return bytes.count > Self.harmlessCount || ImageSignature.isIn(bytes) ? .possibleImage : .noise
        }
    }

    /// The characters of a text of any length that may encode an image; `nil` if the bytes are no text.
    ///
    /// - Complexity: O(*n*)
    mutating func characters(of bytes: [UInt8]) -> [UInt8]? {
        switch Self.characters(of: bytes) {
        case .unicode: bytes
        case .foreign: foreign.accepts(bytes) ? ForeignText.withoutForeignBytes(bytes) : nil
        case .unprintable: nil
        }
    }

    /// Inspects a text in ISO-2022-JP (RFC 1468), in which escape sequences switch between ASCII and Japanese.
    ///
    /// - Complexity: O(*n*)
    mutating func verdict(onISO2022JP bytes: [UInt8]) -> Verdict {
        let escapes = ["$@", "$B", "(B", "(J"].map { Array($0.utf8) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let isEscape = bytes[index] == 0x1B && escapes.contains { bytes[(index + 1)...].starts(with: $0) }
            if !isEscape { text.append(bytes[index]) }
            index += isEscape ? 3 : 1
        }
        return verdict(on: text)
    }

    /// Inspects a text in UTF-16.
    ///
    /// - Complexity: O(*n*)
    mutating func verdict(onUTF16 bytes: [UInt8], _ order: ByteOrder) -> Verdict {
        let bytes = Self.withoutCutSurrogate(bytes, order)
        guard let text = Self.utf8(fromUTF16: bytes, order) else {
            return bytes.count > Self.harmlessCount ? .possibleImage : .noise
        }
        // pairs of bytes of an image, or of its encoding, may happen to be characters of other scripts
        let mayBeBytes = Self.wideUnitCount(bytes, order) > Self.maxWideUnitCount
        let mayBeEncoding = Self.hasASCIIRun(bytes) && mayEncodeImage(bytes)
        return mayBeBytes || mayBeEncoding ? .possibleImage : verdict(on: text)
    }

    /// A long text in UTF-16 without the first half of a character at its end, of which the second half is cut off.
    private static func withoutCutSurrogate(_ bytes: [UInt8], _ order: ByteOrder) -> [UInt8] {
        guard bytes.count > harmlessCount, bytes.count % 2 == 0 else { return bytes }
        let high = bytes[bytes.count - (order == .bigEndian ? 2 : 1)]
        return (0xD8...0xDB).contains(high) ? Array(bytes.dropLast(2)) : bytes
    }

    /// The number of code units in UTF-16 that are not in Latin-1.
    private static func wideUnitCount(_ bytes: [UInt8], _ order: ByteOrder) -> Int {
        let high = order == .bigEndian ? 0 : 1
        return stride(from: high, to: bytes.count, by: 2).count { bytes[$0] != 0 }
    }

    /// Whether many bytes in sequence are printable ASCII characters, as they hardly ever are in UTF-16.
    private static func hasASCIIRun(_ bytes: [UInt8]) -> Bool {
        var runLength = 0
        for byte in bytes {
            runLength = (0x20..<0x7F).contains(byte) || (0x09...0x0D).contains(byte) ? runLength + 1 : 0
            if runLength > harmlessCount { return true }
        }
        return false
    }

    /// Whether printable characters may encode an image.
    ///
    /// - Complexity: O(*n*)
    mutating func mayEncodeImage(_ text: [UInt8]) -> Bool {
        let isDense = density.note(text)
        guard isDense || (text.count > Self.harmlessCount && EncodedSignature.isIn(text)) else { return false }
        density.dropGroup()
        return true
    }

    /// Converts UTF-16 to UTF-8; `nil` if it is invalid.
    static func utf8(fromUTF16 bytes: [UInt8], _ order: ByteOrder) -> [UInt8]? {
        guard bytes.count % 2 == 0 else { return nil }
        let high = order == .bigEndian ? 0 : 1
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 0, to: bytes.count, by: 2) {
            units.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high]))
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }

    /// Which characters bytes are.
    private static func characters(of bytes: [UInt8]) -> Characters {
        var isASCII = true
        for byte in bytes {
            if byte < 0x20 ? !(0x09...0x0D).contains(byte) : byte == 0x7F { return .unprintable }
            if byte >= 0x80 { isASCII = false }
        }
        if isASCII { return .unicode }
        guard let text = String(validating: withoutCutCharacter(bytes), as: UTF8.self) else { return .foreign }
        let isPrintable = text.unicodeScalars.allSatisfy { scalar in
            let isControl = (0x80..<0xA0).contains(scalar.value)
            return !isControl && scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        }
        return isPrintable ? .unicode : .unprintable
    }

    /// A long text in UTF-8 without the first bytes of a character at its end, of which the others are cut off.
    private static func withoutCutCharacter(_ bytes: [UInt8]) -> [UInt8] {
        let continuationCount = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
        guard bytes.count > harmlessCount, continuationCount < 3 else { return bytes }
        let lead = bytes[bytes.count - 1 - continuationCount]
        let missing = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0
        return missing > continuationCount ? Array(bytes.dropLast(continuationCount + 1)) : bytes
    }
}
