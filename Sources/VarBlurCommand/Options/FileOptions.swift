internal import ArgumentParser

/// The options that say which files are read and written.
struct FileOptions: ParsableArguments {
    @Option(
        name: .customLong("out-dir"),
        help: ArgumentHelp(
            "Write every output into this directory, which is made if need be, under its input's name.",
            valueName: "directory"),
        completion: .directory)
    var outputDirectory: String?

    @Flag(
        name: [.customShort("r"), .customLong("recursive")],
        help: """
            Take the PNG and JPEG files in the named directories and all below them, by their extensions, and keep the \
            tree; what begins with a dot, and what this run writes, is left out.
            """)
    var isRecursive = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Put this between an output's name and its extension (-blur); without --out-dir, outputs lie beside inputs.",
            valueName: "text"),
        transform: NameTemplate.suffix)
    var suffix: NameTemplate?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Name outputs by a pattern, as '{dir}/{name}-blur{ext}': the input's directory, its name without extension, \
            and the extension with its dot. With --out-dir the result lies in that, and {dir} begins where the named \
            directories end.
            """,
            valueName: "pattern"),
        transform: NameTemplate.init)
    var nameTemplate: NameTemplate?

    @Flag(name: .customLong("in-place"), help: "Change the named files instead of writing others.")
    var isInPlace = false

    @Flag(
        name: .customLong("dry-run"),
        help: "Write nothing: say which output each input would have, its size in pixels, and the memory it would need."
    )
    var isDryRun = false

    /// How outputs get their names.
    enum Naming {
        /// There is one input, and one output that is named.
        case named
        case inPlace
        case derived(NameTemplate?)
    }

    var naming: Naming {
        if isInPlace { return .inPlace }
        if let template = suffix ?? nameTemplate { return .derived(template) }
        return outputDirectory == nil ? .named : .derived(nil)
    }

    func validateTogether() throws {
        guard suffix == nil || nameTemplate == nil else {
            throw ValidationError("--suffix and --name-template do not go together; write the suffix into the pattern.")
        }
        guard !isInPlace || (outputDirectory == nil && suffix == nil && nameTemplate == nil) else {
            throw ValidationError(
                "--in-place changes the inputs; it goes with no --out-dir, --suffix or --name-template.")
        }
        guard outputDirectory != "" else { throw ValidationError("--out-dir needs the name of a directory.") }
        if isRecursive, case .named = naming {
            throw ValidationError("--recursive needs --out-dir, --suffix, --name-template or --in-place.")
        }
    }
}
