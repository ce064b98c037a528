/// Texts about options in the words of a job: `--max-pixels` is the member `max-pixels`, and `--force` is `'force': true`.
enum JobLanguage {
    /// A text with the options that a job may have as members of a job.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes, times the number of options.
    static func text(_ text: String, table: OptionTable = .standard) -> String {
        var result = ""
        var rest = text.utf8[...]
        let dash = UInt8(ascii: "-")
        while let start = rest.firstIndex(of: dash) {
            result += String(Substring(rest[..<start]))
            rest = rest[start...]
            let name = Substring(rest.dropFirst(2).prefix { $0 == dash || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
            let entry = rest.starts(with: "--".utf8) ? table[name: name] : nil
            guard let entry, !entry.scope.isDisjoint(with: [.batchLine, .sceneLine]) else {
                let dashes = rest.prefix { $0 == dash }
                result += String(Substring(dashes))
                rest = rest[dashes.endIndex...]
                continue
            }
            let isQuoted = result.utf8.last == UInt8(ascii: "'")
            let member = isQuoted ? entry.name : entry.isFlag ? "'\(entry.name)': true" : "'\(entry.name)'"
            result += member
            rest = withoutPlaceholder(rest[name.endIndex...])
        }
        return result + String(Substring(rest))
    }

    /// The text without a placeholder such as ` <radius>` at its start.
    private static func withoutPlaceholder(_ text: Substring.UTF8View) -> Substring.UTF8View {
        guard text.starts(with: " <".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else { return text }
        return text[text.index(after: end)...]
    }
}
