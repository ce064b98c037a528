/// Completions for zsh.
enum ZshCompletions {
    static func script(_ main: [CompletionOption], _ others: [SubcommandOptions]) -> String {
        """
        #compdef varblur
        # zsh completions for varblur
        _varblur() {
        \(others.map(branch).joined(separator: "\n"))
            _arguments \\
        \(specifications(main)) \\
                '1: :_varblur_first' '*:file:_files'
        }

        _varblur_first() {
            _alternative \\
                'commands:command:((\(others.map { #"\#($0.subcommand)\:"\#($0.subcommand.summary)""# }.joined(separator: " "))))' \\
                'files:file:_files'
        }

        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _varblur "$@"
        else
            compdef _varblur varblur
        fi

        """
    }

    /// What completes a subcommand.
    private static func branch(_ subcommand: Subcommand, _ options: [CompletionOption]) -> String {
        """
            if (( CURRENT > 2 )) && [[ $words[2] == \(subcommand) ]]; then
                shift words
                (( CURRENT-- ))
                _arguments \\
        \(specifications(options))\(subcommand.help.takesPaths ? " \\\n        '*:file:_files'" : "")
                return
            fi
        """
    }

    private static func specifications(_ options: [CompletionOption]) -> String {
        options.flatMap { option in
            option.names.map { name in
                let sign = if case .none = option.value { "" } else { name.hasPrefix("--") ? "=" : "" }
                return "        '\(name)\(sign)[\(escaped(option.summary))]\(value(option.value))'"
            }
        }.joined(separator: " \\\n")
    }

    private static func value(_ value: CompletionOption.Value) -> String {
        switch value {
        case .none: ""
        case .anything: ":value: "
        case .words(let words): ":value:(\(words.joined(separator: " ")))"
        case .optionalWords(let words): "::value:(\(words.joined(separator: " ")))"
        case .directory: ":directory:_files -/"
        case .file: ":file:_files"
        }
    }

    /// A description inside single quotes and brackets.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "'": "'\\''"
            case "[", "]", ":", "\\": "\\\(character)"
            default: String(character)
            }
        }.joined()
    }
}
