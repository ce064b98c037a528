/// Text from outside the program, as messages show it.
package enum Quotation {
    /// Longer texts are shortened, in Unicode scalars.
    package static let maximumLength = 200

    /// The first characters of a text, unchanged.
    package static func beginning(of text: String) -> String { String(text.unicodeScalars.prefix(maximumLength)) }

    /// A text without characters that control a terminal, with an ellipsis in place of its end if it is too long.
    ///
    /// Paths are not shortened, because their ends matter: ``ImageError/printable(_:)``.
    package static func of(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(maximumLength)
        return ImageError.printable(String(shown)) + (shown.endIndex == text.endIndex ? "" : "…")
    }
}
