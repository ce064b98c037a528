internal import VarBlurCodecs

/// The input of a task.
enum TaskSource: Sendable {
    case file(ImageSource)
    /// A file in memory.
    case bytes([UInt8])

    /// Whether it is a file in memory.
    var isInMemory: Bool { if case .bytes = self { true } else { false } }
}

/// The output of a task.
enum TaskTarget: Sendable, Hashable {
    case file(OutputTarget)
    /// A file in memory, as part of the result.
    case result
}

/// One image to read, blur and write.
struct ImageTask: Sendable {
    private(set) var source: TaskSource
    let target: TaskTarget
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
            return try run()
        }
        return TaskOutcome(result.mapError(advised), duration: ContinuousClock.now - start)
    }

    private func run() throws(ImageError) -> TaskOutcome.Success {
        do throws(ImageError) {
            switch (source, target) {
            case (.file(let source), .file(let target)):
                let notices = job.existing == .replace && hasForeignOutput ? [replacementNotice] : []
                var report = try job.run(from: source, to: target)
                report.notices += notices
                return .written(report)
            case (.bytes(let bytes), .file(let target)): return .written(try job.run(from: bytes, to: target))
            case (.file(let source), .result): return .returned(try job.run(from: source))
            case (.bytes(let bytes), .result): return .returned(try job.run(from: bytes))
            }
        } catch {
            throw error.attributed(to: nameInMemory)
        }
    }

    /// Whether the output of a pair is a file that this program did not write.
    private var hasForeignOutput: Bool {
        guard isPair, case .file(let target) = target else { return false }
        return target.isForeignFile
    }

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
            let output: OutputTarget? = if case .file(let target) = target { target } else { nil }
            switch source {
            case .file(let source): return try job.preflight(from: source, to: output)
            case .bytes(let bytes): return unsafe try job.preflight(from: bytes.span.bytes, to: output)
            }
        }
        return TaskOutcome(result.map { .planned($0) }.mapError(advised), duration: ContinuousClock.now - start)
    }
}

/// The result of a task, or of its preflight.
struct TaskOutcome: Sendable {
    enum Success: Sendable {
        case written(BlurJob.Report)
        /// The output is in memory.
        case returned(BlurJob.Output)
        case planned(BlurJob.Preflight)
    }

    let result: Result<Success, ImageError>
    let duration: Duration

    init(_ result: Result<Success, ImageError>, duration: Duration) {
        (self.result, self.duration) = (result, duration)
    }

    /// The report of an image that was blurred or skipped.
    var report: BlurJob.Report? {
        switch result {
        case .success(.written(let report)): report
        case .success(.returned(let output)): output.report
        case .success(.planned), .failure: nil
        }
    }

    /// An output in memory, in the format of the report.
    var bytes: [UInt8]? { if case .success(.returned(let output)) = result { output.bytes } else { nil } }

    var isSkipped: Bool {
        switch result {
        case .success(.written), .success(.returned): report?.isSkipped ?? false
        case .success(.planned(let preflight)): preflight.isSkipped
        case .failure: false
        }
    }

    var isFailure: Bool {
        if case .failure = result { true } else { false }
    }
}
