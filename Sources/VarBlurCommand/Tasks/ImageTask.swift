internal import VarBlur
internal import VarBlurCodecs

/// One output to make from an image.
struct ImageTask: Sendable {
    private(set) var source: ImageSource
    let target: OutputTarget
    var job: BlurJob
    /// The input path as the user wrote it, or as it was found; empty for a file in memory.
    let input: String
    /// The output path as the user wrote it, or as it was derived; empty for a file in memory.
    let output: String
    /// The output directory, which is created if necessary.
    var root: String?
    /// Why the task cannot be performed.
    var error: ImageError?
    /// Whether input and output are the two files of the command line, so that the output may be meant as another input.
    var isPair = false
    /// Notices that were found before the task is performed.
    var notices: [String] = []
    /// Hints about its options.
    var hints: [String] = []
    /// Whether a hint says that the maximum radius is 0.
    var isToldOfRadius = false
    /// Whether the preceding task has the same input, and both outputs are made from one decode.
    var isFurtherOutput = false
    /// Where the options of the task were given, for the remedies of its errors.
    var scope = OptionScope.singleCommand
    /// The name in messages of files in memory.
    var nameInMemory = ""
    /// What to do if the minimum radius is larger than the maximum radius.
    var radiusRemedy: UsageText = ""

    /// The name of the input in messages.
    var displayName: String {
        if source.isInMemory { return nameInMemory }
        return input.isSame(as: "-") ? "standard input" : ImageError.printable(input)
    }

    /// The path of the mask that is written too; `nil` if there is none.
    var maskOutput: String? { if case .file(let path)? = job.alphaTarget { path } else { nil } }

    /// Blurs the image.
    func perform() -> TaskOutcome { Self.perform([self])[0] }

    /// Creates the output directory, unless the input is no image: an empty directory would be left.
    private func createDirectory(_ root: String) throws(ImageError) {
        if FileIdentity(path: root)?.kind == .directory { return }
        if case .file(let path) = source, FileIdentity(path: path)?.kind != .stream { try source.checkFormat() }
        try Directories.create(root)
    }

    /// Whether the output of a command line is a file that this program did not write; a job names each of its outputs.
    private var hasForeignOutput: Bool { scope == .singleCommand && target != .input && target.isForeignFile }

    /// Whether outputs contain a digest, without which they do not tell who wrote them.
    private var writesDigest: Bool { job.writesDigest && job.fill == nil }

    /// Warns that the output replaces a file of others.
    private func replacementNotices(_ verb: String) -> [String] {
        job.existing.replaces && writesDigest && hasForeignOutput
            ? ["it \(verb) '\(ImageError.printable(output))', which does not say that varblur wrote it"] : []
    }

    /// The directory of the output of a pair, if there is none.
    private var missingDirectory: String? {
        guard isPair, case .file(let path) = target else { return nil }
        let directory = PathName.directory(of: path)
        return FileIdentity(path: directory)?.kind == .directory ? nil : directory
    }

    /// The error with a remedy that names options.
    private func advised(_ error: ImageError) -> ImageError {
        if error.reason == .outputExists && (isPair || writesDigest) && hasForeignOutput {
            return error.withRemedy(isPair ? Advice.lastFileIsOutput : Advice.outputIsForeign)
        }
        // the sandbox of a command line has room for all of its files
        if Sandbox.isActive && scope != .singleCommand && (error.code == .unreadable || error.code == .cannotCreate)
            && error.reason == nil
        {
            return error.withRemedy("with --sandbox, files must lie in the directory of --confine")
        }
        if error.code == .unreadable && scope == .singleCommand { return Advice.applied(to: error, named: source) }
        guard error.reason == .radii else { return Advice.applied(to: error, in: scope) }
        return error.withRemedy(radiusRemedy.text(for: scope.place))
    }
}

// MARK: - Outputs of an input

extension ImageTask {
    /// Performs the tasks of one input, whose outputs are made from one decode.
    static func perform(_ tasks: [ImageTask]) -> [TaskOutcome] {
        outcomes(of: tasks) { (first, outputs) throws(ImageError) in
            for task in tasks { try task.target.checkName() }
            var roots: [String] = []
            for task in tasks {
                guard let root = task.root, !roots.contains(where: { $0.isSame(as: root) }) else { continue }
                try first.createDirectory(root)
                roots.append(root)
            }
            let replaced = tasks.map { $0.replacementNotices("replaced") }
            let results = try first.job.run(from: first.source, to: outputs)
            return { index in
                results[index].map { report in
                    var report = report
                    report.notices = tasks[index].notices + report.notices + replaced[index]
                    return .written(report)
                }
            }
        }
    }

    /// Checks what ``perform(_:)`` would do, without writing.
    static func preflight(_ tasks: [ImageTask]) -> [TaskOutcome] {
        outcomes(of: tasks) { (first, outputs) throws(ImageError) in
            if let directory = first.missingDirectory {
                throw ImageError(
                    .cannotCreate, "there is no directory '\(ImageError.printable(directory))'",
                    remedy: "create it, or use --out-dir", file: first.output)
            }
            let results = try first.job.preflight(from: first.source, to: outputs)
            return { index in
                results[index].map { preflight in
                    var preflight = preflight
                    let replaced = tasks[index].replacementNotices("would replace")
                    preflight.notices = tasks[index].notices + preflight.notices + replaced
                    return .planned(preflight)
                }
            }
        }
    }

    private static func outcomes(
        of tasks: [ImageTask],
        _ body: (ImageTask, [BlurJob.Output]) throws(ImageError) -> (Int) -> Result<TaskOutcome.Success, ImageError>
    ) -> [TaskOutcome] {
        guard let first = tasks.first else { return [] }
        let start = Instant.now
        let result: (Int) -> Result<TaskOutcome.Success, ImageError>
        do throws(ImageError) {
            if let error = first.error { throw error }
            let outputs = tasks.map {
                BlurJob.Output(resize: $0.job.resize, settings: $0.job.output, target: $0.target)
            }
            result = try body(first, outputs)
        } catch {
            result = { _ in .failure(error) }
        }
        let duration = Instant.now - start
        return tasks.indices.map { index in
            let task = tasks[index]
            return TaskOutcome(
                result(index).mapError { task.advised($0.attributed(to: task.nameInMemory)) }, duration: duration)
        }
    }
}

/// The result of a task, or of its preflight.
struct TaskOutcome: Sendable {
    enum Success: Sendable {
        case written(BlurJob.Report)
        case planned(BlurJob.Preflight)
    }

    let result: Result<Success, ImageError>
    let duration: Duration

    init(_ result: Result<Success, ImageError>, duration: Duration) {
        (self.result, self.duration) = (result, duration)
    }

    /// The report of an image that was blurred or skipped.
    var report: BlurJob.Report? {
        if case .success(.written(let report)) = result { report } else { nil }
    }

    /// The input of an image that was blurred, or could be.
    var source: InputSummary? {
        switch result {
        case .success(.written(let report)): report.input
        case .success(.planned(let preflight)): preflight.input
        case .failure: nil
        }
    }

    /// Notices about an image that was blurred or skipped, or could be.
    var notices: [String] {
        switch result {
        case .success(.written(let report)): report.notices
        case .success(.planned(let preflight)): preflight.notices
        case .failure: []
        }
    }

    var isSkipped: Bool {
        switch result {
        case .success(.written(let report)): report.isSkipped
        case .success(.planned(let preflight)): preflight.isSkipped
        case .failure: false
        }
    }

    var isFailure: Bool {
        if case .failure = result { true } else { false }
    }
}
