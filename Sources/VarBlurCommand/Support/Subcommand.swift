internal import VarBlurJSON
internal import VarBlurCodecs

/// The subcommands of `varblur`.
enum Subcommand: String, CaseIterable, Sendable {
    case batch
    case compose
    case preview

    /// The subcommand with a name, which may be any text from outside the program.
    init?(_ name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue.isSame(as: name) }) else { return nil }
        self = known
    }

    /// The error for a subcommand in the wrong place, or a mistyped one.
    ///
    /// - Parameter name: the first argument that is not an option.
    /// - Returns: a usage error; `nil` if the name is that of a file, or not similar to a subcommand.
    static func error(forMissingFile name: String) -> UsageError? {
        guard FileIdentity(path: name) == nil else { return nil }
        if let subcommand = Subcommand(name) {
            return UsageError(
                "'\(subcommand.rawValue)' must be the first argument",
                remedy:
                    "write 'varblur \(subcommand.rawValue)' before its options; for a file of this name, write './\(subcommand.rawValue)'"
            )
        }
        guard let meant = Suggestion.closest(to: name, among: allCases.map(\.rawValue)) else { return nil }
        return UsageError(
            "there is neither a file nor a subcommand '\(Quotation.of(name))'",
            remedy: "did you mean 'varblur \(meant)'?")
    }
}
