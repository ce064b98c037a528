internal import VarBlur
internal import VarBlurJSON
internal import VarBlurCodecs

/// Reports on the images of a run: messages on standard error, JSON on standard output, and the exit status.
///
/// `OrderedWorkers` calls it from one thread at a time.
final class RunReport: @unchecked Sendable {
    private let form: ReportForm?
    private let isVerbose: Bool
    private let settings: JSONValue
    private let imageCount: Int
    private let start = Instant.now
    private var results: [JSONValue] = []
    private var told = ResultSettings()
    private var counts = (done: 0, skipped: 0, failed: 0)
    private var lastErrorStatus: ExitStatus?
    private var isDamaged = false
    private var existingCount = 0
    private var hintedImageCount = 0
    /// The messages about the current input that were shown, in UTF-8: further outputs of it do not repeat them.
    private var shown: Set<[UInt8]> = []
    /// Hints are shown for this many images; after that, one line says that there are more.
    private static let maximumHintedImages = 3

    init(_ form: ReportForm?, isVerbose: Bool, settings: EffectiveSettings, imageCount: Int) {
        (self.form, self.isVerbose, self.imageCount) = (form, isVerbose, imageCount)
        self.settings = form == nil ? .null : settings.json()
    }

    /// Reports on a task.
    ///
    /// - Throws: an error of standard output.
    func add(_ outcome: TaskOutcome, _ task: ImageTask) throws(ImageError) {
        count(outcome)
        showMessages(outcome, task)
        switch form {
        case .lines:
            let result = ResultDocument.value(of: outcome, task, settings: settings)
            try StandardOutput.write(told.reduced(result).text + "\n")
        case .document: results.append(ResultDocument.value(of: outcome, task, settings: settings))
        case nil: try printPlan(outcome, task)
        }
    }

    private func count(_ outcome: TaskOutcome) {
        switch outcome.result {
        case .success:
            if outcome.isSkipped { counts.skipped += 1 } else { counts.done += 1 }
            if outcome.report?.isDamaged ?? false { isDamaged = true }
        case .failure(let error):
            counts.failed += 1
            if error.reason == .outputExists { existingCount += 1 }
            lastErrorStatus = ExitStatus.code(for: error)
        }
    }

    private func showMessages(_ outcome: TaskOutcome, _ task: ImageTask) {
        if !task.isFurtherOutput { shown = [] }
        switch outcome.result {
        case .success:
            for notice in outcome.notices where isNew(notice) {
                Messages.warning("\(task.displayName): \(notice)")
            }
            guard let report = outcome.report else { return }
            showHints(SettingsHints.hints(for: report, of: task).filter(isNew), task)
            if isVerbose { Messages.info(Summary.line(report, task, outcome.duration)) }
        case .failure(let error): if isNew(error.description) { Messages.error(error) }
        }
    }

    /// Whether a message about the current input was not shown before; notes it.
    private func isNew(_ message: String) -> Bool { shown.insert(Array(message.utf8)).inserted }

    private func showHints(_ hints: [String], _ task: ImageTask) {
        guard !hints.isEmpty, hintedImageCount <= Self.maximumHintedImages else { return }
        hintedImageCount += 1
        if hintedImageCount > Self.maximumHintedImages {
            return Messages.hint("more images have hints; --json lists them all")
        }
        for hint in hints { Messages.hint("\(task.displayName): \(hint)") }
    }

    private func printPlan(_ outcome: TaskOutcome, _ task: ImageTask) throws(ImageError) {
        guard case .success(.planned(let preflight)) = outcome.result else { return }
        try StandardOutput.write(Summary.line(preflight, task) + "\n")
    }

    /// Writes the JSON document.
    ///
    /// - Returns: the exit status, unless it is 0.
    func finish() throws(ImageError) -> ExitStatus? {
        if existingCount > 1 {
            Messages.hint(
                "\(existingCount) outputs exist; --if-exists skip-same skips those that are up to date, and makes the others again"
            )
        }
        if form == .document { try StandardOutput.write(document.text + "\n") }
        if let lastErrorStatus { return imageCount > 1 ? ExitStatus.someFailed : lastErrorStatus }
        return isDamaged ? ExitStatus.damaged : nil
    }

    private var document: JSONValue {
        ResultDocument.document(results, ok: counts.done, skipped: counts.skipped, Instant.now - start)
    }
}
