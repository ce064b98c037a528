internal import VarBlurCodecs

/// The scripts with which shells complete command lines.
enum CompletionScript {
    /// The script for a shell; `nil` if the shell is not supported.
    static func text(shell: String, table: OptionTable = .standard) -> String? {
        let main = CompletionOption.all(in: .singleCommand, of: table)
        let others = Subcommand.allCases.map { ($0, CompletionOption.all(in: $0.help.scope, of: table)) }
        return switch shell {
        case "bash": BashCompletions.script(main, others)
        case "zsh": ZshCompletions.script(main, others)
        case "fish": FishCompletions.script(main, others)
        default: nil
        }
    }
}

/// The options of a subcommand.
typealias SubcommandOptions = (subcommand: Subcommand, options: [CompletionOption])

/// An option as a shell completes it.
struct CompletionOption {
    /// The completion of the option's value.
    enum Value {
        case none
        case anything
        case words([String])
        /// One of some words, or nothing, so that a file may follow the option.
        case optionalWords([String])
        case directory
        case file
    }

    /// The names with their dashes.
    let names: [String]
    let summary: String
    let value: Value

    private init(_ entry: OptionEntry) {
        names = entry.dashedNames
        summary = entry.shortSummary
        value =
            switch entry.syntax?.kind {
            case nil: .none
            case .choice(let words), .words(let words, pattern: _, details: _):
                Self.isOptional(entry) ? .optionalWords(words()) : .words(words())
            case .directory: .directory
            case .file: .file
            case .integer, .number, .text: Self.suggestions(entry)
            }
    }

    private static func isOptional(_ entry: OptionEntry) -> Bool {
        if case .optionalValue = entry.argument { true } else { false }
    }

    private static func suggestions(_ entry: OptionEntry) -> Value {
        let words = entry.syntax?.suggestions() ?? []
        return words.isEmpty ? .anything : .words(words)
    }

    private init(names: [String], summary: String) {
        (self.names, self.summary, value) = (names, summary, .none)
    }

    /// The options of a command, and those of every command.
    static func all(in scope: OptionScope, of table: OptionTable) -> [CompletionOption] {
        table.entries(in: scope).map(CompletionOption.init) + general
    }

    private static let general = [
        CompletionOption(names: ["--version"], summary: "Show the version"),
        CompletionOption(names: ["-h", "--help"], summary: "Show help information"),
    ]
}
