internal import ArgumentParser

/// What becomes of an output that exists.
enum IfExists: String, CaseIterable, ExpressibleByArgument {
    case error
    case skip
    case skipSame = "skip-same"
    case overwrite
}

/// The options that say what becomes of outputs that exist.
struct ExistingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            What becomes of an output that exists: the image fails (error), or is left out (skip), or is left out only \
            if the output says that it was made from the same input with the same settings, and is made anew otherwise \
            (skip-same), or the output is replaced (overwrite). Default: error.
            """,
            valueName: "rule"))
    var ifExists: IfExists?

    @Flag(name: .shortAndLong, help: "The same as --if-exists overwrite.")
    var force = false

    /// Both options in one.
    var rule: IfExists { force ? .overwrite : ifExists ?? .error }

    func validateTogether() throws {
        guard !force || ifExists == nil || ifExists == .overwrite else {
            throw ValidationError(
                "--force and --if-exists \(rule == .overwrite ? ifExists?.rawValue ?? "" : "") do not go together.")
        }
    }
}
