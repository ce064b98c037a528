/// The first bytes of image files, encoded in characters and followed by more encoded data.
enum EncodedSignature {
    /// An encoding of bytes in characters.
    private enum Encoding {
        /// Base64, with the usual alphabet or the one for URLs (RFC 4648).
        case base64
        /// Hexadecimal, octal, or decimal numbers, with or without separators.
        case numbers
        /// A URL that contains data.
        case url

        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .base64:
                CodeDensity.isAlphanumeric(byte) || CodeDensity.isBase64Symbol(byte) || isBlank(byte) || byte == 0x5C
            case .numbers: isHexadecimalDigit(byte) || isSeparator(byte) || isBlank(byte)
            case .url: byte > 0x20 && byte < 0x7F
            }
        }

        private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

        private func isHexadecimalDigit(_ byte: UInt8) -> Bool {
            (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
        }

        /// Whether a byte is one of `xu%,:;-_.\`.
        private func isSeparator(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x78, 0x58, 0x75, 0x25, 0x2C, 0x3A, 0x3B, 0x2D, 0x5F, 0x2E, 0x5C: true
            default: false
            }
        }
    }

    /// How many characters of the encoding must follow.
    private static let followingCount = 48

    private struct Pattern {
        let encoding: Encoding
        /// The characters; letters in hexadecimal numbers and in URLs are in lower case, and match both cases.
        let characters: [UInt8]

        init(_ encoding: Encoding, _ text: String) {
            (self.encoding, characters) = (encoding, Array(text.utf8))
        }

        func isIn(_ text: [UInt8], at start: Int) -> Bool {
            guard text.count - start >= characters.count + EncodedSignature.followingCount else { return false }
            for (index, character) in characters.enumerated() {
                let byte = text[start + index]
                let isUpperCase = encoding != .base64 && byte >= 0x41 && byte <= 0x5A
                guard (isUpperCase ? byte | 0x20 : byte) == character else { return false }
            }
            let rest = start + characters.count
            return text[rest..<rest + EncodedSignature.followingCount].allSatisfy(encoding.contains)
        }
    }

    private static let patterns = [
        // JPEG, PNG, GIF, RIFF, TIFF, HEIF and related formats, JPEG XL, JPEG 2000, gzip
        Pattern(.base64, "/9j/"), Pattern(.base64, "_9j_"), Pattern(.base64, "iVBORw0K"), Pattern(.base64, "R0lGOD"),
        Pattern(.base64, "UklGR"), Pattern(.base64, "SUkqA"), Pattern(.base64, "TU0AK"), Pattern(.base64, "Z0eXB"),
        Pattern(.base64, "AAAADEpYT"), Pattern(.base64, "AAAADGpQ"), Pattern(.base64, "H4sIA"),
        Pattern(.numbers, "ffd8ff"), Pattern(.numbers, "ff d8 ff"), Pattern(.numbers, "ff:d8:ff"),
        Pattern(.numbers, "%ff%d8%ff"), Pattern(.numbers, "\\xff\\xd8\\xff"), Pattern(.numbers, "\\377\\330\\377"),
        Pattern(.numbers, "0xff,0xd8,0xff"), Pattern(.numbers, "0xff, 0xd8, 0xff"),
        Pattern(.numbers, "255,216,255"), Pattern(.numbers, "255, 216, 255"), Pattern(.numbers, "255 216 255"),
        Pattern(.numbers, "255\n216\n255"), Pattern(.numbers, "255\t216\t255"), Pattern(.numbers, "255;216;255"),
        Pattern(.numbers, "ff\nd8\nff"), Pattern(.numbers, "ff\td8\tff"), Pattern(.numbers, "ff,d8,ff"),
        Pattern(.numbers, "\\u00ff\\u00d8\\u00ff"), Pattern(.base64, "\\/9j\\/"), Pattern(.url, "%2f9j%2f"),
        Pattern(.numbers, "89504e47"), Pattern(.numbers, "89 50 4e 47"), Pattern(.numbers, "137,80,78,71"),
        Pattern(.numbers, "137, 80, 78, 71"), Pattern(.numbers, "137 80 78 71"), Pattern(.numbers, "47494638"),
        Pattern(.numbers, "52494646"), Pattern(.numbers, "49492a00"), Pattern(.numbers, "4d4d002a"),
        Pattern(.numbers, "66747970"), Pattern(.url, "data:image/"),
    ]

    /// The patterns for each first character; bytes of upper-case letters have those of the lower-case ones too.
    private static let patternsByFirstByte: [[Pattern]] = (0..<256).map { byte in
        patterns.filter { pattern in
            let first = Int(pattern.characters[0])
            return first == byte
                || (pattern.encoding != .base64 && (0x41...0x5A).contains(byte) && first == byte | 0x20)
        }
    }

    /// Whether the beginning of an image occurs anywhere in a text.
    ///
    /// - Complexity: O(*n*)
    static func isIn(_ text: [UInt8]) -> Bool {
        let candidates = patternsByFirstByte
        let isFirst = candidates.map { !$0.isEmpty }
        for index in text.indices where isFirst[Int(text[index])] {
            for pattern in candidates[Int(text[index])] where pattern.isIn(text, at: index) { return true }
        }
        return false
    }
}
