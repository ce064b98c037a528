internal import ArgumentParser
internal import LibC
internal import PlainJSON
internal import VariableBlurCodecs

/// The settings in effect: from the command line, else the environment, else a settings file, else the defaults.
struct EffectiveSettings: Sendable {
    /// The source of a setting.
    enum Origin: Hashable, Sendable {
        case commandLine
        case environment
        case file(String)
        case preset(String)
        case defaults
    }

    /// A setting that is not a default.
    struct Entry: Sendable {
        let name: String
        let value: String
        let origin: Origin
    }

    // A linear search is fast enough for so few entries; setting up a dictionary would take longer
    private var entries: [Entry] = []
    /// The command line, preceded by the settings of the environment and the file that it does not override.
    private(set) var arguments: [String]
    /// The presets that the settings file defines.
    private(set) var ownPresets: [Preset] = []
    /// The path of the settings file; `nil` if none was read, or if it contains only presets.
    private(set) var settingsPath: String?
    let table: OptionTable

    /// Reads the environment and the settings file.
    ///
    /// - Throws: `ValidationError` for a setting that is wrong, unless help or the version is requested.
    init(commandLine: [String], table: OptionTable = .standard) throws {
        (self.arguments, self.table) = (commandLine, table)
        let scan = CommandLineScan(commandLine, table: table)
        if scan.isHelp || scan.isVersion { return }
        if let file = try Self.file(scan, table) {
            ownPresets = file.presets
            settingsPath = file.lines.isEmpty ? nil : file.path
            try addPreset(file.lines.last { $0.entry.name == Preset.optionName }?.value)
            for line in file.lines {
                let position = "\(ImageError.printable(file.path)), line \(line.number)"
                try set(line.entry, line.value, .file(file.path), position)
            }
        }
        if !Environment.names(beginningWith: OptionEntry.variablePrefix).isEmpty {
            try readEnvironment(Environment.value)
        }
        try addPreset(scan.settings.last { $0.name == Preset.optionName }?.value)
        add(scan)
        arguments = entriesAsArguments { $0.origin != .commandLine } + commandLine
    }

    /// The settings of a command line alone, for a command that reads no others.
    init(onlyCommandLine arguments: [String], table: OptionTable = .standard) {
        (self.arguments, self.table) = (arguments, table)
        add(CommandLineScan(arguments, table: table))
    }

    private static func file(_ scan: CommandLineScan, _ table: OptionTable) throws -> SettingsFile? {
        // An empty path is an error of the command line
        guard scan.readsSettingsFile, scan.settingsFile != "" else { return nil }
        let given = scan.settingsFile ?? Environment.value("VARBLUR_SETTINGS")
        guard let path = given ?? SettingsFile.standardPath else { return nil }
        guard let text = try SettingsFile.text(ofFile: path) else {
            if given == nil { return nil }
            let cause = unsafe String(cString: strerror(errno))
            throw ValidationError(
                "Cannot read the settings file '\(ImageError.printable(path))': \(cause). Check the path.")
        }
        return try SettingsFile(path: path, text: text, table: table)
    }

    /// Adds the settings of the environment; `variable` looks up a variable by its name.
    mutating func readEnvironment(_ variable: (String) -> String?) throws {
        if let entry = table[name: Preset.optionName] { try addPreset(variable(entry.variable)) }
        for entry in table.entries(in: .environment) {
            guard let value = variable(entry.variable) else { continue }
            try set(entry, value, .environment, "The environment variable \(entry.variable)")
        }
    }

    private mutating func set(_ entry: OptionEntry, _ value: String, _ origin: Origin, _ position: String) throws {
        do {
            let canonical = entry.isFlag ? (try Self.isOn(value) ? "yes" : "no") : value
            try entry.validate(value)
            add(Entry(name: entry.name, value: canonical, origin: origin))
        } catch {
            let meant = Suggestion.sentence(for: value, among: entry.syntax?.choices ?? [])
            throw ValidationError(
                "\(position): the value '\(Quotation.of(value))' is invalid for '\(entry.name)': \(error)\(meant)"
            )
        }
    }

    private static func isOn(_ value: String) throws -> Bool {
        // All accepted words have at most 5 letters
        switch value.utf8.count > 5 ? "" : value.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: throw ValidationError("Choose yes or no.")
        }
    }
}

extension EffectiveSettings {
    /// The setting with a name; `nil` if the default is in effect.
    private(set) subscript(name: String) -> Entry? {
        get { entries.first { $0.name == name } }
        set {
            entries.removeAll { $0.name == name }
            if let newValue { entries.append(newValue) }
        }
    }

    /// Adds the settings of a preset in place of those from sources without precedence over the source that selects it.
    private mutating func addPreset(_ name: String?) throws {
        guard let name else { return }
        let preset = try preset(named: name)
        for (name, value) in preset.settings { add(Entry(name: name, value: value, origin: .preset(preset.name))) }
    }

    /// Adds the settings of a command line.
    private mutating func add(_ scan: CommandLineScan) {
        for (name, value) in scan.settings { add(Entry(name: name, value: value, origin: .commandLine)) }
    }

    /// Adds a setting in place of those from other sources that it excludes.
    private mutating func add(_ entry: Entry) {
        let excluded = OptionTable.names(replacedBy: entry.name)
        if !excluded.isEmpty { entries.removeAll { excluded.contains($0.name) && $0.origin != entry.origin } }
        guard let known = self[entry.name], known.origin == entry.origin, table[name: entry.name]?.isRepeatable == true
        else {
            self[entry.name] = entry
            return
        }
        self[entry.name] = Entry(name: entry.name, value: "\(known.value) \(entry.value)", origin: entry.origin)
    }

    /// The name of the first setting that the command line gives; `nil` if there is none.
    var firstGivenName: String? { entries.first { $0.origin == .commandLine }?.name }

    /// Whether a setting that was given takes the place of the default of an option.
    func replaces(_ name: String) -> Bool {
        // a flag that is off describes no shape
        guard table[name: name]?.isFlag == false, self[name] == nil else { return false }
        return entries.contains { entry in
            table[name: entry.name]?.isFlag == false && OptionTable.names(replacedBy: entry.name).contains(name)
        }
    }

    /// The settings from some origins, as arguments.
    private func entriesAsArguments(where isIncluded: (Entry) -> Bool) -> [String] {
        let included = entries.filter(isIncluded)
        if included.isEmpty { return [] }
        return table.settings.compactMap { option in
            guard let value = included.first(where: { $0.name == option.name })?.value else { return nil }
            guard option.isFlag else { return "--\(option.name)=\(value)" }
            return value == "yes" ? "--\(option.name)" : nil
        }
    }

    /// The settings that apply to an image, as arguments.
    var imageArguments: [String] { lineArguments(.batchLine) }

    /// The settings that apply to a line of a batch, as arguments.
    ///
    /// - Parameter scope: ``OptionScope/batchLine`` or ``OptionScope/sceneLine``.
    /// - Returns: arguments with the long names of the options.
    func lineArguments(_ scope: OptionScope) -> [String] {
        entriesAsArguments { table[name: $0.name]?.scope.contains(scope) ?? false }
    }

    /// The settings without some of them.
    func removing(_ names: some Sequence<String>) -> EffectiveSettings {
        var settings = self
        for name in names { settings[name] = nil }
        return settings
    }

    /// The settings with those of a line of a batch.
    func merging(_ line: CommandLineScan) -> EffectiveSettings {
        var settings = self
        settings.add(line)
        return settings
    }
}
