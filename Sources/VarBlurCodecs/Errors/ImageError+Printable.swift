extension ImageError {
    /// Text that is safe to show on a terminal, in one line.
    ///
    /// Escapes control characters (Unicode category Cc), format characters (Cf) such as those that change the direction of
    /// text, line and paragraph separators (Zl and Zp), other characters that are not visible (Unicode property
    /// Default_Ignorable_Code_Point), and the invalid bytes of file names. The zero-width joiner stays, and so do variation
    /// selectors after emoji, because emoji are composed with them.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    package static func printable(_ text: String) -> String {
        var result = ""
        var isAfterEmoji = false
        for scalar in text.unicodeScalars {
            defer { isAfterEmoji = !scalar.isASCII && scalar.properties.isEmoji }
            if let byte = SystemPath.byte(scalar) {
                result += "\\x\(String(byte, radix: 16))"
            } else if isHidden(scalar) && !(isAfterEmoji && emojiSelectors.contains(scalar)) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The variation selectors that choose between the text form and the picture of an emoji.
    private static let emojiSelectors: ClosedRange<Unicode.Scalar> = "\u{FE0E}"..."\u{FE0F}"

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // Most text is ASCII; looking up a category takes longer
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return scalar != "\u{200D}"
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
