internal import VarBlurCodecs

extension OptionTable {
    /// The options that select inputs and name outputs.
    static let files: [OptionEntry] = [
        .value(
            "out-dir", .directory("directory"), section: .files, scope: .singleCommand,
            "Write each output to this directory under the name of its input. The directory is created if necessary."
        ) { value in .command { $0.files.outputDirectory = value } },
        .flag(
            "recursive", short: "r", section: .files, scope: .singleCommand,
            """
            Search the given directories recursively for files with a \(ImageFormat.nameList("or")) extension, and \
            keep the directory structure. Hidden files, symbolic links, and the outputs of this run are skipped.
            """
        ) { .command { $0.files.isRecursive = true } },
        .flag(
            "follow-links", section: .files, scope: .singleCommand,
            """
            With --recursive, follow the symbolic links in the given directories, to files and to directories. Each \
            directory is searched once. Files outside the given directories may then be read, and replaced by --in-place.
            """
        ) { .command { $0.files.followsLinks = true } },
        .value(
            "files-from", .file("file"), section: .files, scope: .singleCommand, isRepeatable: true,
            """
            Read the paths of further inputs from this file, one per line; '-' is standard input. Empty lines are ignored, and so is \
            a carriage return at the end of a line. May be repeated.
            """
        ) { value in .command { $0.files.lists.append(FileList(path: value, isSeparatedByZeros: false)) } },
        .value(
            "files-from0", .file("file"), section: .files, scope: .singleCommand, isRepeatable: true,
            """
            Like --files-from, for paths that each end with a zero byte, as find -print0 writes them.
            """
        ) { value in .command { $0.files.lists.append(FileList(path: value, isSeparatedByZeros: true)) } },
        .value(
            "suffix", .suffix, section: .files, scope: .singleCommand,
            """
            Insert this text, for example -blur, before the extension of each output's name. Without --out-dir, each \
            output is written next to its input.
            """
        ) { value in .command { $0.files.suffix = value } },
        .value(
            "name-template", .nameTemplate, section: .files, scope: .singleCommand,
            """
            Name outputs by a pattern such as '{dir}/{name}-blur{ext}': the input's directory, its name without the \
            extension, and its extension with the dot. With --widths, {width} and {height} are the size of the output. With \
            --out-dir, the resulting path is relative to that directory, and {dir} is relative to the input directory that \
            --recursive searches.
            """
        ) { value in .command { $0.files.nameTemplate = value } },
        .value(
            "widths", .widths, section: .files, scope: .singleCommand,
            """
            Write an output of each width, in pixels and separated by commas, from one decode; the heights follow. No image is \
            enlarged: larger widths are left out. With \(option: "resize") 4x3 and \(option: "fit") cover, all outputs have these \
            proportions. Outputs are named '{dir}/{name}-{width}{ext}', with the text of --suffix after the name, unless \
            --name-template is given.
            """
        ) { value in .command { $0.files.widths = value } },
        .value(
            "formats", .formats, section: .files, scope: .singleCommand,
            """
            Write each output in several formats, separated by commas, such as jpeg,webp.
            """
        ) { value in .command { $0.files.formats = value } },
        .flag("in-place", section: .files, scope: .singleCommand, replacesInputs: true, "Replace the given files.") {
            .command {
                $0.files.isInPlace = true
            }
        },
        .value(
            "backup", .backupSuffix, section: .files, scope: .singleCommand,
            """
            With --in-place, keep each replaced file under its name followed by this text, such as .orig. If that file exists, the \
            image is an error.
            """
        ) { value in .command { $0.files.backupSuffix = value } },
        .flag(
            "y4m", section: .files, scope: .singleCommand,
            """
            Blur a video: read uncompressed frames in the format Y4M from standard input, and write them to standard output, for example \
            between two ffmpeg processes.
            """
        ) { .command { $0.run.isVideo = true } },
        .flag(
            "dry-run", section: .files, scope: .fileCommands,
            "Write nothing. Print the output, the size in pixels and the estimated memory for each input."
        ) { .command { $0.files.isDryRun = true } },
    ]
}

extension OptionValue where Value == [Int] {
    /// Widths in pixels in the given order, without duplicates.
    fileprivate static var widths: Self {
        .list(
            pattern: "^[0-9]+(, *[0-9]+)*$", takesIntegers: true,
            of: {
                "widths are whole numbers of pixels from 1 to \(ImageLimits().side), separated by commas, such as 320,640,1280"
            },
            parse: { Int($0).flatMap { (1...ImageLimits().side).contains($0) ? $0 : nil } }, text: { String($0) })
    }
}

extension OptionValue where Value == [ImageFormat] {
    /// Formats in the given order, without duplicates.
    fileprivate static var formats: Self {
        .list(
            pattern: "^[A-Za-z]+(, *[A-Za-z]+)*$",
            of: { "formats are \(ImageFormat.writtenNameList("or")), separated by commas, such as jpeg,webp" },
            parse: { ImageFormat.written($0) }, text: { $0.rawValue })
    }
}

extension OptionValue where Value == String {
    /// The end of a file name.
    fileprivate static var backupSuffix: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "suffix", kind: .text(pattern: nil), mayBeginWithDash: true, isPartOfName: true),
            parse: { text throws(InvalidValue) in
                guard !text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
                    throw InvalidValue("the suffix of a backup must not contain a slash")
                }
                guard !text.isEmpty else {
                    throw InvalidValue("the suffix of a backup must not be empty; choose one such as .orig")
                }
                return text
            },
            text: { $0 })
    }
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
