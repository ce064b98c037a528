internal import VarBlurCodecs

/// One image to read, blur and write.
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
    func perform() -> TaskOutcome {
        let start = ContinuousClock.now
        let result = Result { () throws(ImageError) in
            if let error { throw error }
            if let root { try Directories.create(root) }
            let notices = job.existing == .replace && hasForeignOutput ? [replacementNotice] : []
            do throws(ImageError) {
                var report = try job.run(from: source, to: target)
                report.notices += notices
                return TaskOutcome.Success.written(report)
            } catch {
                throw error.attributed(to: nameInMemory)
            }
        }
        return TaskOutcome(result.mapError(advised), duration: ContinuousClock.now - start)
    }

    /// Whether the output of a pair is a file that this program did not write.
    private var hasForeignOutput: Bool { isPair && target.isForeignFile }

    private var replacementNotice: String {
        "it replaced '\(ImageError.printable(output))', which varblur had not written"
    }

    /// The error with a remedy that names options.
    private func advised(_ error: ImageError) -> ImageError {
        if error.reason == .outputExists && hasForeignOutput { return error.withRemedy(Advice.lastFileIsOutput) }
        if Sandbox.isActive && (error.code == .unreadable || error.code == .cannotCreate) && error.reason == nil {
            return error.withRemedy("with --sandbox, files must lie in the directory of --confine")
        }
        guard error.reason == .radii else { return Advice.applied(to: error, in: scope) }
        return error.withRemedy(radiusRemedy.text(for: scope.place))
    }

    /// Checks what ``perform()`` would do, without writing.
    func preflight() -> TaskOutcome {
        let start = ContinuousClock.now
        let result = Result { () throws(ImageError) in
            if let error { throw error }
            return try job.preflight(from: source, to: target)
        }
        return TaskOutcome(result.map { .planned($0) }.mapError(advised), duration: ContinuousClock.now - start)
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
