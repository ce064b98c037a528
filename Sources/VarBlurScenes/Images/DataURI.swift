internal import VarBlurJSON
internal import VarBlurCodecs

/// An image inside of a document: `data:image/png;base64,…` (RFC 2397).
struct DataURI {
    /// The bytes of the image.
    let bytes: [UInt8]

    private static let scheme = "data:"

    /// Whether the name of an image is such an address.
    static func isName(_ name: String) -> Bool { begins(name, with: scheme) }

    /// Whether the image is an SVG file.
    static func isSVG(_ name: String) -> Bool { begins(name, with: scheme + "image/svg+xml") }

    private static func begins(_ name: String, with start: String) -> Bool {
        name.utf8.prefix(start.utf8.count).elementsEqual(start.utf8) {
            $0 == $1 || $0 | 0x20 == $1 && UInt8(ascii: "A") <= $0 && $0 <= UInt8(ascii: "Z")
        }
    }

    /// Decodes an address.
    ///
    /// Bytes are in base64, with or without padding, or percent-encoded.
    ///
    /// - Throws: an error with the code `notAnImage`.
    /// - Complexity: O(bytes).
    init(_ name: String) throws(ImageError) {
        let text = Array(name.utf8.dropFirst(Self.scheme.utf8.count))
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")),
            let decoded = Self.percentDecoded(text[(comma + 1)...])
        else { throw Self.invalid }
        let parameters = text[..<comma].split(separator: UInt8(ascii: ";"))
        guard let last = parameters.last, last.elementsEqual("base64".utf8, by: { $0 | 0x20 == $1 || $0 == $1 }) else {
            bytes = decoded
            return
        }
        guard let bytes = Base64.bytes(ofUnpadded: decoded) else { throw Self.invalid }
        self.bytes = bytes
    }

    /// The beginning of a name, for messages; short names are whole.
    static func label(_ name: String) -> String {
        guard isName(name), name.utf8.count > 40 else { return name }
        return String(decoding: name.utf8.prefix(32), as: UTF8.self) + "…"
    }

    private static var invalid: ImageError {
        ImageError(
            .notAnImage, "the data URI is invalid", remedy: "write it as data:image/png;base64, followed by the file")
    }

    /// The bytes that a text stands for, in which %20 is a space; `nil` if it is invalid.
    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let percent = UInt8(ascii: "%")
        guard text.contains(percent) else { return Array(text) }
        func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) } }
        var (bytes, index) = ([UInt8](), text.startIndex)
        bytes.reserveCapacity(text.count)
        while index < text.endIndex {
            if text[index] != percent {
                bytes.append(text[index])
                index += 1
                continue
            }
            guard index + 2 < text.endIndex, let high = digit(text[index + 1]), let low = digit(text[index + 2]) else {
                return nil
            }
            bytes.append(high << 4 | low)
            index += 3
        }
        return bytes
    }
}
