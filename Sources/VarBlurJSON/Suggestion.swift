/// Suggestions for mistyped words.
package enum Suggestion {
    /// The length of the longest words for which there are suggestions, in bytes.
    package static let maximumByteCount = 64

    /// The closest word; `nil` if none is within a third of the letters (at least one edit), or if the word is too long.
    ///
    /// Upper and lower case count as equal, as do words with and without hyphens if there is an equal one.
    package static func closest(to word: String, among words: [String]) -> String? {
        guard word.utf8.count <= maximumByteCount else { return nil }
        let word = word.lowercased()
        func letters(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
        if let same = words.first(where: { letters($0) == letters(word) }), same != word { return same }
        let ranked = words.map { (distance(word, $0.lowercased()), $0) }.min { $0.0 < $1.0 }
        guard let ranked, ranked.0 <= max(1, min(word.count, ranked.1.count) / 3), ranked.0 < ranked.1.count else {
            return nil
        }
        return ranked.1
    }

    /// The Damerau–Levenshtein distance: letters to change, add, remove, or swap with their neighbor.
    ///
    /// - Complexity: O(*nm*) for words of *n* and *m* letters.
    package static func distance(_ from: String, _ to: String) -> Int {
        let (from, to) = (Array(from), Array(to))
        var before: [Int] = []
        var last = Array(0...to.count)
        for (i, a) in from.enumerated() {
            var row = [i + 1]
            for (j, b) in to.enumerated() {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == to[j - 1], from[i - 1] == b { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[to.count]
    }
}
