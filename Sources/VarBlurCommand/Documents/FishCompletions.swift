/// Completions for fish.
enum FishCompletions {
    static func script(_ main: [CompletionOption], _ others: [SubcommandOptions]) -> String {
        let subcommands = others.map(\.subcommand)
        let names = subcommands.map { "\($0)" }.joined(separator: " ")
        let lines =
            ["# fish completions for varblur"]
            + subcommands.map { subcommand in
                let summary = subcommand.summary.prefix(1).uppercased() + subcommand.summary.dropFirst()
                return "complete -c varblur -n __fish_use_subcommand -a \(subcommand) -d '\(summary)'"
            }
            + subcommands.filter { !$0.help.takesPaths }.map {
                "complete -c varblur -n '__fish_seen_subcommand_from \($0)' -f"
            }
            + main.map { line($0, "not __fish_seen_subcommand_from \(names)") }
            + others.flatMap { subcommand, options in
                options.map { line($0, "__fish_seen_subcommand_from \(subcommand)") }
            }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func line(_ option: CompletionOption, _ condition: String) -> String {
        let names = option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
        let summary = option.summary.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        return
            "complete -c varblur -n '\(condition)' \(names.joined(separator: " "))\(value(option.value)) -d '\(summary)'"
    }

    private static func value(_ value: CompletionOption.Value) -> String {
        switch value {
        case .none: ""
        case .anything: " -x"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case .optionalWords(let words): " -f -a '\(words.joined(separator: " "))'"
        case .directory: " -x -a '(__fish_complete_directories)'"
        case .file: " -r -F"
        }
    }
}
