internal import PlainJSON
internal import VarBlurCodecs

/// Writes the results of a batch to standard output, one line each.
struct BatchReport {
    let isVerbose: Bool

    func add(_ job: BatchJob, _ outcome: BatchOutcome) throws(ImageError) {
        let members: [JSONValue.Member] = [.init("id", job.id), .init("line", .integer(job.line))]
        let value: JSONValue
        switch (job.task, outcome) {
        case (.success(.image(let task)), .image(let outcome)):
            value = ResultDocument.value(of: outcome, task, settings: job.settings, batch: members)
            if isVerbose, let report = outcome.report {
                Messages.info(Summary.line(report, task, outcome.duration))
            }
        case (.success(.scene(let task)), .scene(let outcome)):
            value = SceneResult.value(of: outcome, task, settings: job.settings, batch: members)
            if isVerbose && !outcome.isFailure { Messages.info(SceneResult.line(outcome, task)) }
        case (.failure(let error), _): value = Self.value(of: error, job, members)
        case (.success, _): preconditionFailure("an outcome of another kind than its task")
        }
        var line = value.text
        line += "\n"
        try StandardOutput.write(line)
    }

    /// The result of a line that is not a valid job.
    private static func value(of error: ImageError, _ job: BatchJob, _ members: [JSONValue.Member]) -> JSONValue {
        func path(_ path: String?) -> JSONValue { path.map { .string($0) } ?? .null }
        return .object(
            [.init("version", .integer(ResultDocument.version))] + members + [
                .init("status", .string("error")), .init("input", path(job.input)),
            ] + (job.isScene ? [.init("scene", path(job.scene))] : []) + [
                .init("output", path(job.output)),
                .init("ms", .integer(0)), .init("settings", job.settings),
                .init("error", ResultDocument.error(error)),
            ])
    }
}
