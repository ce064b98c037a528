package import VarBlurCodecs

/// The request that a command line describes.
package struct CommandRequest: Sendable, Hashable {
    /// The arguments that are not options.
    package var paths: [String] = []
    package var files = FileOptions()
    package var run = RunOptions()
    package var job = JobRequest()
    package var batch = BatchOptions()
    var preview = PreviewOptions()
    package var scene = SceneOptions()

    /// Checks the options that constrain each other.
    ///
    /// - Throws: `UsageError`.
    func validate() throws(UsageError) {
        try job.validate()
        // a video has no files, and names none of these options as a remedy
        if !run.isVideo { try files.validate() }
        try run.validate()
        try scene.validate()
        try validateOutputs()
        if let fileExtension = files.nameTemplate?.fixedExtension {
            try OutputFormat.check(fileExtension, requested: files.formats.first ?? job.output.format)
        }
    }

    /// Checks the options for several outputs of an input.
    private func validateOutputs() throws(UsageError) {
        guard files.formats.isEmpty || job.output.format == nil else {
            throw UsageError(
                "\(option: "formats") and \(option: "format") cannot be combined", remedy: "leave out one of them")
        }
        guard files.widths.isEmpty && files.formats.isEmpty || job.alphaPath == nil else {
            throw UsageError(
                "\(option: "emit-mask") cannot be combined with --widths or --formats",
                remedy: "write the mask in a separate run")
        }
        if !files.widths.isEmpty { try OutputWidths(files.widths, box: job.size.resize).validate() }
    }
}

/// What an option changes that is not one of a job.
private struct CommandChange: Sendable {
    let body: @Sendable (inout CommandRequest) -> Void
}

extension OptionEntry.Change {
    /// A change of the request of a command.
    static func command(_ body: @escaping @Sendable (inout CommandRequest) -> Void) -> Self {
        .other(CommandChange(body: body))
    }
}

extension CommandRequest {
    /// Applies a change.
    mutating func apply(_ change: OptionEntry.Change) {
        switch change {
        case .job(let body): body(&job)
        case .other(let change): (change as? CommandChange)?.body(&self)
        }
    }
}

/// The options of a batch of images or scenes as a whole.
package struct BatchOptions: Sendable, Hashable {
    /// The maximum number of outputs of a line.
    static let maximumOutputCount = 100
    /// The maximum length of the `id` of a line in bytes, in the form in which results contain it.
    static let maximumIDLength = 4096

    /// The part of the lines to process; `nil` for all.
    package var shard: Shard?
    /// Whether a line that failed changes the exit status.
    package var failsOnError = false
    /// Whether missing directories of outputs are created.
    package var createsDirectories = true
}

/// The options of `varblur preview` alone.
struct PreviewOptions: Sendable, Hashable {
    /// The port of the page; `nil` for any free one.
    var port: Int?
    /// Whether the page is opened in the browser.
    var opensBrowser = true
    /// The path of a scene, which is shown in place of images.
    var scene: String?
}
