internal import VariableBlurCodecs

/// One image to be read, blurred and written.
struct ImageTask: Sendable {
    let source: ImageSource
    let target: OutputTarget
    let job: BlurJob
    /// The input as the user named it.
    let input: String
    /// The output as the user named it, or as its name was derived.
    let output: String
    /// The directory that the output must lie in; it and those below it are made.
    var root: String?
    /// Why there is nothing to be done.
    var refusal: ImageError?

    /// What messages call the image.
    var name: String { input == "-" ? "standard input" : ImageError.printable(input) }

    /// What becomes of the task.
    func perform() -> TaskOutcome {
        let start = ContinuousClock.now
        let result = Result { () throws(ImageError) in
            if let refusal { throw refusal }
            try makeDirectory()
            return try job.run(from: source, to: target)
        }
        return TaskOutcome(result.map { .written($0) }, duration: ContinuousClock.now - start)
    }

    /// What would become of it.
    func examine() -> TaskOutcome {
        let start = ContinuousClock.now
        let result = Result { () throws(ImageError) in
            if let refusal { throw refusal }
            return try job.preflight(from: source, to: target)
        }
        return TaskOutcome(result.map { .planned($0) }, duration: ContinuousClock.now - start)
    }

    private func makeDirectory() throws(ImageError) {
        guard let root else { return }
        let directory = PathName.directory(of: output)
        try OutputDirectory.make(directory)
        let (canonical, allowed) = (CanonicalPath.of(directory), CanonicalPath.of(root))
        guard canonical == allowed || canonical.hasPrefix(allowed == "/" ? "/" : allowed + "/") else {
            throw ImageError(
                .cannotCreate, "a link leads out of the output directory", remedy: "choose another --out-dir",
                file: output)
        }
    }
}

/// What became of a task, or would.
struct TaskOutcome: Sendable {
    /// What was done, or would be.
    enum Work: Sendable {
        case written(BlurJob.Report)
        case planned(BlurJob.Preflight)
    }

    let result: Result<Work, ImageError>
    let duration: Duration

    init(_ result: Result<Work, ImageError>, duration: Duration) { (self.result, self.duration) = (result, duration) }

    /// The report of an image that was blurred or left out.
    var report: BlurJob.Report? {
        guard case .success(.written(let report)) = result else { return nil }
        return report
    }

    var isSkipped: Bool {
        switch result {
        case .success(.written(let report)): report.isSkipped
        case .success(.planned(let examination)): examination.isSkipped
        case .failure: false
        }
    }
}
