internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlurJSON
internal import VarBlurCodecs
internal import VarBlurScenes

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
    let assignments: [SceneAssignment]
    /// The options of the scene.
    let options: SceneOptions
    /// The format and the quality of the output, the limits on the scene and its images, and what to do if the output exists.
    let job: JobRequest
    /// Whether the frames are parts of one animated PNG or WebP file.
    let isAnimatedFile: Bool
    /// Whether nothing is written.
    let isDryRun: Bool
    /// Whether the result is written to standard output as JSON.
    let reportsJSON: Bool
    /// What errors begin with: the name of the scene; empty if another of our programs asks, which knows it.
    let label: String
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
        let assignments = request.scene.assignments.map {
            SceneAssignment(path: $0.path, value: $0.value, source: "--set \($0.path)")
        }
        try self.init(
            .file(scene), to: MessageStreams.areUsed ? .report : .file(output), setting: assignments, request)
        try request.scene.checkDirectories()
        if scene.isSame(as: "-") {
            try StandardStreams.refuseTerminal(
                STDIN_FILENO, remedy: "specify a scene, or redirect with '< scene.json'")
        }
        guard !listsValues, !MessageStreams.areUsed, output.isSame(as: "-") else { return }
        if reportsJSON {
            throw UsageError("--json writes its report to standard output", remedy: "write the image to a file instead")
        }
        try ComposeUsage.checkVideo(request)
        if isDryRun { return }
        try StandardStreams.refuseTerminal(
            STDOUT_FILENO, remedy: "specify an output file, or redirect with '> out.png'")
    }

    /// The request that the options of a command line or of a line of a batch describe.
    ///
    /// - Throws: `UsageError` for an output whose extension selects no format, or another one than an option.
    init(
        _ scene: Source, to output: Output, setting assignments: [SceneAssignment], _ request: CommandRequest
    ) throws(UsageError) {
        (self.scene, self.output, self.assignments, options) = (scene, output, assignments, request.scene)
        var job = request.job
        var (isFile, isAnimatedFile) = (false, false)
        if case .file(let path) = output {
            isFile = !path.isSame(as: "-")
            if case .file = scene { try OutputFormat.checkPrefix(path) }
            let hasFrames = options.frames != nil
            let isAPNG = try OutputFormat.isAPNG(path, requested: job.output.format, hasFrames: hasFrames)
            job.output.format = isAPNG ? .png : try OutputFormat.format(of: path, requested: job.output.format)
            isAnimatedFile = isFile && hasFrames && (isAPNG || job.output.format == .webP)
        }
        guard isFile || options.scales.count < 2 else {
            throw UsageError(
                "several factors of \(option: "scale") require a file as the output", remedy: "choose one of them")
        }
        (self.job, self.isAnimatedFile, isDryRun) = (job, isAnimatedFile, request.files.isDryRun)
        reportsJSON = request.run.report != nil || options.listsValues || MessageStreams.areUsed
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
