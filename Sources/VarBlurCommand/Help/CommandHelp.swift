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
    /// The names of the options that a screen of help shows.
    let mainOptions: [String]

    /// Everything after the abstract, as the parser prints it.
    var discussion: String { (paragraphs + sections.map(\.text)).joined(separator: "\n\n") }
}

extension CommandHelp {
    /// A help that fits on a screen: the forms of the command line, and the options that most users need.
    ///
    /// - Parameters:
    ///   - table: the options.
    ///   - scope: where the options are given.
    /// - Returns: at most 40 lines of at most 80 characters, without a line break at the end.
    func screen(_ table: OptionTable, _ scope: OptionScope) -> String {
        let items = mainOptions.compactMap { name in table[name: name] }.map { entry in
            (term: Self.term(entry), description: entry.shortSummary)
        }
        let width = items.map(\.term.count).max() ?? 0
        let options = items.flatMap { term, description in
            let padding = String(repeating: " ", count: width - term.count)
            let lines = Self.wrapped(description, width: Self.screenWidth - width - 4)
            return lines.enumerated().map { index, line in
                "  \(index == 0 ? term + padding : String(repeating: " ", count: width))  \(line)"
            }
        }
        let subcommand = Subcommand.allCases.first { usage.first?.hasPrefix("varblur \($0.rawValue)") ?? false }
        let name = subcommand.map { "varblur \($0.rawValue)" } ?? "varblur"
        let end = "'\(name) --help' shows all \(table.entries(in: scope).count) options and examples."
        return
            (Self.wrapped(abstract, width: Self.screenWidth) + ["", "USAGE"] + usage.map { "  \($0)" } + [
                "", "OPTIONS",
            ] + options + ["", end])
            .joined(separator: "\n")
    }

    private static let screenWidth = 80

    /// Divides a text into lines between words.
    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// The names of an option and its value.
    private static func term(_ entry: OptionEntry) -> String {
        let names = entry.dashedNames.joined(separator: ", ")
        return entry.syntax.map { "\(names) <\($0.placeholder)>" } ?? names
    }
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
