extension ImageError {
    /// Text that is safe to show on a terminal, in one line.
    ///
    /// Escapes control characters (Unicode category Cc), format characters (Cf) such as those that change the direction of
    /// text, line and paragraph separators (Zl and Zp), and the invalid bytes of file names. The zero-width joiner stays,
    /// because emoji are composed with it.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let byte = SystemPath.byte(scalar) {
                result += "\\x\(String(byte, radix: 16))"
            } else if isHidden(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // Most text is ASCII; looking up a category takes longer
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return scalar != "\u{200D}"
        default: return false
        }
    }
}
