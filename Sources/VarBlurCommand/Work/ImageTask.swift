internal import VariableBlurCodecs

/// One image to read, blur and write.
struct ImageTask: Sendable {
    let source: ImageSource
    let target: OutputTarget
    var job: BlurJob
    /// The input path as the user wrote it, or as it was found.
    let input: String
    /// The output path as the user wrote it, or as it was derived.
    let output: String
    /// The output directory, which is created if necessary.
    var root: String?
    /// Why the task cannot be performed.
    var error: ImageError?
    /// Where the options of the task were given, for the remedies of its errors.
    var scope = OptionScope.singleCommand

    /// The name of the input in messages.
    var displayName: String { input.isSame(as: "-") ? "standard input" : ImageError.printable(input) }

    /// Blurs the image.
    func perform() -> TaskOutcome {
        let start = ContinuousClock.now
        let result = Result { () throws(ImageError) in
            if let error { throw error }
            if let root { try Directories.create(root) }
            return try job.run(from: source, to: target)
        }
        return TaskOutcome(result.map { .written($0) }.mapError(advised), duration: ContinuousClock.now - start)
    }

    /// The error with a remedy that names options.
    private func advised(_ error: ImageError) -> ImageError { Advice.applied(to: error, in: scope) }

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
        guard case .success(.written(let report)) = result else { return nil }
        return report
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
