internal import PlainJSON
internal import VariableBlurCodecs

/// Texts of messages about scenes.
enum SceneText {
    /// The number of Unicode scalars after which a quoted text is shortened.
    private static let quotationLength = 60

    /// A text from a document, shortened and without characters that control a terminal.
    static func quoted(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(quotationLength)
        return ImageError.printable(String(shown)) + (shown.endIndex == text.unicodeScalars.endIndex ? "" : "…")
    }

    /// Words as a list in English.
    static func list(_ words: [String], _ conjunction: String = "or") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + "\(words.count > 2 ? "," : "") \(conjunction) \(last)"
    }

    /// A question with the word that is closest to a misspelled one; empty if none is close.
    static func suggestion(for word: String, among words: [String]) -> String {
        guard word.utf8.count <= 64 else { return "" }
        let ranked = words.map { (distance(word.lowercased(), $0.lowercased()), $0) }.min { $0.0 < $1.0 }
        guard let ranked, ranked.0 <= max(1, min(word.count, ranked.1.count) / 3), ranked.0 < ranked.1.count else {
            return ""
        }
        return "; did you mean '\(ranked.1)'?"
    }

    /// The Levenshtein distance.
    ///
    /// - Complexity: O(*nm*) for words of *n* and *m* characters.
    private static func distance(_ from: String, _ to: String) -> Int {
        let to = Array(to)
        var last = Array(0...to.count)
        for (i, a) in from.enumerated() {
            var row = [i + 1]
            for (j, b) in to.enumerated() {
                row.append(min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1)))
            }
            last = row
        }
        return last[to.count]
    }

    /// A number as JSON and messages show it: whole numbers without a fraction.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
