internal import LibC

/// Paths as text that holds every byte that the system's paths may have.
///
/// Bytes that are no UTF-8 are written as characters for private use, from U+10FE80 to U+10FEFF: the last two digits are the
/// byte. Such characters in a path that is UTF-8 are taken for such bytes too, so that no path is lost or changed.
public enum SystemPath {
    private static let firstEscape: UInt32 = 0x10FE00
    private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

    /// The text for a path that ends with a zero.
    @unsafe
    public static func text(_ path: UnsafePointer<CChar>) -> String {
        // 0xF4 begins the characters that stand for bytes
        if let text = unsafe String(validatingCString: path), !text.utf8.contains(0xF4) { return text }
        var bytes: [UInt8] = []
        var place = unsafe path
        while unsafe place.pointee != 0 {
            unsafe bytes.append(UInt8(bitPattern: place.pointee))
            unsafe place += 1
        }
        return text(bytes[...])
    }

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

    /// The byte that a character stands for, if it is no UTF-8.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        escapes.contains(scalar.value) ? UInt8(scalar.value - firstEscape) : nil
    }

    /// Calls `body` with the path as the system wants it.
    package static func withBytes<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var bytes: [CChar] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(scalar) {
                bytes.append(CChar(bitPattern: byte))
            } else {
                for unit in UTF8.encode(scalar) ?? .init() { bytes.append(CChar(bitPattern: unit)) }
            }
        }
        bytes.append(0)
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe body(buffer.baseAddress.unsafelyUnwrapped)
        }
        // the caller wants to know what the system said, not what became of the copy
        let error = errno
        bytes.removeAll()
        errno = error
        return result
    }
}
