internal import PlainJSON
internal import VariableBlurCodecs

extension EffectiveSettings {
    /// The settings as a settings file, grouped by their origins.
    var text: String {
        var groups: [(origin: Origin, lines: [String])] = []
        for setting in table.settings {
            let (line, origin) = line(of: setting)
            if let index = groups.firstIndex(where: { $0.origin == origin }) {
                groups[index].lines.append(line)
            } else {
                groups.append((origin, [line]))
            }
        }
        return groups.map { "# \(Self.description(of: $0.origin))\n" + $0.lines.map { $0 + "\n" }.joined() }
            .joined(separator: "\n")
    }

    private static let maximumComparedVariables = 100

    private func line(of setting: OptionEntry) -> (String, Origin) {
        if let entry = self[setting.name] {
            return ("\(setting.name) = \(ImageError.printable(entry.value))", entry.origin)
        }
        let text = replaces(setting.name) ? nil : setting.defaultText()
        return ("\(text == nil ? "# " : "")\(setting.name) = \(text ?? "")", .defaults)
    }

    private static func description(of origin: Origin) -> String {
        switch origin {
        case .commandLine: "from the command line"
        case .environment: "from the environment"
        case .file(let path): "from \(ImageError.printable(path))"
        case .preset(let name): "from the preset \(name)"
        case .defaults: "defaults; those without a value depend on the image or the machine"
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
}
