extension OptionEntry {
    /// The summary, as the help shows it.
    var text: String { summary.text(for: .commandLine) }

    /// The summary, the range and the default, as the help shows them.
    var description: String {
        let range = rangeText.map { [$0] } ?? []
        let details = range + (defaultPhrase.map { ["default: \($0)"] } ?? [])
        return details.isEmpty ? text : "\(text) (\(details.joined(separator: "; ")))"
    }

    /// The range of the value; `nil` if there is none.
    var rangeText: String? { syntax?.rangeText }

    /// The default, as the help shows it; `nil` for a flag that is off.
    var defaultPhrase: String? { defaultDescription ?? (isFlag ? nil : defaultText()) }

    /// The names with their dashes, the short one first.
    var dashedNames: [String] { (shortName.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

    /// The first sentence of the summary up to its details, without a period.
    var shortSummary: String {
        let text = text.prefix { $0 != ":" && $0 != "." && $0 != ";" && $0 != "(" }
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
