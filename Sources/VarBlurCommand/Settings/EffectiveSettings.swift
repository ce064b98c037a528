internal import ArgumentParser
internal import VariableBlurCodecs

/// The settings in force: those of the command line, then of the environment, then of a file, then the defaults.
struct EffectiveSettings {
    /// Where a setting comes from.
    enum Origin: Hashable {
        case commandLine
        case environment
        case file(String)
        case standard
    }

    private(set) var entries: [String: (text: String, origin: Origin)] = [:]
    /// The arguments with those of environment and file in front, where the command line can overrule them.
    private(set) var arguments: [String]

    init(commandLine: [String]) throws {
        arguments = commandLine
        let given = CommandLineScan(commandLine)
        // wrong settings are no reason to refuse help
        if given.isHelp || given.isVersion { return }
        if let file = try Self.file(given) {
            for line in file.lines {
                try set(
                    line.setting, line.text, .file(file.path), "\(ImageError.printable(file.path)), line \(line.number)"
                )
            }
        }
        for setting in Setting.all where setting.name != "instruction-set" {
            guard let text = Environment.value(setting.variable) else { continue }
            try set(setting, text, .environment, "The environment variable \(setting.variable)")
        }
        for (name, text) in given.settings { entries[name] = (text, .commandLine) }
        if given.isForced { entries["if-exists"] = ("overwrite", .commandLine) }
        let below = Setting.all.filter { entries[$0.name].map { $0.origin != .commandLine } ?? false }
        arguments = below.flatMap { argument(for: $0) } + commandLine
    }

    /// Variables that are no settings but look like one that was mistyped: a sentence for each.
    static var doubts: [String] {
        let known = Setting.all.map(\.variable) + ["VARBLUR_SETTINGS"]
        return Environment.names(beginningWith: "VARBLUR_").filter { !known.contains($0) }.compactMap { name in
            let meant = known.min {
                Suggestion.distance(Array(name), Array($0)) < Suggestion.distance(Array(name), Array($1))
            }
            guard let meant, Suggestion.distance(Array(name), Array(meant)) <= 2 else { return nil }
            return "the environment variable \(ImageError.printable(name)) is no setting; did you mean \(meant)?"
        }
    }

    private static func file(_ given: CommandLineScan) throws -> SettingsFile? {
        if given.readsNoSettings { return nil }
        let named = given.settingsFile ?? Environment.value("VARBLUR_SETTINGS")
        guard let path = named ?? SettingsFile.standardPath else { return nil }
        guard let text = Environment.text(ofFile: path) else {
            if named == nil { return nil }
            throw ValidationError("The settings file '\(ImageError.printable(path))' cannot be read.")
        }
        return try SettingsFile(path: path, text: text)
    }

    private mutating func set(_ setting: Setting, _ text: String, _ origin: Origin, _ place: String) throws {
        do {
            let arguments = try Self.arguments(setting, text)
            if PlainArguments(arguments) == nil { _ = try SettingsProbe.parse(arguments) }
            entries[setting.name] = (setting.isFlag ? (arguments.isEmpty ? "no" : "yes") : text, origin)
        } catch {
            let meant = Suggestion.sentence(for: text, among: setting.choices)
            throw ValidationError("\(place): \(SettingsProbe.message(for: error))\(meant)")
        }
    }

    /// How the command line would say it.
    private static func arguments(_ setting: Setting, _ text: String) throws -> [String] {
        guard setting.isFlag else { return ["--\(setting.name)=\(text)"] }
        switch text.lowercased() {
        case "yes", "true", "on", "1": return ["--\(setting.name)"]
        case "no", "false", "off", "0": return []
        default: throw ValidationError("'\(setting.name)' is yes or no.")
        }
    }

    private func argument(for setting: Setting) -> [String] {
        guard let entry = entries[setting.name] else { return [] }
        return (try? Self.arguments(setting, entry.text)) ?? []
    }

    /// What the command line would be that says all that is in force for an image.
    var imageArguments: [String] { Setting.all.filter(\.isOfImage).flatMap { argument(for: $0) } }

    /// These settings where a line of a batch has its own.
    func replaced(by line: CommandLineScan, denied: [String]) -> EffectiveSettings {
        var settings = self
        for name in denied { settings.entries[name] = nil }
        for (name, text) in line.settings { settings.entries[name] = (text, .commandLine) }
        return settings
    }

    /// The settings as a settings file that says where each comes from.
    var text: String {
        var groups: [(Origin, [String])] = []
        func add(_ origin: Origin, _ line: String) {
            if let index = groups.firstIndex(where: { $0.0 == origin }) {
                groups[index].1.append(line)
            } else {
                groups.append((origin, [line]))
            }
        }
        for setting in Setting.all {
            if let entry = entries[setting.name] {
                add(entry.origin, "\(setting.name) = \(ImageError.printable(entry.text))")
            } else {
                let isSet = setting.standard != nil
                add(.standard, "\(isSet ? "" : "# ")\(setting.name) = \(setting.standard ?? "")")
            }
        }
        return groups.map { "# \(Self.name($0.0))\n" + $0.1.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    private static func name(_ origin: Origin) -> String {
        switch origin {
        case .commandLine: "from the command line"
        case .environment: "from the environment"
        case .file(let path): "from \(ImageError.printable(path))"
        case .standard: "by default; what has no value depends on the image or the machine"
        }
    }
}

/// The options that may be set, each to be checked by itself.
private struct SettingsProbe: ParsableArguments {
    @OptionGroup var job: JobOptions
    @OptionGroup var run: RunOptions
}
