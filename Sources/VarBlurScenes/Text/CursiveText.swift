internal import CLibPango
internal import VarBlur

/// The parts of a text whose letters may be joined, as those of Arabic are.
enum CursiveText {
    /// Finds the words in scripts whose letters are joined.
    ///
    /// - Parameter text: the text.
    /// - Returns: the ranges of their bytes in UTF-8, in order. Marks and invisible characters belong to the letter before them.
    static func ranges(in text: String) -> [Range<Int>] {
        // no script with joined letters comes before Arabic
        guard text.utf8.contains(where: { $0 >= 0xD8 }) else { return [] }
        let scalars = text.unicodeScalars
        let scripts = Set(scalars.lazy.filter(isJoined).map(script).filter { !isShared($0) })
        var (ranges, position, isInWord) = ([Range<Int>](), 0, false)
        for scalar in scalars {
            let end = position + scalar.utf8.count
            isInWord = isJoined(scalar) || isLetter(scalar, of: scripts) || isInWord && isAttached(scalar)
            if isInWord { ranges.join(position..<end) }
            position = end
        }
        return ranges
    }

    /// Whether a character can be joined to the one before or after it (the property Joining_Type of Unicode).
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        // the zero width joiner is for any script
        guard scalar.value >= 0x600, scalar != "\u{200D}" else { return false }
        let type = fribidi_get_joining_type(scalar.value)
        return [
            FRIBIDI_JOINING_TYPE_R, FRIBIDI_JOINING_TYPE_L, FRIBIDI_JOINING_TYPE_D, FRIBIDI_JOINING_TYPE_C,
        ].contains { $0.rawValue == type }
    }

    private static func script(_ scalar: Unicode.Scalar) -> Int32 { g_unichar_get_script(scalar.value).rawValue }

    /// Whether characters of several scripts count as this one.
    private static func isShared(_ script: Int32) -> Bool {
        script == G_UNICODE_SCRIPT_COMMON.rawValue || script == G_UNICODE_SCRIPT_INHERITED.rawValue
    }

    /// Whether a character is a letter, which need not be joined itself, of some scripts.
    private static func isLetter(_ scalar: Unicode.Scalar, of scripts: Set<Int32>) -> Bool {
        g_unichar_isalpha(scalar.value) != 0 && scripts.contains(script(scalar))
    }

    /// Whether a character is a mark, or an invisible one that decides whether letters are joined.
    private static func isAttached(_ scalar: Unicode.Scalar) -> Bool {
        script(scalar) == G_UNICODE_SCRIPT_INHERITED.rawValue || g_unichar_ismark(scalar.value) != 0
            || scalar == "\u{200D}" || scalar == "\u{200C}"
    }
}
