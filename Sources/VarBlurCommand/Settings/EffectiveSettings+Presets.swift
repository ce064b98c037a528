internal import ArgumentParser
internal import PlainJSON

extension EffectiveSettings {
    /// The preset with a name: one of the settings file, or of the program.
    ///
    /// - Throws: `ValidationError` if there is none.
    func preset(named name: String) throws -> Preset {
        if let preset = (ownPresets + Preset.all).first(where: { $0.name.isSame(as: name) }) { return preset }
        let names = (ownPresets.prefix(Self.maximumSuggestedPresets) + Preset.all).map(\.name)
        let meant = Suggestion.sentence(for: name, among: names)
        throw ValidationError(
            "There is no preset '\(Quotation.of(name))'.\(meant.isEmpty ? " Presets: \(names.joined(separator: ", "))." : meant)"
        )
    }

    /// The number of presets of the settings file that a message compares with a wrong name, and lists.
    private static let maximumSuggestedPresets = 20

    /// The arguments that the last preset of a line of a batch stands for; none if there is no preset.
    ///
    /// - Parameters:
    ///   - line: the options of the line.
    ///   - disabled: the flags that the line turns off.
    /// - Returns: arguments that the options of the line do not override.
    /// - Throws: `ValidationError` if there is no preset of the name.
    func presetArguments(_ line: CommandLineScan, disabled: [String]) throws -> [String] {
        guard let name = line.settings.last(where: { $0.name == Preset.optionName })?.value else { return [] }
        return try preset(named: name).arguments(besides: line.settings.map(\.name) + disabled, table)
    }
}
