internal import VariableBlurCodecs

extension OptionTable {
    /// The limits on inputs, and what to do with damaged ones.
    static let limits: [OptionEntry] = [
        .value(
            "max-pixels", .limit, section: .limits, default: ImageLimits().pixels,
            "Maximum number of pixels of an image."
        ) { $0.job.limits.pixels = $1 },
        .value(
            "max-side", .limit, section: .limits, default: ImageLimits().side,
            "Maximum width and height of an image, in pixels."
        ) { $0.job.limits.side = $1 },
        .value(
            "max-input", .byteCount, section: .limits, default: ImageLimits().inputBytes,
            "Maximum size of an input file, in bytes, or with the suffix K, M or G."
        ) { $0.job.limits.inputBytes = $1 },
        .value(
            "max-memory", .byteCount, section: .limits, default: ImageLimits().memory,
            """
            Maximum memory per image, as estimated before decoding, in bytes, or with the suffix K, M or G. A lower \
            system limit takes precedence.
            """
        ) { $0.job.limits.memory = $1 },
        .value(
            "max-scans", .limit, section: .limits, default: ImageLimits().scans,
            "Maximum number of scans of a JPEG file."
        ) { $0.job.limits.scans = $1 },
        .value(
            "max-segments", .limit, section: .limits, default: ImageLimits().segments,
            "Maximum number of segments before the image data of a JPEG file."
        ) { $0.job.limits.segments = $1 },
        .value(
            "max-chunks", .limit, section: .limits, default: ImageLimits().chunks,
            "Maximum number of chunks of a PNG file, image data not counted."
        ) { $0.job.limits.chunks = $1 },
        .value(
            "max-warnings", .limit, section: .limits, default: ImageLimits().warnings,
            "Maximum number of decoder warnings about a file whose image data is intact."
        ) { $0.job.limits.warnings = $1 },
        .value(
            "timeout", .seconds, section: .limits, default: ImageLimits().time, defaultDescription: "none",
            "Time limit per image."
        ) { $0.job.limits.time = $1 },
        .flag(
            "allow-damaged", section: .limits, changesOutput: true,
            "Decode damaged images as far as possible, fill the missing parts, and exit with status 3."
        ) { $0.job.limits.allowsDamage = true },
    ]
}

extension OptionValue<Int> {
    fileprivate static var limit: Self { count("count", noun: "A limit") }
}
