internal import ArgumentParser
internal import VariableBlurCodecs

/// The options that say what an input may ask for.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most pixels that an image may have, 1 or more; default: 134217728.", valueName: "count"),
        transform: LimitArgument.count)
    var maxPixels = ImageLimits().pixels

    @Option(
        help: ArgumentHelp(
            "The longest side that an image may have, in pixels, 1 or more; default: 65535.", valueName: "count"),
        transform: LimitArgument.count)
    var maxSide = ImageLimits().side

    @Option(
        help: ArgumentHelp(
            "The most bytes that an input file may have, 1 or more, or of K, M or G of them; default: 256M.",
            valueName: "size"),
        transform: LimitArgument.byteCount)
    var maxInput = ImageLimits().inputBytes

    @Option(
        help: ArgumentHelp(
            """
            The most memory that an image may need, by an estimate made beforehand, in bytes as above; default: 2G, or less where the \
            system gives less.
            """,
            valueName: "size"),
        transform: LimitArgument.byteCount)
    var maxMemory = ImageLimits().memory

    @Option(
        help: ArgumentHelp("The most scans that a JPEG file may have, 1 or more; default: 100.", valueName: "count"),
        transform: LimitArgument.count)
    var maxScans = ImageLimits().scans

    @Option(
        help: ArgumentHelp(
            "The most segments that a JPEG file may have before its pixels, 1 or more; default: 4096.",
            valueName: "count"),
        transform: LimitArgument.count)
    var maxSegments = ImageLimits().segments

    @Option(
        help: ArgumentHelp(
            "The most chunks that a PNG file may have beside its pixels, 1 or more; default: 1000.", valueName: "count"),
        transform: LimitArgument.count)
    var maxChunks = ImageLimits().chunks

    @Option(
        help: ArgumentHelp(
            "The most complaints that the decoder may have of a file without harm to its pixels, 1 or more; default: 100.",
            valueName: "count"),
        transform: LimitArgument.count)
    var maxWarnings = ImageLimits().warnings

    @Option(
        help: ArgumentHelp(
            "How long an image may take, above 0 and up to 1000000000; default: as long as it takes.",
            valueName: "seconds"),
        transform: LimitArgument.seconds)
    var timeout: Duration?

    @Flag(help: "Read a damaged image as far as it goes, fill what is missing, and end with the status 3.")
    var allowDamaged = false

    /// What the options ask for.
    var limits: ImageLimits {
        var limits = ImageLimits()
        (limits.pixels, limits.side) = (maxPixels, maxSide)
        (limits.inputBytes, limits.memory) = (maxInput, maxMemory)
        (limits.scans, limits.segments, limits.chunks) = (maxScans, maxSegments, maxChunks)
        limits.warnings = maxWarnings
        limits.time = timeout
        limits.allowsDamage = allowDamaged
        return limits
    }
}
