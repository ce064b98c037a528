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
    /// A text that is neither ASCII nor UTF-8 must mostly consist of ASCII letters if it is longer than this.
    private static let maxForeignCount = 512
    /// The maximum number of code units of a text in UTF-16 that are not in Latin-1.
    private static let maxWideUnitCount = 1_024

    private var density = CodeDensity()

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
        guard Self.isPrintable(bytes) else {
            return bytes.count > Self.harmlessCount || ImageSignature.isIn(bytes) ? .possibleImage : .noise
        }
        return mayEncodeImage(bytes) ? .possibleImage : .text
    }

    /// Inspects a text in UTF-16.
    ///
    /// - Complexity: O(*n*)
    mutating func verdict(onUTF16 bytes: [UInt8], _ order: ByteOrder) -> Verdict {
        guard let text = Self.utf8(fromUTF16: bytes, order) else {
            return bytes.count > Self.harmlessCount ? .possibleImage : .noise
        }
        // pairs of bytes of an image, or of its encoding, may happen to be characters of other scripts
        let mayBeBytes = Self.wideUnitCount(bytes, order) > Self.maxWideUnitCount
        let mayBeEncoding = Self.hasASCIIRun(bytes) && mayEncodeImage(bytes)
        return mayBeBytes || mayBeEncoding ? .possibleImage : verdict(on: text)
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

    /// Whether bytes are printable characters, tabs, and line breaks.
    static func isPrintable(_ bytes: [UInt8]) -> Bool {
        var (isASCII, letterCount) = (true, 0)
        for byte in bytes {
            if byte < 0x20 ? byte != 0x09 && byte != 0x0A && byte != 0x0D : byte == 0x7F { return false }
            if byte >= 0x80 { isASCII = false }
            if (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x20 { letterCount += 1 }
        }
        if isASCII { return true }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.count <= maxForeignCount || letterCount * 10 >= bytes.count * 6
        }
        return text.unicodeScalars.allSatisfy { scalar in
            let isControl = (0x80..<0xA0).contains(scalar.value)
            return !isControl && scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        }
    }
}
