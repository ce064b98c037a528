internal import VarBlurCodecs
internal import VarBlurJSON

extension Preset {
    /// The settings of the preset.
    ///
    /// - Throws: `UsageError` for a value that is not valid.
    func settings(_ table: OptionTable) throws(UsageError) -> [Setting] {
        var result: [Setting] = []
        for (name, value) in settings {
            guard let option = table[name: name] else { continue }
            do throws(InvalidValue) {
                result.append(try Setting(option, text: value, from: .preset(self.name)))
            } catch {
                throw .invalidValue(value, of: option, named: "'\(name)'", error)
            }
        }
        return result
    }

    /// The options that a preset can contain.
    private static func entries(_ table: OptionTable) -> [OptionEntry] {
        table.settings.filter { $0.scope.contains(.batchLine) && $0.name != optionName }
    }

    /// Reads a preset of a settings file: `name = value; name = value; …`.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - text: the settings, without quotes.
    ///   - table: the known options.
    /// - Throws: `UsageError` for a name or a setting that is not valid.
    init(name: String, text: String, table: OptionTable) throws(UsageError) {
        guard Self.isName(name) else {
            throw UsageError("the name of a preset consists of up to 64 lowercase letters, digits, and hyphens")
        }
        var settings: [(name: String, value: String)] = []
        for part in text.utf8.split(separator: UInt8(ascii: ";")) {
            let (start, rest) = String(Substring(part)).splitAtEqualsSign
            guard let rest else { throw UsageError("expected 'name = value; name = value'") }
            let (name, value) = (String(start.trimmed), String(rest.trimmed))
            guard let option = Self.entries(table).first(where: { $0.name.isSame(as: name) })
            else {
                let meant = Suggestion.closest(to: name, among: Self.entries(table).map(\.name))
                throw UsageError(
                    "a preset cannot contain '\(Quotation.of(name))'",
                    remedy: meant.map { "did you mean '\($0)'?" }
                        ?? "leave it out; 'varblur --list-presets' shows what presets contain")
            }
            guard !option.isFlag || value.isSame(as: "yes") else {
                throw UsageError("the only value of '\(option.name)' in a preset is yes")
            }
            settings.append((option.name, value))
        }
        self.init(name: name, settings: settings)
        _ = try self.settings(table)
    }
}
