/// The help of a command apart from its options.
struct CommandHelp: Sendable {
    /// Terms and their descriptions under a heading.
    struct Section: Sendable {
        let title: String
        let items: [(term: String, description: String)]
    }

    /// One sentence.
    let abstract: String
    /// The forms of the command line.
    let usage: [String]
    let paragraphs: [String]
    let sections: [Section]

    /// Everything after the abstract, as the parser prints it.
    var discussion: String { (paragraphs + sections.map(\.text)).joined(separator: "\n\n") }
}

extension CommandHelp.Section {
    /// Long terms have their descriptions below them, others beside them.
    private var isStacked: Bool { items.contains { $0.term.count > 30 } }

    fileprivate var text: String {
        let width = items.map(\.term.count).max() ?? 0
        let lines = items.map { term, description in
            let padding = String(repeating: " ", count: width - term.count)
            return isStacked ? "  \(term)\n      \(description)" : "  \(term)\(padding)  \(description)"
        }
        return ([title] + lines).joined(separator: "\n")
    }
}
