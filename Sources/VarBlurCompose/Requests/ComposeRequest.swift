internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlurJSON
internal import VarBlurCodecs

/// What `varblur-compose` is asked to do.
struct ComposeRequest: Sendable {
    /// Where a scene comes from.
    enum Source: Sendable {
        /// A file; `-` is standard input.
        case file(String)
        /// A document in a line of a batch, and its name in messages.
        case document(JSONValue, name: String)
    }

    /// Where a picture goes.
    enum Output: Sendable {
        /// A file; `-` is standard output.
        case file(String)
        /// The report.
        case report
    }

    /// The scene.
    let scene: Source
    /// The output.
    let output: Output
    /// Values to set in the document, in their order.
    let assignments: [Assignment]
    /// The time of the picture of an animation, 0 to 1; `nil` for its end.
    let time: Double?
    /// The number of frames; `nil` for a single picture.
    let frames: Int?
    /// The number of frames per second in a video or an animated file.
    let framesPerSecond: Int
    /// Whether the frames are parts of one animated PNG or WebP file.
    let isAnimatedFile: Bool
    /// The numbers of pixels for each pixel of the scene, one for each output; empty for the scale of the canvas.
    let scales: [Double]
    /// The directory that images must lie in; `nil` for anywhere.
    let confinement: String?
    /// Directories with fonts, which take the place of families of the system.
    let fontDirectories: [String]
    /// The format and the quality of the output.
    let settings: OutputSettings
    /// The limits on the scene and its images.
    let limits: ImageLimits
    /// What to do if the output exists.
    let existing: ExistingOutput
    /// Whether outputs contain the digest by which they are recognized.
    let writesDigest: Bool
    /// Whether nothing is drawn, and the values that can be set are listed.
    let listsValues: Bool
    /// Whether nothing is written.
    let isDryRun: Bool
    /// Whether the result is written to standard output as JSON.
    let reportsJSON: Bool
    /// What errors begin with: the name of the scene; empty if another of our programs asks, which knows it.
    let label: String

    /// A value to set, and its path.
    enum Assignment: Sendable {
        /// A value of the command line: JSON, or else plain text.
        case text(path: String, String)
        /// A value of a batch, which is taken as it is.
        case json(path: String, JSONValue)
    }
}

extension ComposeRequest {
    /// The request of a command line.
    ///
    /// - Throws: `UsageError` for arguments that contradict each other.
    init(_ request: CommandRequest) throws(UsageError) {
        let listsValues = request.scene.listsValues
        guard request.paths.count == (listsValues ? 1 : 2) else {
            throw ComposeUsage.error(pathCount: request.paths.count, listsValues: listsValues)
        }
        try ComposeUsage.checkFrameRate(request.scene)
        let (scene, output) = (request.paths[0], listsValues ? "-" : request.paths[1])
        try self.init(
            .file(scene), to: MessageStreams.areUsed ? .report : .file(output),
            setting: request.scene.assignments.map { .text(path: $0.path, $0.value) }, request)
        try request.scene.checkDirectories()
        if scene.isSame(as: "-") && isatty(STDIN_FILENO) == 1 { throw ComposeUsage.terminalInput }
        if listsValues || MessageStreams.areUsed { return }
        if reportsJSON && output.isSame(as: "-") { throw ComposeUsage.twoOutputs }
        if output.isSame(as: "-") && !isDryRun && isatty(STDOUT_FILENO) == 1 { throw ComposeUsage.terminalOutput }
    }

    /// The request that the options of a command line or of a line of a batch describe.
    ///
    /// - Throws: `UsageError` for an output whose extension selects no format, or another one than an option.
    init(
        _ scene: Source, to output: Output, setting assignments: [Assignment], _ request: CommandRequest,
        confinement: String? = nil, fontDirectories: [String]? = nil
    ) throws(UsageError) {
        (self.scene, self.output, self.assignments) = (scene, output, assignments)
        let options = request.scene
        (time, frames, scales) = (options.time, options.frames, options.scales)
        framesPerSecond = options.framesPerSecond ?? SceneOptions.defaultFrameRate
        self.confinement = confinement ?? options.confinement
        self.fontDirectories = fontDirectories ?? options.fontDirectories
        var settings = request.job.output
        var (isFile, isAnimatedFile) = (false, false)
        if case .file(let path) = output {
            isFile = !path.isSame(as: "-")
            if case .file = scene { try OutputFormat.checkPrefix(path) }
            let isAPNG = try OutputFormat.isAPNG(path, requested: settings.format, hasFrames: frames != nil)
            settings.format = isAPNG ? .png : try OutputFormat.format(of: path, requested: settings.format)
            isAnimatedFile = isFile && frames != nil && (isAPNG || settings.format == .webP)
        }
        self.isAnimatedFile = isAnimatedFile
        guard isFile || scales.count < 2 else {
            throw UsageError(
                "several factors of \(option: "scale") require a file as the output", remedy: "choose one of them")
        }
        limits = request.job.limits
        (self.settings, existing, writesDigest) = (settings, request.job.existing, request.job.writesDigest)
        isDryRun = request.files.isDryRun
        listsValues = options.listsValues
        reportsJSON = request.run.report != nil || listsValues || MessageStreams.areUsed
        label = MessageStreams.areUsed ? "" : scene.label
    }

    /// The text of an error about a part of the scene, of which it begins with the path.
    func text(_ problem: String) -> String { label.isEmpty ? problem : "\(label): \(problem)" }

    /// Whether the picture or the video is written to standard output.
    var usesStandardOutput: Bool {
        if case .file(let path) = output { path.isSame(as: "-") } else { false }
    }
}

extension ComposeRequest.Source {
    /// The name in messages.
    var label: String {
        switch self {
        case .file(let path): path.isSame(as: "-") ? "standard input" : ImageError.printable(path)
        case .document(_, let name): name
        }
    }

    /// The path; `nil` for a document.
    var path: String? { if case .file(let path) = self { path } else { nil } }
}
