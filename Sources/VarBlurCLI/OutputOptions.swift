public import ArgumentParser
public import VariableBlurCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The options that say what is written where.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The output's format. Default: what its extension says; without an extension, the input's.",
            valueName: "format"))
    var format: ImageFormat?

    @Option(
        help: ArgumentHelp(
            """
            The quality of a JPEG output, 1 to 100. Default: that of a JPEG input, exactly, so that what is clear is hardly \
            changed, or not at all; 90 for other inputs.
            """,
            valueName: "quality"),
        transform: parseQuality)
    var jpegQuality: Int?

    @Flag(
        exclusivity: .chooseLast,
        help: "Whether a JPEG output is progressive. Default: as a JPEG input is; baseline for other inputs.")
    var jpegProgression: JPEGProgression?

    @Option(
        help: ArgumentHelp(
            """
            What a PNG output spends time on: fast (as fast as it is decoded), default (nearly as small as libpng makes \
            it), small (smaller, in many times the time).
            """,
            valueName: "effort"))
    var pngCompression = PNGCompression.default

    @Option(
        help: ArgumentHelp(
            """
            What transparent pixels are laid on where a JPEG output cannot hold them: #rgb, #rrggbb or a basic name \
            (white).
            """,
            valueName: "colour"),
        transform: ColourArgument.parse)
    var background: RGBColour?

    @Option(
        help: ArgumentHelp(
            """
            What of the input's metadata is left out: none (what the output's format can hold is kept), safe (all that \
            does not change how the picture looks), all (the colour profile too).
            """,
            valueName: "what"))
    var strip: MetadataStripping = .none

    @Flag(name: .shortAndLong, help: "Replace the output if it exists.")
    var force = false

    @Flag(
        name: .customLong("no-fsync"),
        help: "Do not wait until the output is on the disk: faster, and no less complete unless the power fails.")
    var isNotDurable = false

    @Flag(name: .customLong("in-place"), help: "Change the named files instead of writing others.")
    var isInPlace = false

    /// One image to be read, blurred and written.
    struct Task {
        let source: ImageSource
        let target: OutputTarget
        let settings: OutputSettings
        /// What messages call the image.
        let name: String
    }

    /// What the files on the command line come to.
    func tasks(for files: [String]) throws -> [Task] {
        var settings = OutputSettings()
        settings.format = format
        settings.jpegQuality = jpegQuality
        settings.jpegIsProgressive = jpegProgression.map { $0 == .progressive }
        settings.pngCompression = pngCompression
        settings.background = background
        settings.stripping = strip
        settings.isDurable = !isNotDurable
        if isInPlace {
            return files.map { file in
                // the file is changed, not a link that leads to it
                let target = PathName.withoutLinks(file)
                return Task(
                    source: .file(path: file), target: .file(path: target, replacing: true), settings: settings,
                    name: ImageError.printable(file))
            }
        }
        let (input, output) = (files[0], files[1])
        settings.format = try format ?? Self.format(byExtensionOf: output)
        return [
            Task(
                source: input == "-" ? .standardInput : .file(path: input),
                target: output == "-" ? .standardOutput : .file(path: output, replacing: force),
                settings: settings, name: input == "-" ? "standard input" : ImageError.printable(input))
        ]
    }

    func validate(files: [String]) throws {
        if isInPlace { return try validateInPlace(files) }
        switch files.count {
        case 0: throw ValidationError("Name an input and an output.")
        case 1: throw ValidationError("Name an output too ('-' is standard output), or use --in-place.")
        case 2: break
        default: throw ValidationError("Name one input and one output; several files need --in-place.")
        }
        if files[0] == "-" && isatty(STDIN_FILENO) == 1 {
            throw ValidationError("Standard input is a terminal. Name an input file, or redirect with '< in.png'.")
        }
        if files[1] == "-" && isatty(STDOUT_FILENO) == 1 {
            throw ValidationError(
                "Standard output is a terminal. Name an output file, or redirect with '> out.png'.")
        }
        if format == nil { _ = try Self.format(byExtensionOf: files[1]) }
    }

    private func validateInPlace(_ files: [String]) throws {
        guard !files.isEmpty else { throw ValidationError("Name the files to change.") }
        guard !files.contains("-") else {
            throw ValidationError("Standard input cannot be changed in place.")
        }
        let paths = files.map { PathName.withoutLinks($0) }
        if let twice = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
            throw ValidationError("'\(ImageError.printable(files[twice]))' is named twice; it would be blurred twice.")
        }
        guard format == nil else {
            throw ValidationError("--format does not go with --in-place, where every file keeps its format.")
        }
    }

    /// The format that a path's extension stands for; `nil` if the path has no extension.
    private static func format(byExtensionOf path: String) throws -> ImageFormat? {
        guard path != "-", let fileExtension = PathName.fileExtension(of: path) else { return nil }
        guard let format = ImageFormat(fileExtension: fileExtension) else {
            throw ValidationError(
                "No format that can be written has the extension '.\(ImageError.printable(fileExtension))'. "
                    + "Use .png or .jpg, or say --format png or --format jpeg.")
        }
        return format
    }
}

/// A JPEG quality on the command line.
private func parseQuality(_ text: String) throws -> Int {
    guard let quality = Int(text), (1...100).contains(quality) else {
        throw ValidationError("A JPEG quality is a whole number from 1 to 100.")
    }
    return quality
}

extension ImageFormat: ExpressibleByArgument {
    /// Reads a format's name; `jpg` is as good as `jpeg`.
    public init?(argument: String) { self.init(fileExtension: argument) }
}

extension MetadataStripping: ExpressibleByArgument {}

/// How a JPEG output comes in.
enum JPEGProgression: EnumerableFlag {
    /// Coarse first, then finer.
    case progressive
    /// From top to bottom.
    case baseline
}

extension PNGCompression: ExpressibleByArgument {}
