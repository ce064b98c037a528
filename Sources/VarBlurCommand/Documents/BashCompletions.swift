/// Completions for bash 3.2 and later.
enum BashCompletions {
    static func script(_ main: [CompletionOption], _ others: [SubcommandOptions]) -> String {
        func names(_ options: [CompletionOption]) -> String { options.flatMap(\.names).joined(separator: " ") }
        let cases = cases(main + others.flatMap(\.options))
        let replacements = others.map { subcommand, options in
            "        if [[ ${COMP_WORDS[1]} == \(subcommand) ]]; then options='\(names(options))'; fi"
        }.joined(separator: "\n")
        let subcommands = others.map { "\($0.subcommand)" }.joined(separator: " ")
        return """
            # bash completions for varblur
            # Adds the lines of standard input to the replies; mapfile does not exist before bash 4
            _varblur_reply() {
                local line
                while IFS= read -r line; do COMPREPLY+=("$line"); done
            }
            # Words get no slash where a folder has the same name; bash before version 4 has no compopt
            _varblur_words() {
                compopt +o filenames 2>/dev/null
                _varblur_reply < <(compgen -W "$1" -- "$current")
            }
            _varblur() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} joined=
                # bash splits --option=value into three words
                if [[ $current == = ]]; then
                    current= joined=1
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]} joined=1
                fi
                COMPREPLY=()
                case $previous in
            \(cases)
                esac
                if [[ $current == -* ]]; then
                    local options='\(names(main))'
            \(replacements)
                    _varblur_reply < <(compgen -W "$options" -- "$current")
                elif [[ ${COMP_WORDS[1]} != batch || $COMP_CWORD == 1 ]]; then
                    _varblur_reply < <(compgen -f -- "$current")
                    if [[ $COMP_CWORD == 1 ]]; then
                        _varblur_reply < <(compgen -W '\(subcommands)' -- "$current")
                    fi
                fi
            }
            complete -o filenames -F _varblur varblur

            """
    }

    private static func cases(_ options: [CompletionOption]) -> String {
        var seen: Set<[String]> = []
        return options.filter { seen.insert($0.names).inserted }.compactMap { option in
            completion(option.value).map { "        \(option.names.joined(separator: " | "))) \($0)return ;;" }
        }.joined(separator: "\n")
    }

    private static func completion(_ value: CompletionOption.Value) -> String? {
        switch value {
        case .none: nil
        case .anything: ""
        case .words(let words):
            "_varblur_words '\(words.joined(separator: " "))'; "
        case .optionalWords(let words):
            "_varblur_reply < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\"); [[ $joined ]] && "
        case .directory: "_varblur_reply < <(compgen -d -- \"$current\"); "
        case .file: "_varblur_reply < <(compgen -f -- \"$current\"); "
        }
    }
}
