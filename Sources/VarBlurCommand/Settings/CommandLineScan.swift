/// What the command line says of settings, before it is parsed.
struct CommandLineScan {
    /// Names and values in their order.
    private(set) var settings: [(name: String, text: String)] = []
    private(set) var settingsFile: String?
    private(set) var readsNoSettings = false
    private(set) var isForced = false
    private(set) var isVersion = false
    private(set) var isHelp = false
    /// Long options that are no settings.
    private(set) var others: [String] = []
    /// The shell for which completions are asked for.
    private(set) var completionShell: String?
    private(set) var isVerbose = false

    init(_ arguments: [String]) {
        var index = 0
        while index < arguments.count, arguments[index] != "--" {
            let argument = arguments[index]
            index += 1
            guard argument.hasPrefix("--") else {
                noteShort(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let takesNext = parts.count == 1 && index < arguments.count
            let value = parts.count > 1 ? String(parts[1]) : takesNext ? arguments[index] : ""
            if note(name, value) && takesNext { index += 1 }
        }
    }

    /// Notes a long option; returns whether it takes a value.
    private mutating func note(_ name: String, _ value: String) -> Bool {
        switch name {
        case "settings": settingsFile = value
        case "no-settings": readsNoSettings = true
        case "force": isForced = true
        case "version": isVersion = true
        case "help": isHelp = true
        case "generate-completion-script":
            completionShell = value
            return true
        case "out-dir", "suffix", "name-template", "shard": return true
        default:
            guard let setting = Setting.named(name) else {
                others.append(name)
                return false
            }
            if name == "verbose" { isVerbose = true }
            settings.append((name, setting.isFlag ? "yes" : value))
            return !setting.isFlag
        }
        return name == "settings"
    }

    private mutating func noteShort(_ argument: String) {
        guard argument.first == "-", argument.count > 1, argument.dropFirst().allSatisfy({ "fhqrv".contains($0) })
        else {
            return
        }
        if argument.contains("h") { isHelp = true }
        if argument.contains("f") { isForced = true }
        if argument.contains("q") { settings.append(("quiet", "yes")) }
        if argument.contains("v") {
            isVerbose = true
            settings.append(("verbose", "yes"))
        }
    }

    /// A setting of which a word was taken for its name, as `--quality` for `--jpeg-quality`: the sentence that offers it.
    func suggestion(forUnknown text: Substring) -> String? {
        let unknown = others.first { text.hasPrefix("Error: Unknown option '--\($0)'") }
        guard let unknown, !unknown.isEmpty, !text.hasSuffix("?") else { return nil }
        let meant = Setting.all.first { $0.name.hasSuffix("-\(unknown)") || $0.name.hasPrefix("\(unknown)-") }
        return meant.map { "Did you mean '--\($0.name)'?" }
    }

    /// Values that are none of an option's choices but close to one: the sentences that offer it.
    var suggestions: [String] {
        settings.compactMap { name, text in
            guard let setting = Setting.named(name), !setting.choices.isEmpty, !setting.choices.contains(text),
                !(name == "format" && text == "jpg")
            else { return nil }
            return Suggestion.closest(to: text, among: setting.choices).map { "Did you mean '--\(name) \($0)'?" }
        }
    }
}
