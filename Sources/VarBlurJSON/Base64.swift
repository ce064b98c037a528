/// Bytes as text in base64 (RFC 4648, section 4), always with padding.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The value of a byte that is no digit.
    private static let noDigit: UInt8 = 0xFF

    /// The value of each byte as a digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: noDigit, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The length of the text of some bytes.
    package static func textLength(byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

    /// The text of some bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func text(of bytes: ArraySlice<UInt8>) -> String {
        let digits = Self.digits
        return unsafe String(unsafeUninitializedCapacity: textLength(byteCount: bytes.count)) { text in
            var end = 0
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
                let count = min(3, bytes.endIndex - start)
                var group = Int(bytes[start]) << 16
                if count > 1 { group |= Int(bytes[start + 1]) << 8 }
                if count > 2 { group |= Int(bytes[start + 2]) }
                unsafe text[end] = digits[group >> 18]
                unsafe text[end + 1] = digits[group >> 12 & 63]
                unsafe text[end + 2] = count > 1 ? digits[group >> 6 & 63] : padding
                unsafe text[end + 3] = count > 2 ? digits[group & 63] : padding
                end += 4
            }
            return end
        }
    }

    /// The bytes that a text stands for, whose padding may be missing; see ``bytes(of:)``.
    package static func bytes(ofUnpadded text: [UInt8]) -> [UInt8]? {
        bytes(of: (text + [UInt8](repeating: padding, count: (4 - text.count % 4) % 4))[...])
    }

    /// The bytes that a text stands for.
    ///
    /// - Parameter text: digits and padding, without spaces and line breaks.
    /// - Returns: the bytes; `nil` if the text is not the one that ``text(of:)`` returns for them.
    /// - Complexity: O(*n*) for *n* bytes.
    package static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let paddingCount = text.suffix(2).filter { $0 == padding }.count
        let (values, digitCount) = (Self.values, text.count - paddingCount)
        // A value that is no digit has bits beyond the six of a digit
        var (allBits, lastBits): (UInt8, UInt8) = (0, 0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, count in
            for start in stride(from: text.startIndex, to: text.endIndex, by: 4) {
                var group: UInt32 = 0
                for index in start..<start + 4 {
                    let isDigit = index - text.startIndex < digitCount
                    let value = isDigit ? values[Int(text[index])] : 0
                    allBits |= value
                    group = group << 6 | UInt32(value & 63)
                }
                unsafe bytes[count] = UInt8(truncatingIfNeeded: group >> 16)
                unsafe bytes[count + 1] = UInt8(truncatingIfNeeded: group >> 8)
                unsafe bytes[count + 2] = UInt8(truncatingIfNeeded: group)
                count += 3
            }
            for dropped in 0..<paddingCount { lastBits |= unsafe bytes[count - 1 - dropped] }
            count -= paddingCount
        }
        return allBits < 64 && lastBits == 0 ? bytes : nil
    }
}
