internal import ArgumentParser
internal import VariableBlur
internal import VariableBlurCodecs

/// What is asked for of an image, in plain values, whoever read the options.
struct JobRequest: Sendable, Hashable {
    var blur = BlurSettings()
    var saysThreads = false
    var output = OutputSettings()
    /// What becomes of an output that exists.
    var rule = IfExists.error
    var limits = ImageLimits()

    /// Whether a file may be replaced.
    var isReplacing: Bool { rule == .overwrite || rule == .skipSame }

    /// What a job does about outputs that exist.
    private var existing: ExistingOutput {
        switch rule {
        case .error, .overwrite: .targetDecides
        case .skip: .skip
        case .skipSame: .skipSame
        }
    }

    /// A job for an output, whose extension says the format if no option does; `nil` if the extension says nothing.
    ///
    /// It takes `defaultThreads`, or all processors, if no option says how many, and shares the machine with others.
    func job(output named: String?, defaultThreads: Int?, imagesAtOnce: Int) throws -> BlurJob {
        var job = BlurJob()
        job.blur = blur
        if !saysThreads, let defaultThreads { job.blur.execution.threadCount = defaultThreads }
        job.output = output
        if job.output.format == nil, let named { job.output.format = try OutputFormat.ofExtension(of: named) }
        job.existing = existing
        job.writesDigest = true
        job.limits = limits
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
            let formats = ImageFormat.allCases
            throw ValidationError(
                "There is no format with the extension '.\(ImageError.printable(fileExtension))'. "
                    + "Use \(list(formats.map(\.defaultExtension))), or set \(list(formats.map { "--format \($0.rawValue)" }))."
            )
        }
        return format
    }

    private static func list(_ items: [String]) -> String {
        items.dropLast().joined(separator: ", ") + (items.count > 1 ? " or " : "") + (items.last ?? "")
    }
}
