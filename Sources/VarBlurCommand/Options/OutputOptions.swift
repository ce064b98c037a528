public import ArgumentParser
public import VariableBlurCodecs

/// The options that say how an output is written.
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
        transform: CountArgument.quality)
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
            valueName: "color"),
        transform: ColorArgument.parse)
    var background: RGBColor?

    @Option(
        help: ArgumentHelp(
            """
            What of the input's metadata is left out: none (what the output's format can hold is kept), safe (all that \
            does not change how the picture looks), all (the color profile too).
            """,
            valueName: "what"))
    var strip: MetadataStripping = .none

    @Flag(
        name: .customLong("no-fsync"),
        help: "Do not wait until the output is on the disk: faster, and no less complete unless the power fails.")
    var isNotDurable = false

    /// What the options ask for.
    var settings: OutputSettings {
        var settings = OutputSettings()
        settings.format = format
        settings.jpegQuality = jpegQuality
        settings.jpegIsProgressive = jpegProgression.map { $0 == .progressive }
        settings.pngCompression = pngCompression
        settings.background = background
        settings.stripping = strip
        settings.isDurable = !isNotDurable
        return settings
    }
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
