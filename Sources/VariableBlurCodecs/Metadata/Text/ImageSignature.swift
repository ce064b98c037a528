/// The first bytes of image files.
enum ImageSignature {
    private static let signatures: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF],  // JPEG
        [0x89, 0x50, 0x4E, 0x47],  // PNG
        Array("GIF87a".utf8), Array("GIF89a".utf8),
        [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],  // TIFF
        Array("WEBPVP8".utf8),
        Array("ftyphei".utf8), Array("ftypavi".utf8), Array("ftypmif1".utf8), Array("ftypmsf1".utf8),
        Array("ftypjp2".utf8), Array("ftypjxl".utf8), Array("ftypcrx".utf8),
        [0xFF, 0x4F, 0xFF, 0x51],  // JPEG 2000
        [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20],  // JPEG XL
        [0xD7, 0xCD, 0xC6, 0x9A],  // Windows metafile
    ]

    private static let isFirstByte = (0..<256).map { byte in signatures.contains { Int($0[0]) == byte } }

    /// Whether one of the signatures occurs anywhere.
    ///
    /// - Complexity: O(*n*)
    static func isIn(_ bytes: [UInt8]) -> Bool {
        let isFirst = isFirstByte
        for index in bytes.indices where isFirst[Int(bytes[index])] {
            for signature in signatures where bytes[index...].starts(with: signature) { return true }
        }
        return false
    }
}
