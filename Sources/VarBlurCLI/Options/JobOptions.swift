internal import ArgumentParser
internal import VariableBlur
internal import VariableBlurCodecs

/// The options that matter to a single image: those of the command line, and of a line of a batch.
struct JobOptions: ParsableArguments {
    @OptionGroup(title: "Blur")
    var blur: BlurOptions

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @OptionGroup(title: "Existing outputs")
    var existing: ExistingOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func validateTogether() throws {
        try blur.validateTogether()
        try existing.validateTogether()
    }

    /// A job for an output, whose extension says the format if no option does; `nil` if the extension says nothing.
    ///
    /// It takes `defaultThreads`, or all processors, if no option says how many, and shares the machine with others.
    func job(output named: String?, defaultThreads: Int?, imagesAtOnce: Int) throws -> BlurJob {
        var job = BlurJob()
        job.recipe = blur.recipe
        if blur.threads == nil, let defaultThreads { job.recipe.execution.threadCount = defaultThreads }
        job.output = output.settings
        if job.output.format == nil, let named { job.output.format = try OutputFormat.ofExtension(of: named) }
        job.existing = existing.existing
        job.writesDigest = true
        job.limits = limits.limits
        job.limits.imagesAtOnce = imagesAtOnce
        return job
    }
}

/// Formats as names of files tell them.
enum OutputFormat {
    /// The format that a path's extension stands for; `nil` if the path has no extension.
    static func ofExtension(of path: String) throws -> ImageFormat? {
        guard path != "-", let fileExtension = PathName.fileExtension(of: path) else { return nil }
        guard let format = ImageFormat(fileExtension: fileExtension) else {
            throw ValidationError(
                "No format that can be written has the extension '.\(ImageError.printable(fileExtension))'. "
                    + "Use .png or .jpg, or say --format png or --format jpeg.")
        }
        return format
    }
}
