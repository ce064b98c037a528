/// A SHA-256 digest of a job: the input's bytes, the settings that affect the output, and the version.
///
/// If ``BlurJob/writesDigest`` is set, outputs contain it even if metadata is stripped: PNG files in a tEXt chunk with the
/// keyword `varblur`, JPEG files in a comment, WebP files in a chunk of the type `VBLR`. Outputs with the same digest are
/// identical, unless different versions of the codec libraries compress differently.
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
    static func text(in bytes: some Sequence<UInt8>) -> String? {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        let digits = text.dropFirst(algorithm.count)
        let isDigest =
            text.hasPrefix(algorithm) && digits.utf8.count == SHA256.digitCount && digits.allSatisfy(\.isHexDigit)
        return isDigest ? text : nil
    }
}
