/// Comments, and texts under keywords that have no meaning here.
///
/// They may be anything from a caption to the parameters of a program, so only what begins like an image file counts as
/// one.
enum PlainText {
    /// The notice about texts that are not copied.
    static let notice = "a text may contain a preview of the original image and is not copied"

    /// Whether a text contains an image file, as bytes or encoded in characters.
    ///
    /// - Complexity: O(bytes).
    static func mayContainImage(_ text: [UInt8]) -> Bool {
        ImageSignature.isIn(text) || EncodedSignature.isIn(text)
    }
}
