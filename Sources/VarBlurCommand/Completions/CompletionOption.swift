internal import ArgumentParser
internal import PlainJSON

/// An option as a shell completes it.
struct CompletionOption {
    /// What comes behind it.
    enum Value {
        case none
        case anything
        case words([String])
        case directory
        case file
    }

    /// With their dashes.
    let names: [String]
    let summary: String
    let value: Value

    /// The options of a command, as the parser describes them.
    static func all(of command: (some ParsableCommand).Type) -> [CompletionOption] {
        guard let description = try? JSONParser.value(of: Array(command._dumpHelp().utf8)),
            case .array(let arguments)? = description["command"]?["arguments"]
        else { return [] }
        return arguments.compactMap(CompletionOption.init)
    }

    private init?(_ argument: JSONValue) {
        guard case .array(let all)? = argument["names"] else { return nil }
        names = all.compactMap { name in
            guard case .string(let text)? = name["name"] else { return nil }
            return (name["kind"] == .string("short") ? "-" : "--") + text
        }
        if case .string(let text)? = argument["abstract"] {
            // the first sentence, or what is before its details
            summary = String(text.prefix { $0 != ":" && $0 != "." && $0 != ";" && $0 != "(" }).trimmedEnd
        } else {
            summary = ""
        }
        value = Self.value(argument)
    }

    private static func value(_ argument: JSONValue) -> Value {
        guard argument["kind"] == .string("option") else { return .none }
        if case .array(let words)? = argument["allValues"] {
            return .words(words.compactMap { if case .string(let word) = $0 { word } else { nil } })
        }
        if argument["completionKind"]?["directory"] != nil { return .directory }
        return argument["completionKind"]?["file"] != nil ? .file : .anything
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// The scripts by which shells complete the command and its subcommand.
enum CompletionScript {
    /// The script for a shell; `nil` if there is none for it.
    static func text(shell: String) -> String? {
        let (main, batch) = (CompletionOption.all(of: VarBlur.self), CompletionOption.all(of: BatchCommand.self))
        switch shell {
        case "bash": return BashCompletions.script(main, batch)
        case "zsh": return ZshCompletions.script(main, batch)
        case "fish": return FishCompletions.script(main, batch)
        default: return nil
        }
    }
}
