internal import VarBlurLibC
package import VarBlurJSON
package import VarBlurCodecs

/// The settings in effect: from the command line, else the environment, else a settings file, else the defaults.
package struct EffectiveSettings: Sendable {
    /// The settings that are not defaults, with the other options of the command line, in the order in which they apply.
    ///
    /// There is one for each option, unless a command line or a job contains options that exclude each other.
    // A linear search is fast enough for so few; setting up a dictionary would take longer
    private(set) var settings: [Setting] = []
    /// The presets that the settings file defines.
    private(set) var ownPresets: [Preset] = []
    /// The path of the settings file; `nil` if none was read, or if it contains only presets.
    private(set) var settingsPath: String?
    let table: OptionTable

    package init(table: OptionTable = .standard) { self.table = table }

    /// The settings of a command line, the environment, and the settings file.
    ///
    /// - Throws: `UsageError` for a setting that is wrong.
    init(_ arguments: Arguments, table: OptionTable = .standard) throws(UsageError) {
        self.table = table
        if let file = try Self.file(arguments.request.run, table) {
            ownPresets = file.presets
            settingsPath = file.settings.isEmpty ? nil : file.path
            try add(file.settings)
        }
        if !Environment.names(beginningWith: OptionEntry.variablePrefix).isEmpty {
            try readEnvironment(Environment.value)
        }
        try add(arguments.settings)
    }

    private static func file(_ options: RunOptions, _ table: OptionTable) throws(UsageError) -> SettingsFile? {
        guard options.readsSettingsFile else { return nil }
        let given = options.settingsFile ?? Environment.value("VARBLUR_SETTINGS")
        guard let path = given ?? SettingsFile.standardPath else { return nil }
        if let file = try SettingsFile(path: path, table: table) { return file }
        if given != nil { throw .unreadable("settings file", path) }
        // A file that exists may ask for the removal of private metadata. A process of another user may have a home that it cannot enter.
        let error = errno
        guard error != ENOENT, error != ENOTDIR, FileIdentity(linkPath: path) != nil else { return nil }
        errno = error
        throw .unreadable("settings file", path, remedy: "make it readable, or use --no-settings")
    }

    /// Adds the settings of the environment; `variable` looks up a variable by its name.
    mutating func readEnvironment(_ variable: (String) -> String?) throws(UsageError) {
        var found: [Setting] = []
        for option in table.entries(in: .environment) {
            guard let text = variable(option.variable) else { continue }
            do throws(InvalidValue) {
                found.append(try Setting(option, text: text, from: .environment))
            } catch {
                throw UsageError.invalidValue(text, of: option, named: "'\(option.name)'", error)
                    .located("the environment variable \(option.variable)")
            }
        }
        try add(found)
    }

    /// Adds the settings of one source, which have precedence over those that are there.
    ///
    /// The settings of a preset that the source selects come before its own, in place of those of another preset.
    ///
    /// - Throws: `UsageError` for a preset that does not exist.
    package mutating func add(_ others: [Setting]) throws(UsageError) {
        if let preset = others.last(where: { $0.name == Preset.optionName }) {
            settings.removeAll { if case .preset = $0.origin { true } else { false } }
            for setting in try Preset.named(preset.value, own: ownPresets).settings(table) { add(setting) }
        }
        for setting in others { add(setting) }
    }

    /// Removes an option of a job.
    mutating func leaveOut(_ name: String) {
        settings.removeAll { if case .job = $0.origin { $0.option.name == name } else { false } }
    }

    /// Adds a setting in place of those from other sources that it excludes.
    private mutating func add(_ setting: Setting) {
        let chosen = setting.chosen
        settings.removeAll { $0.origin != setting.origin && chosen.replaces($0.chosen) }
        if setting.option.isRepeatable,
            let index = settings.firstIndex(where: { $0.option.name == setting.option.name }),
            settings[index].origin == setting.origin
        {
            return settings[index].append(setting)
        }
        // an option and its abbreviation stay beside each other, because they may contradict each other
        settings.removeAll { $0.option.name == setting.option.name }
        settings.append(setting)
    }
}

extension EffectiveSettings {
    /// The setting with a name; `nil` if the default is in effect.
    subscript(name: String) -> Setting? { settings.last { $0.name == name } }

    /// The request that the settings describe.
    ///
    /// - Throws: `UsageError` for options that exclude each other.
    package func request(paths: [String] = []) throws(UsageError) -> CommandRequest {
        var request = CommandRequest()
        request.paths = paths
        for setting in settings { setting.apply(to: &request) }
        do throws(UsageError) { try request.validate() } catch { throw sourced(error) }
        return request
    }

    /// The error with the sources of the options that it names, unless they are given on the command line or in the job.
    func sourced(_ error: UsageError) -> UsageError {
        let names = error.cause.names + (error.remedy?.names ?? [])
        let sources = settings.filter { names.contains($0.option.name) }.compactMap { Self.source(of: $0) }
        return sources.isEmpty ? error : error.noted(sources.joined(separator: ", "))
    }

    /// Where a setting is from; `nil` if the user knows.
    private static func source(of setting: Setting) -> String? {
        switch setting.origin {
        case .commandLine, .job, .preset: nil
        case .environment: "\(setting.option.name) is from the environment variable \(setting.option.variable)"
        case .file(let path): "\(setting.option.name) is from \(ImageError.printable(path))"
        }
    }

    /// The settings that may be given in some place.
    func restricted(to scope: OptionScope) -> EffectiveSettings {
        var result = self
        result.settings.removeAll { !$0.option.scope.isSuperset(of: scope) }
        return result
    }

    /// The name of the first setting that the command line gives; `nil` if there is none.
    var firstGivenName: String? { settings.first { $0.origin == .commandLine && $0.option.isSetting }?.name }

    /// Whether a setting that was given takes the place of the default of an option.
    func replaces(_ name: String) -> Bool {
        // a flag that is off describes no shape
        guard table[name: name]?.isFlag == false, self[name] == nil else { return false }
        // areas alone are not combined with the default ramp
        let hasAreas = self["area"] != nil || self["areas-from"] != nil
        if hasAreas && ["direction", "start-offset"].contains(name) && self["direction"] == nil
            && self["start-offset"] == nil
        {
            return true
        }
        return settings.contains { !$0.option.isFlag && JobOptions.names(replacedBy: $0.name, $0.value).contains(name) }
    }
}

// MARK: - Texts

extension EffectiveSettings {
    /// The settings that change the output, with values as on the command line.
    ///
    /// - Parameter scope: where the options may be given.
    /// - Returns: an object with a member for each option.
    package func json(_ scope: OptionScope = .image) -> JSONValue {
        .object(
            table.entries.filter { $0.changesOutput && $0.scope.isSuperset(of: scope) }.compactMap { option in
                let text = self[option.name]?.text ?? (replaces(option.name) ? nil : option.defaultText())
                return text.map { .init(option.name, option.isFlag ? .bool($0 == "yes") : .string($0)) }
            })
    }

    /// The settings as a settings file, grouped by their origins.
    var text: String {
        var groups: [(origin: Setting.Origin?, lines: [String])] = []
        for option in table.settings {
            let (line, origin) = line(of: option)
            if let index = groups.firstIndex(where: { $0.origin == origin }) {
                groups[index].lines.append(line)
            } else {
                groups.append((origin, [line]))
            }
        }
        return groups.map { "# \(Self.description(of: $0.origin))\n" + $0.lines.map { $0 + "\n" }.joined() }
            .joined(separator: "\n")
    }

    /// The presets with the options of each, which a preset of the settings file precedes.
    var presetList: String {
        (ownPresets + Preset.all).map { preset in
            let options = preset.settings.compactMap { name, value in
                if table[name: name]?.isFlag == true { return value == "yes" ? "--\(name)" : nil }
                return "--\(name) \(Self.quoted(value))"
            }
            return "\(preset.name)\n  \(options.joined(separator: " "))\n"
        }.joined()
    }

    /// A value as shells read it.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_.,%/:=+".utf8.contains(byte)
            }
        }
        let shown = ImageError.printable(value)
        return isPlain && !value.isEmpty ? shown : "'\(shown.replacing("'", by: #"'\''"#))'"
    }

    private func line(of option: OptionEntry) -> (String, Setting.Origin?) {
        if let setting = self[option.name] {
            let line = "\(option.name) = \(ImageError.printable(setting.text))"
            return (setting.isWritable ? line : "# cannot be written here: \(line)", setting.origin)
        }
        let text = replaces(option.name) ? nil : option.defaultText()
        return ("\(text == nil ? "# " : "")\(option.name) = \(text ?? "")", nil)
    }

    /// Warnings about values that the settings as a file cannot contain.
    var unwritableWarnings: [String] {
        table.settings.filter { !(self[$0.name]?.isWritable ?? true) }.map { option in
            "the value of '\(option.name)' cannot be written into a settings file (use the option, or \(option.variable))"
        }
    }

    private static func description(of origin: Setting.Origin?) -> String {
        switch origin {
        case .commandLine: "from the command line"
        case .job: "from the job"
        case .environment: "from the environment"
        case .file(let path): "from \(ImageError.printable(path))"
        case .preset(let name): "from the preset \(name)"
        case nil: "defaults; those without a value depend on the image or the machine"
        }
    }

    /// Warnings about environment variables that look like mistyped settings, or that have the name of an option that is no setting.
    ///
    /// Only the first of many variables are compared with the settings.
    var warnings: [String] {
        let names = Environment.names(beginningWith: OptionEntry.variablePrefix)
        if names.isEmpty { return [] }
        let known = table.settings.map(\.variable) + ["VARBLUR_SETTINGS"]
        let unknown = names.lazy.filter { $0.utf8.count <= Suggestion.maximumByteCount && !known.contains($0) }
        return unknown.prefix(Self.maximumComparedVariables).compactMap { name in
            if let option = table.entries.first(where: { $0.variable == name }) {
                return "\(name) has no effect: --\(option.name) cannot be set by an environment variable"
            }
            let distances = known.map { (name: $0, distance: Suggestion.distance(name, $0)) }
            guard let closest = distances.min(by: { $0.distance < $1.distance }), closest.distance <= 2 else {
                return nil
            }
            return "unknown environment variable \(ImageError.printable(name)); did you mean \(closest.name)?"
        }
    }

    private static let maximumComparedVariables = 100
}
