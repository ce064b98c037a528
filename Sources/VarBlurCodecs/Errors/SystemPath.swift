internal import VarBlurLibC

/// Conversion between Swift strings and the system's paths, which may be any bytes.
///
/// Bytes that are not valid UTF-8 become private-use characters from U+10FE80 to U+10FEFF, whose last two digits are the byte. If a
/// path contains such a character, its bytes are converted one by one, so that every path survives a round trip.
package enum SystemPath {
    private static let firstEscape: UInt32 = 0x10FE00
    private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

    /// Converts a null-terminated path to a string.
    @unsafe
    package static func text(_ path: UnsafePointer<CChar>) -> String {
        // 0xF4 is the first byte of the private-use characters
        if let text = unsafe String(validatingCString: path), !text.utf8.contains(0xF4) { return text }
        var bytes: [UInt8] = []
        var next = unsafe path
        while unsafe next.pointee != 0 {
            unsafe bytes.append(UInt8(bitPattern: next.pointee))
            unsafe next += 1
        }
        return text(bytes[...])
    }

    /// Converts the bytes of a path to a string, up to the first null byte.
    package static func text(bytes: [UInt8]) -> String { text(bytes.prefix { $0 != 0 }) }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var result = ""
        var rest = bytes
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let character = String(validating: rest.prefix(length), as: UTF8.self)
            if let character, let scalar = character.unicodeScalars.first, !escapes.contains(scalar.value) {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                Unicode.Scalar(firstEscape + UInt32(first)).map { result.unicodeScalars.append($0) }
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The invalid byte that a private-use character represents; `nil` for other characters.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        escapes.contains(scalar.value) ? UInt8(scalar.value - firstEscape) : nil
    }

    /// The bytes of a path for the system, without a null byte.
    package static func bytes(_ text: String) -> [UInt8] {
        var text = text
        // 0xF4 is the first byte of the private-use characters
        let isPlain = text.withUTF8 { bytes in unsafe !bytes.contains(0xF4) }
        if isPlain { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            byte(scalar).map { [$0] } ?? UTF8.encode(scalar).map(Array.init) ?? []
        }
    }

    /// Whether the system refuses a path for its length.
    package static func isTooLong(_ text: String) -> Bool { bytes(text).count >= Int(PATH_MAX) }

    /// Whether a text contains a null byte, at which the system would end a path: no file has such a path.
    package static func hasNull(_ text: String) -> Bool { text.utf8.contains(0) }

    /// Calls `body` with the null-terminated bytes of a path; `errno` keeps the value set by `body`.
    ///
    /// Instead of a path with a null byte, `body` gets an empty one, which no file has, rather than the path of another file.
    package static func withBytes<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var bytes = hasNull(text) ? [] : bytes(text)
        bytes.append(0)
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress.unsafelyUnwrapped) }
        }
        // releasing the copy may change errno
        let error = errno
        bytes.removeAll()
        errno = error
        return result
    }
}
