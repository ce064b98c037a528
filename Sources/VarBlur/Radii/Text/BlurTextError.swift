/// A syntax error in a gradient or an easing, and its position.
public struct BlurTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the error: one line without a final period.
    public let message: String
    /// The string that contains the error.
    public let text: String
    /// The position of the error: the number of UTF-8 bytes before it.
    public let offset: Int

    /// The number of characters before the error.
    package var characterOffset: Int {
        // all bytes but the second and later ones of a character
        text.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
    }

    /// The message and the position.
    public var description: String { "\(message) (at character \(characterOffset + 1))" }

    /// The description, in English; through `any Error`, only ``description`` is this text.
    public var localizedDescription: String { description }

    /// The part of the string around the error, and a line with a caret below it.
    public var excerpt: (text: String, caret: String) {
        let offset = characterOffset
        let start = max(0, offset - Self.excerptLength / 2)
        let part = text.unicodeScalars.dropFirst(start).prefix(Self.excerptLength)
        let line = String.UnicodeScalarView(part.map { $0.value < 0x20 ? " " : $0 })
        return (String(line), String(repeating: " ", count: offset - start) + "^")
    }

    /// The length of a part of a text that fits into a line of a terminal.
    private static let excerptLength = 72
}
