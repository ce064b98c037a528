internal import VarBlurCodecs

extension OptionTable {
    /// The options that select inputs and name outputs.
    static let files: [OptionEntry] = [
        .value(
            "out-dir", .directory("directory"), section: .files, scope: .singleCommand,
            "Write each output to this directory under the name of its input. The directory is created if necessary."
        ) { $0.files.outputDirectory = $1 },
        .flag(
            "recursive", short: "r", section: .files, scope: .singleCommand,
            """
            Search the given directories recursively for files with a \(ImageFormat.nameList("or")) extension, and \
            keep the directory structure. Hidden files, symbolic links, and the outputs of this run are skipped.
            """
        ) { $0.files.isRecursive = true },
        .flag(
            "follow-links", section: .files, scope: .singleCommand,
            """
            With --recursive, follow the symbolic links in the given directories, to files and to directories. Each \
            directory is searched once. Files outside the given directories may then be read, and replaced by --in-place.
            """
        ) { $0.files.followsLinks = true },
        .value(
            "suffix", .suffix, section: .files, scope: .singleCommand,
            """
            Insert this text, for example -blur, before the extension of each output's name. Without --out-dir, each \
            output is written next to its input.
            """
        ) { $0.files.suffix = $1 },
        .value(
            "name-template", .nameTemplate, section: .files, scope: .singleCommand,
            """
            Name outputs by a pattern such as '{dir}/{name}-blur{ext}': the input's directory, its name without the \
            extension, and its extension with the dot. With --out-dir, the resulting path is relative to that \
            directory, and {dir} is relative to the input directory that --recursive searches.
            """
        ) { $0.files.nameTemplate = $1 },
        .flag("in-place", section: .files, scope: .singleCommand, "Replace the given files.") {
            $0.files.isInPlace = true
        },
        .flag(
            "dry-run", section: .files, scope: .singleCommand.union(.composeCommand),
            "Write nothing. Print the output, the size in pixels and the estimated memory for each input."
        ) { $0.files.isDryRun = true },
    ]
}

extension OptionValue<NameTemplate> {
    fileprivate static var suffix: Self { pattern("text", parse: NameTemplate.suffix) }
    fileprivate static var nameTemplate: Self {
        pattern("pattern", parse: { text throws(InvalidValue) in try NameTemplate(text) })
    }

    private static func pattern(
        _ placeholder: String, parse: @escaping @Sendable (String) throws(InvalidValue) -> NameTemplate
    ) -> Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: placeholder, kind: .text(pattern: nil), mayBeginWithDash: true, isPartOfName: true),
            parse: parse)
    }
}
