internal import VarBlurJSON
internal import VarBlur
internal import VarBlurCodecs

/// Texts of messages about scenes.
enum SceneText {
    /// The number of Unicode scalars after which a quoted text is shortened.
    private static let quotationLength = 60

    /// The names of members that are texts, whatever they look like.
    static let plainMembers = [
        "text", "image", "mask", "matte", "id", "family", "title", "name", "data", "ramp", "crop", "at",
        "follows",
    ]

    /// A text from a document, shortened and without characters that control a terminal.
    static func quoted(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(quotationLength)
        return ImageError.printable(String(shown)) + (shown.endIndex == text.unicodeScalars.endIndex ? "" : "…")
    }

    /// A question with the word that is closest to a misspelled one; empty if none is close.
    static func suggestion(for word: String, among words: [String]) -> String {
        let plain = ForeignWord.normalized(word)
        if let same = words.first(where: { ForeignWord.normalized($0) == plain }) { return "; did you mean '\(same)'?" }
        if let hint = ForeignWord.hint(for: word, among: words) { return hint }
        // left is leading here, and a name in CSS or of a part has other letters
        let name = word.lowercased().replacing("left", with: "leading").replacing("right", with: "trailing")
            .replacing("-", with: "")
        let meant =
            Suggestion.closest(to: word, among: words) ?? Suggestion.closest(to: name, among: words)
            ?? words.first { name.utf8.count > 3 && $0.lowercased().hasPrefix(name) }
        return meant.map { "; did you mean '\($0)'?" } ?? ""
    }

    /// A text as Pango markup.
    static func markup(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "&" ? "&amp;" : $1 == "<" ? "&lt;" : String($1) }
    }

    /// A number as JSON and messages show it: whole numbers without a fraction.
    static func number(_ value: Double) -> String {
        ReadableNumber.text(value)
    }
}
