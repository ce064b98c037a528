extension OptionEntry {
    /// The summary, as the help shows it.
    package var text: String { summary.text(for: .commandLine) }

    /// The summary, the range and the default, as the help shows them.
    package var description: String {
        let range = rangeText.map { [$0] } ?? []
        let details = range + (defaultPhrase.map { ["default: \($0)"] } ?? [])
        return details.isEmpty ? text : "\(text) (\(details.joined(separator: "; ")))"
    }

    /// The range of the value; `nil` if there is none.
    package var rangeText: String? { syntax?.rangeText }

    /// The default, as the help shows it; `nil` for a flag that is off.
    package var defaultPhrase: String? { defaultDescription ?? (isFlag ? nil : defaultText()) }

    /// The names with their dashes, the short one first.
    package var dashedNames: [String] { (shortName.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

    /// The first sentence of the summary up to its details, without a period.
    package var shortSummary: String {
        let text = text.prefix { $0 != ":" && $0 != "." && $0 != ";" && $0 != "(" }
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
