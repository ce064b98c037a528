/// Completions for fish.
enum FishCompletions {
    static func script(
        _ main: [CompletionOption], _ batch: [CompletionOption], _ preview: [CompletionOption],
        _ compose: [CompletionOption]
    ) -> String {
        let lines =
            [
                "# fish completions for varblur",
                "complete -c varblur -n __fish_use_subcommand -a batch -d 'Process JSON jobs, one per line'",
                "complete -c varblur -n __fish_use_subcommand -a compose -d 'Draw a scene of layers over a photo'",
                "complete -c varblur -n __fish_use_subcommand -a preview -d 'Tune the options on a page in the browser'",
            ]
            + ["complete -c varblur -n '__fish_seen_subcommand_from batch' -f"]
            + main.map { line($0, "not __fish_seen_subcommand_from batch compose preview") }
            + batch.map { line($0, "__fish_seen_subcommand_from batch") }
            + compose.map { line($0, "__fish_seen_subcommand_from compose") }
            + preview.map { line($0, "__fish_seen_subcommand_from preview") }
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
        case .directory: " -x -a '(__fish_complete_directories)'"
        case .file: " -r -F"
        }
    }
}
