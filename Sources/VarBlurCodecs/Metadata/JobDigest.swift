/// A SHA-256 digest of a job: the input's bytes, the settings that affect the output, and the version.
///
/// If ``BlurJob/writesDigest`` is set, outputs contain it even if metadata is stripped: PNG files in a tEXt chunk with the
/// keyword `varblur`, JPEG files in a comment, WebP files in a chunk of the type `VBLR`, AVIF and JPEG XL files in a `uuid` box. Outputs
/// with the same digest are identical, unless different versions of the codec libraries compress differently.
public struct JobDigest: Sendable, Hashable, CustomStringConvertible {
    /// The digest as a string: `sha256:` and 64 hexadecimal digits.
    public let description: String

    /// The keyword of the text in PNG files.
    static let keyword = "varblur"
    /// The prefix of the comment in JPEG files.
    static let jpegPrefix = Array("varblur ".utf8)
    static let algorithm = "sha256:"

    init(_ hash: SHA256) { description = Self.algorithm + hash.text }

    /// The digest's text in the metadata of a file; `nil` if it is not a valid digest.
    static func text(in bytes: some Collection<UInt8>) -> String? {
        guard bytes.count == byteCount else { return nil }
        let text = String(decoding: Array(bytes), as: UTF8.self)
        return text.hasPrefix(algorithm) && text.dropFirst(algorithm.count).allSatisfy(\.isHexDigit) ? text : nil
    }

    /// The digest's text in a range of a file, which may be as long as the file.
    static func text(in file: FileContents, _ range: Range<Int>) -> String? {
        text(in: file.bytes(range.prefix(byteCount + 1)))
    }

    /// The length of a digest's text.
    private static let byteCount = algorithm.utf8.count + SHA256.digitCount
}
