/// Completions for zsh.
enum ZshCompletions {
    static func script(
        _ main: [CompletionOption], _ batch: [CompletionOption], _ preview: [CompletionOption],
        _ compose: [CompletionOption]
    ) -> String {
        """
        #compdef varblur
        # zsh completions for varblur
        _varblur() {
            if (( CURRENT > 2 )) && [[ $words[2] == batch ]]; then
                shift words
                (( CURRENT-- ))
                _arguments \\
        \(specifications(batch))
                return
            fi
            if (( CURRENT > 2 )) && [[ $words[2] == preview ]]; then
                shift words
                (( CURRENT-- ))
                _arguments \\
        \(specifications(preview)) \\
                '*:file:_files'
                return
            fi
            if (( CURRENT > 2 )) && [[ $words[2] == compose ]]; then
                shift words
                (( CURRENT-- ))
                _arguments \\
        \(specifications(compose)) \\
                    '*:file:_files'
                return
            fi
            _arguments \\
        \(specifications(main)) \\
                '1: :_varblur_first' '*:file:_files'
        }

        _varblur_first() {
            _alternative \\
                'commands:command:((batch\\:"process JSON jobs, one per line" compose\\:"draw a scene of layers over a photo" preview\\:"tune the options on a page"))' \\
                'files:file:_files'
        }

        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _varblur "$@"
        else
            compdef _varblur varblur
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
