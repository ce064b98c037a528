/// A syntax error in a gradient or an easing, and its position.
public struct BlurTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the error: one line without a final period.
    public let message: String
    /// The string that contains the error.
    public let text: String
    /// The position of the error: the number of UTF-8 bytes before it.
    ///
    /// These bytes are ASCII characters, because any other character is an error.
    public let offset: Int

    /// The message and the position.
    public var description: String { "\(message) (at character \(offset + 1))" }

    /// The description, in English.
    public var localizedDescription: String { description }

    /// The part of the string around the error, and a line with a caret below it.
    public var excerpt: (text: String, caret: String) {
        let start = max(0, offset - Self.excerptLength / 2)
        let part = text.utf8.dropFirst(start).prefix(Self.excerptLength)
        let caret = String(repeating: " ", count: offset - start) + "^"
        return (String(decoding: part, as: UTF8.self), caret)
    }

    /// The length of a part of a text that fits into a line of a terminal.
    private static let excerptLength = 72
}
