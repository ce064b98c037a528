internal import PlainJSON

/// The parts of a command line that matter before it is parsed.
struct CommandLineScan {
    /// Names and values of settings, in their order.
    private(set) var settings: [(name: String, value: String)] = []
    private(set) var settingsFile: String?
    private(set) var readsSettingsFile = true
    private(set) var isVersion = false
    private(set) var isHelp = false
    /// Whether the help was requested with `-h` only, which shows a screen of it.
    var isShortHelp: Bool { isHelp && !isLongHelp }
    private var isLongHelp = false
    private(set) var isVerbose = false
    /// The first long option that does not exist, without its dashes.
    private(set) var unknownOption: String?
    /// The shell whose completions are requested.
    private(set) var completionShell: String?
    /// The reference document that is requested.
    private(set) var document: String?
    private let table: OptionTable

    init(_ arguments: [String], table: OptionTable = .standard) {
        self.table = table
        var index = 0
        while index < arguments.count, !arguments[index].isSame(as: "--") {
            let argument = arguments[index]
            index += 1
            guard argument.begins(with: "--") else {
                noteShort(argument)
                continue
            }
            let (name, attached) = argument.splitAtEqualsSign
            let next = attached == nil && index < arguments.count ? arguments[index] : nil
            let takesValue = note(String(Substring(name.utf8.dropFirst(2))), attached.map { String($0) } ?? next ?? "")
            if takesValue && next != nil { index += 1 }
        }
    }

    /// Notes a long option; returns whether it takes a value.
    private mutating func note(_ name: String, _ value: String) -> Bool {
        guard name.utf8.count <= OptionTable.longestName else { return false }
        switch name {
        case "version": isVersion = true
        case "help": (isHelp, isLongHelp) = (true, true)
        case "generate-completion-script":
            completionShell = Quotation.beginning(of: value)
            return true
        case "generate-document":
            document = Quotation.beginning(of: value)
            return true
        default:
            guard let entry = table[name: name] else {
                unknownOption = unknownOption ?? name
                return false
            }
            return note(entry, value)
        }
        return false
    }

    /// Notes an option of the table; returns whether it takes a value.
    private mutating func note(_ entry: OptionEntry, _ value: String) -> Bool {
        switch entry.name {
        case "settings": settingsFile = value
        case "no-settings": readsSettingsFile = false
        case "verbose": isVerbose = true
        default: break
        }
        if let setting = entry.abbreviates {
            settings.append(setting)
        } else if entry.isSetting {
            settings.append((entry.name, entry.isFlag ? "yes" : value))
        }
        if case .value = entry.argument { return true }
        return false
    }

    /// Whether an argument is `-h`, alone or among short options; not if it is the name of a file such as `-hf`.
    static func isHelp(_ argument: String, _ table: OptionTable) -> Bool {
        let (letters, help) = (argument.utf8.dropFirst(), UInt8(ascii: "h"))
        guard letters.contains(help), letters.allSatisfy({ $0 == help || table.entry(short: $0) != nil }) else {
            return false
        }
        return letters.count == 1 || !UnknownArgument.isFile(argument)
    }

    /// Records short options, including several combined in one argument.
    private mutating func noteShort(_ argument: String) {
        guard argument.begins(with: "-"), argument.utf8.count > 1 else { return }
        let letters = argument.utf8.dropFirst()
        guard letters.allSatisfy({ $0 == UInt8(ascii: "h") || table.entry(short: $0) != nil }) else { return }
        if Self.isHelp(argument, table) { isHelp = true }
        for letter in letters {
            if let entry = table.entry(short: letter) { _ = note(entry, "") }
        }
    }
}

extension CommandLineScan {
    /// A suggestion for an unknown option that has another name, such as `--sigma`, or that is the first or last part of a
    /// setting's name, such as `--quality` for `--jpeg-quality`.
    ///
    /// - Parameters:
    ///   - text: the message of the parser.
    ///   - scope: where the options are given.
    /// - Returns: a sentence without a period; `nil` if the message is about something else.
    func suggestion(forUnknown text: Substring, in scope: OptionScope) -> String? {
        if let entry = entry(named: text, after: "Unknown option '--"), !entry.scope.isSuperset(of: scope) {
            return Self.commands(entry)
        }
        if let entry = entry(named: text, after: "Missing value for '--") {
            return "A value must follow" + (entry.rangeText.map { " (\($0))" } ?? "")
        }
        if text.hasPrefix("Unknown option '-o'") { return Self.outputIsPath }
        guard let unknown = unknownOption, !unknown.isEmpty, text.hasPrefix("Unknown option '--\(unknown)'")
        else {
            return nil
        }
        switch unknown {
        case "output": return Self.outputIsPath
        case "sigma", "blur", "radius", "blur-radius": return "Did you mean '--max-radius'?"
        default: break
        }
        if text.hasSuffix("?") { return nil }
        var meant = table.settings.filter { $0.name.hasSuffix("-\(unknown)") }
        if meant.isEmpty { meant = Array(table.settings.filter { $0.name.hasPrefix("\(unknown)-") }.prefix(1)) }
        return meant.isEmpty ? nil : "Did you mean \(meant.map { "'--\($0.name)'" }.joined(separator: " or "))?"
    }

    /// The option that a message is about; `nil` if the message begins otherwise.
    private func entry(named text: Substring, after start: String) -> OptionEntry? {
        guard text.utf8.starts(with: start.utf8) else { return nil }
        let name = text.utf8.dropFirst(start.utf8.count).prefix {
            $0 == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
        }
        return table[name: Substring(name)]
    }

    /// The commands that have an option.
    private static func commands(_ entry: OptionEntry) -> String? {
        let all: [(name: String, scope: OptionScope)] = [
            ("varblur", .singleCommand), ("varblur batch", .batchCommand), ("varblur compose", .composeCommand),
            ("varblur preview", .previewCommand),
        ]
        let names = all.filter { entry.scope.contains($0.scope) }.map { "'\($0.name)'" }
        return names.isEmpty ? nil : "--\(entry.name) is an option of \(names.joined(separator: " and "))"
    }

    private static let outputIsPath = "The output is the second file name: varblur in.png out.png"

    /// A suggestion for the first invalid value that is close to one of its option's choices.
    var suggestion: String? {
        for (name, value) in settings {
            guard let entry = table[name: name], let choices = entry.syntax?.choices, !choices.isEmpty,
                (try? entry.validate(value)) == nil
            else { continue }
            return Suggestion.closest(to: value, among: choices).map { "Did you mean '--\(name) \($0)'?" }
        }
        return nil
    }

    /// The arguments with which the parser shows a text that was asked for; `nil` if there is none.
    var textRequest: [String]? { isHelp ? ["--help"] : isVersion ? ["--version"] : nil }
}
