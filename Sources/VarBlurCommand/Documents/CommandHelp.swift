internal import VarBlurJSON
internal import VarBlurLibC
package import VarBlurCodecs

/// A command as its users see it: where its options are given, and its help apart from them.
package struct CommandHelp: Sendable {
    /// Terms and their descriptions under a heading.
    struct Section: Sendable {
        let title: String
        let items: KeyValuePairs<String, String>

        init(_ title: String, _ items: KeyValuePairs<String, String>) { (self.title, self.items) = (title, items) }
    }

    struct Texts: Sendable {
        /// One sentence.
        let abstract: String
        /// The forms of the command line.
        let usage: [String]
        /// The arguments that are not options; `nil` if there are none.
        var pathSummary: String?
        let paragraphs: [String]
        let sections: [Section]
        /// The names of the options that a screen of help shows.
        let mainOptions: [String]
        /// Command lines that a screen of help shows.
        var mainExamples: [String] = []
    }

    /// The name with that of the program.
    let name: String
    /// Where the options of the command are given.
    let scope: OptionScope
    /// Whether the command has arguments that are not options.
    var takesPaths = true
    /// The texts, which most runs do not need.
    let makeTexts: @Sendable () -> Texts
}

extension CommandHelp {
    /// A help that fits on a screen: the forms of the command line, and the options that most users need.
    ///
    /// - Returns: at most 50 lines of at most 80 characters, without a line break at the end.
    func screen(_ table: OptionTable) -> String {
        let texts = makeTexts()
        let items = texts.mainOptions.compactMap { name in table[name: name] }.map { entry in
            (term: Self.term(entry), description: entry.shortSummary)
        }
        let width = items.map(\.term.count).max() ?? 0
        let options = items.flatMap { Self.lines($0, $1, indent: width + 4) }
        let end = "'\(name) --help' shows all \(table.entries(in: scope).count) options and examples."
        return
            (Self.wrapped(texts.abstract, width: Self.screenWidth) + ["", "USAGE"] + texts.usage.map { "  \($0)" } + [
                "", "OPTIONS",
            ] + options + (texts.mainExamples.isEmpty ? [] : ["", "EXAMPLES"] + texts.mainExamples.map { "  \($0)" })
            + ["", end])
            .joined(separator: "\n")
    }

    /// The whole help.
    ///
    /// - Returns: lines of at most 80 characters, with a line break at the end.
    func text(_ table: OptionTable) -> String {
        let texts = makeTexts()
        let options = table.entries(in: scope)
        let groups = OptionSection.allCases.map { section in
            (section.title, options.filter { $0.section == section }.map { (Self.term($0), $0.description) })
        }
        let general = (
            "General",
            [
                ("--version", "Show the version; with --verbose, also the libraries and the instruction sets."),
                ("-h, --help", "Show help; -h shows a part that fits on a screen."),
            ]
        )
        let arguments = ("Arguments", texts.pathSummary.map { [("<file> ...", $0)] } ?? [])
        let lists = ([arguments] + groups + [general]).filter { !$0.1.isEmpty }
        let blocks =
            [Self.wrapped(texts.abstract, width: Self.screenWidth), ["USAGE"] + texts.usage.map { "  \($0)" }]
            + texts.paragraphs.map { Self.wrapped($0, width: Self.screenWidth) }
            + lists.map { title, items in [title.uppercased()] + items.flatMap { Self.lines($0, $1) } }
            + texts.sections.map(\.lines)
        return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// The help on an option; `nil` if the command has no option of this name.
    func text(onOption name: String, _ table: OptionTable = .standard) -> String? {
        let letter = name.utf8.count == 1 ? name.utf8.first.flatMap { table.entry(short: $0) } : nil
        guard let entry = letter ?? table[name: name], entry.scope.isSuperset(of: scope) else { return nil }
        return Self.lines(Self.term(entry), entry.description).joined(separator: "\n") + "\n"
    }

    /// The help under a heading, such as `exit-status` or its first word, or `limits`; `nil` if there is no such heading.
    func text(onSection name: String, _ table: OptionTable = .standard) -> String? {
        guard name.utf8.count <= Suggestion.maximumByteCount else { return nil }
        let name = name.lowercased().split(separator: " ").joined(separator: "-")
        let title = ["exits", "exit-code", "exit-codes", "exit-statuses"].contains(name) ? "exit-status" : name
        func isMeant(_ heading: String) -> Bool {
            let words = heading.lowercased().split(separator: " ")
            return words[0].elementsEqual(title) || words.joined(separator: "-") == title
        }
        if let section = makeTexts().sections.first(where: { isMeant($0.title) }) {
            return section.lines.joined(separator: "\n") + "\n"
        }
        let options = table.entries(in: scope).filter { isMeant($0.section.title) }
        let lines = options.flatMap { Self.lines(Self.term($0), $0.description) }
        return options.first.map { ([$0.section.title.uppercased()] + lines).joined(separator: "\n") + "\n" }
    }

    /// A term, and its indented description beside it, or below it if the term is too long.
    fileprivate static func lines(_ term: String, _ description: String, indent: Int = optionIndent) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let lines = wrapped(description, width: screenWidth - indent).map { margin + $0 }
        let start = "  " + term
        guard start.count < indent - 1, let first = lines.first else { return [start] + lines }
        return [start + first.dropFirst(start.count)] + lines.dropFirst()
    }

    private static let screenWidth = 80
    private static let optionIndent = 26

    /// Divides a text into lines between words.
    private static func wrapped(_ text: String, width: Int = screenWidth) -> [String] {
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
    fileprivate var lines: [String] {
        let width = items.map(\.key.count).max() ?? 0
        // long terms have their descriptions below them, others beside them
        return [title] + items.flatMap { CommandHelp.lines($0, $1, indent: width > 30 ? 6 : width + 4) }
    }
}

// MARK: - Arguments

extension CommandHelp {
    /// Reads the arguments.
    package func arguments(_ arguments: [String], table: OptionTable = .standard) -> Arguments {
        Arguments(arguments, scope: scope, takesPaths: takesPaths, table: table)
    }

    /// The request that arguments describe, without settings from elsewhere.
    ///
    /// - Throws: `UsageError` for arguments that are not valid.
    func request(_ arguments: [String]) throws(UsageError) -> CommandRequest {
        let arguments = self.arguments(arguments)
        if let error = arguments.error { throw error }
        let request = arguments.request
        try request.validate()
        return request
    }

    /// The text that arguments ask for; `nil` if they ask for none.
    ///
    /// - Throws: `UsageError` for a text that does not exist.
    package func text(
        for arguments: Arguments,
        documents: @autoclosure () -> [String: () -> String] = ReferenceDocument.texts
    ) throws(UsageError) -> String? {
        switch arguments.information {
        case nil: return nil
        case .screen: return screen(.standard) + "\n"
        case .help: return text(.standard)
        case .version: return (arguments.request.run.verbose ? VersionReport.text : ToolVersion.text) + "\n"
        case .completions(let shell):
            if let script = CompletionScript.text(shell: shell) { return script }
            throw UsageError(
                "there are no completions for '\(Quotation.of(shell))'", remedy: "choose bash, zsh, or fish")
        case .document(let name):
            let documents = documents()
            if let text = documents[name]?() { return text }
            throw UsageError(
                "there is no document '\(Quotation.of(name))'",
                remedy: "documents: \(documents.keys.sorted().joined(separator: ", "))")
        }
    }

    /// Ends the process after an error.
    package func exit(_ error: any Error) -> Never {
        var status = (error as? ExitStatus) ?? .usage
        if let error = error as? UsageError {
            status = ExitStatus.code(for: error)
            if MessageStreams.areUsed {
                try? MessageStreams.answer(error.report)
            } else {
                Messages.usageError(error, of: name)
            }
        }
        VarBlurLibC.exit(status.rawValue)
    }
}
