internal import PlainJSON
internal import VariableBlurCodecs

/// Writes the results of a batch to standard output, one line each.
struct BatchReport {
    let isVerbose: Bool

    func add(_ job: BatchJob, _ outcome: TaskOutcome) throws(ImageError) {
        let members: [JSONValue.Member] = [.init("id", job.id), .init("line", .integer(job.line))]
        let value: JSONValue
        switch job.task {
        case .success(let task):
            value = ResultDocument.value(of: outcome, task, settings: job.settings, batch: members)
            if isVerbose, let report = outcome.report {
                Messages.info(Summary.line(report, task, outcome.duration))
            }
        case .failure(let error): value = Self.value(of: error, job, members)
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
                .init("status", .string("error")), .init("input", path(job.input)), .init("output", path(job.output)),
                .init("ms", .integer(0)), .init("settings", job.settings),
                .init("error", ResultDocument.error(error)),
            ])
    }
}
