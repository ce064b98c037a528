/// Decides which comments, and texts under keywords that have no meaning here, are copied.
///
/// They may be anything from a caption to the parameters of a program. One filter inspects all texts of a file, because
/// an image may be distributed over several of them.
struct PlainTextFilter {
    private var inspector = TextInspector()

    /// The notice about texts that are not copied.
    static let notice = "a text may contain a preview of the original image and is not copied"

    /// The number of bytes between two checks of the deadline.
    private static let stepCount = 1 << 16
    /// The number of bytes that two steps share, so that no beginning of an image is divided.
    private static let overlapCount = 128

    /// Whether a text consists of printable characters, and does not seem to encode an image.
    ///
    /// Zeros at the end do not count. Binary data that is too short for an image is accepted.
    ///
    /// - Throws: an error with the code `timeout` after the deadline.
    /// - Complexity: O(bytes).
    mutating func accepts(_ text: some BidirectionalCollection<UInt8>, _ deadline: Deadline?) throws(ImageError) -> Bool
    {
        guard let last = text.lastIndex(where: { $0 != 0 }) else { return true }
        let text = Array(text[...last])
        if text.count <= TextInspector.harmlessCount { return !ImageSignature.isIn(text) }
        guard let characters = inspector.characters(of: text), !ImageSignature.isIn(text) else { return false }
        inspector.beginGroup()
        var start = 0
        while start < characters.count {
            try deadline?.check()
            let end = min(start + Self.stepCount, characters.count)
            if inspector.mayEncodeImage(Array(characters[max(start - Self.overlapCount, 0)..<end])) { return false }
            start = end
        }
        return true
    }
}
