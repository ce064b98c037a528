internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// The subcommands of `varblur`.
enum Subcommand: String, CaseIterable, Sendable {
    case batch
    case compose
    case preview

    /// The error for a subcommand in the wrong place, or a mistyped one.
    ///
    /// - Parameter name: the first argument that is not an option.
    /// - Returns: a usage error; `nil` if the name is that of a file, or not similar to a subcommand.
    static func error(forMissingFile name: String) -> ValidationError? {
        guard FileIdentity(path: name) == nil else { return nil }
        if let subcommand = Subcommand(rawValue: name) {
            return ValidationError(
                "'\(subcommand.rawValue)' must be the first argument. Write 'varblur \(subcommand.rawValue)' before its "
                    + "options. For a file of this name, write './\(subcommand.rawValue)'.")
        }
        guard let meant = Suggestion.closest(to: name, among: allCases.map(\.rawValue)) else { return nil }
        return ValidationError(
            "There is neither a file nor a subcommand '\(Quotation.of(name))'. Did you mean 'varblur \(meant)'?")
    }
}
