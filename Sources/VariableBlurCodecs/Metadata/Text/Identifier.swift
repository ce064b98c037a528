/// A text that is only an identifier of a document: 32 hexadecimal digits, or a UUID (RFC 9562), perhaps with a prefix
/// such as `xmp.did:` or `adobe:docid:photoshop:`.
struct Identifier {
    /// The maximum length of the text.
    private static let maxCount = 68
    /// The first hexadecimal digits of image files: JPEG, PNG, GIF, RIFF, TIFF.
    private static let imageSignatures = ["ffd8ff", "89504e47", "47494638", "52494646", "49492a00", "4d4d002a"].map {
        Array($0.utf8)
    }

    /// Whether the digits begin like an image file.
    let isImageSignature: Bool

    /// The identifier that a text consists of; `nil` if it is anything else.
    ///
    /// - Complexity: O(1)
    init?(_ text: [UInt8]) {
        guard text.count >= 32 && text.count <= Self.maxCount else { return nil }
        let start = text.lastIndex(of: 0x3A).map { $0 + 1 } ?? 0
        guard text[..<start].allSatisfy(Self.isPrefix) else { return nil }
        let rest = text[start...]
        let hyphens = rest.indices.filter { rest[$0] == 0x2D }.map { $0 - start }
        guard rest.count == 32 && hyphens.isEmpty || rest.count == 36 && hyphens == [8, 13, 18, 23] else { return nil }
        let digits = rest.filter { $0 != 0x2D }
        guard digits.allSatisfy(Self.isHexadecimal) else { return nil }
        let lowerCase = digits.map { $0 | 0x20 }
        isImageSignature = Self.imageSignatures.contains { lowerCase.starts(with: $0) }
    }

    /// Whether a byte may be in a prefix: lower-case letters, points, and colons.
    private static func isPrefix(_ byte: UInt8) -> Bool {
        (byte >= 0x61 && byte <= 0x7A) || byte == 0x2E || byte == 0x3A
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
    }
}
