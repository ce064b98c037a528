extension JobOptions {
    /// The limits on inputs, and what to do with damaged ones.
    static let limits: [OptionEntry] = [
        .value(
            "max-pixels", .pixelCount, section: .limits, scope: .picture, default: ImageLimits().pixels,
            """
            Maximum number of pixels in an image: a number, or one with the suffix K (thousand) or M (million), such as 50M. A scene has at \
            most 67108864.
            """
        ) { value in .job { $0.limits.pixels = value } },
        .value(
            "max-side", .limit, section: .limits, default: ImageLimits().side,
            "Maximum width and height of an image, in pixels."
        ) { value in .job { $0.limits.side = value } },
        .value(
            "max-input", .byteCount, section: .limits, default: ImageLimits().inputBytes,
            "Maximum size of an input file: a number of bytes, or a number with the suffix K, M, or G."
        ) { value in .job { $0.limits.inputBytes = value } },
        .value(
            "max-memory", .byteCount, section: .limits, scope: .picture, default: ImageLimits().memory,
            """
            Maximum memory per image or scene, estimated before decoding: a number of bytes, or a number with the suffix \
            K, M, or G. A lower system limit takes precedence.
            """
        ) { value in .job { $0.limits.memory = value } },
        .value(
            "max-metadata", .byteCount, section: .limits, default: ImageLimits().metadata,
            """
            Maximum size of a file's metadata after decompression, including the color profile: a number of bytes, or a \
            number with the suffix K, M, or G. Metadata that \(option: "strip") removes does not count.
            """
        ) { value in .job { $0.limits.metadata = value } },
        .value(
            "max-scans", .limit, section: .limits, default: ImageLimits().scans,
            "Maximum number of scans in a JPEG file."
        ) { value in .job { $0.limits.scans = value } },
        .value(
            "max-segments", .limit, section: .limits, default: ImageLimits().segments,
            "Maximum number of segments before the image data in a JPEG file."
        ) { value in .job { $0.limits.segments = value } },
        .value(
            "max-chunks", .limit, section: .limits, default: ImageLimits().chunks,
            "Maximum number of ancillary chunks in a PNG file, or of chunks beside the image in a WebP file."
        ) { value in .job { $0.limits.chunks = value } },
        .value(
            "max-warnings", .limit, section: .limits, default: ImageLimits().warnings,
            "Maximum number of decoder warnings before a file is rejected."
        ) { value in .job { $0.limits.warnings = value } },
        .value(
            "timeout", .seconds, section: .limits, scope: .picture, default: ImageLimits().time,
            defaultDescription: "none", "Time limit per image or scene."
        ) { value in .job { $0.limits.time = value } },
        .flag(
            "allow-damaged", section: .limits, changesOutput: true, current: { $0.limits.allowsDamage },
            """
            Decode damaged images as far as possible and fill in the missing parts. JSON results are marked as damaged. \
            Outside a batch, the exit status is 3 unless an image fails.
            """
        ) { .job { $0.limits.allowsDamage = true } },
    ]
}

extension OptionValue<Int> {
    fileprivate static var limit: Self { count("count", noun: "a limit") }
}
