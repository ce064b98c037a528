internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// Tells people and programs what becomes of the images of a run, and adds it up to an exit status.
final class RunReport: @unchecked Sendable {
    // called by one thread at a time: results are handed over in order, behind a lock
    private let form: ReportForm?
    private let isVerbose: Bool
    private let settings: JSONValue
    private let taskCount: Int
    private let start = ContinuousClock.now
    private var documents: [JSONValue] = []
    private var counts = (done: 0, skipped: 0, failed: 0)
    private var lastFailure: ExitCode?
    private var isDamaged = false
    private var hintedCount = 0

    init(_ form: ReportForm?, isVerbose: Bool, settings: EffectiveSettings, taskCount: Int) {
        (self.form, self.isVerbose, self.taskCount) = (form, isVerbose, taskCount)
        self.settings = form == nil ? .null : ResultDocument.settings(settings)
    }

    /// Takes in what became of a task.
    ///
    /// - Throws: an error of standard output.
    func add(_ outcome: TaskOutcome, _ task: ImageTask) throws(ImageError) {
        switch outcome.result {
        case .success:
            if outcome.isSkipped { counts.skipped += 1 } else { counts.done += 1 }
            if outcome.report?.isDamaged ?? false { isDamaged = true }
        case .failure(let error):
            counts.failed += 1
            lastFailure = ExitStatus.code(for: error)
        }
        tellPeople(outcome, task)
        switch form {
        case .lines: try StandardOutput.write(ResultDocument.value(of: outcome, task, settings: settings).text + "\n")
        case .document: documents.append(ResultDocument.value(of: outcome, task, settings: settings))
        case nil: try tellPlan(outcome, task)
        }
    }

    private func tellPeople(_ outcome: TaskOutcome, _ task: ImageTask) {
        switch outcome.result {
        case .success(.written(let report)):
            for notice in report.notices { Messages.warn("\(task.name): \(notice)") }
            tellHints(Hints.hints(task.job.blur, width: report.width, height: report.height), task)
            if isVerbose { Messages.note(Summary.line(report, task, outcome.duration)) }
        case .success: break
        case .failure(let error):
            if error.code != .brokenPipe { Messages.complain("\(error)") }
        }
    }

    /// Says what looks wrong; of many images, what looks wrong with the first is enough.
    private func tellHints(_ hints: [String], _ task: ImageTask) {
        guard !hints.isEmpty, hintedCount <= 3 else { return }
        hintedCount += 1
        if hintedCount > 3 { return Messages.hint("other images are like that too; --json tells which") }
        for hint in hints { Messages.hint("\(task.name): \(hint)") }
    }

    private func tellPlan(_ outcome: TaskOutcome, _ task: ImageTask) throws(ImageError) {
        guard case .success(.planned(let examination)) = outcome.result else { return }
        try StandardOutput.write(Summary.line(examination, task) + "\n")
    }

    /// Says what all came to; returns the exit status if it is not 0.
    func finish() throws(ImageError) -> ExitCode? {
        if form == .document {
            let summary = JSONValue.object([
                .init("images", .integer(taskCount)), .init("ok", .integer(counts.done)),
                .init("skipped", .integer(counts.skipped)), .init("errors", .integer(counts.failed)),
                .init("ms", ResultDocument.milliseconds(ContinuousClock.now - start)),
            ])
            let document = JSONValue.object([
                .init("version", .integer(ResultDocument.version)),
                .init("tool", .string("varblur \(ToolVersion.text)")),
                .init("results", .array(documents)), .init("summary", summary),
            ])
            try StandardOutput.write(document.text + "\n")
        }
        if isVerbose && taskCount > 1 {
            Messages.note("\(counts.done) done, \(counts.skipped) skipped, \(counts.failed) failed")
        }
        if let lastFailure { return taskCount > 1 ? ExitStatus.someFailed : lastFailure }
        return isDamaged ? ExitStatus.damaged : nil
    }
}
