internal import Synchronization
internal import VarBlurCodecs

/// Performs tasks concurrently and reports on them in order.
final class TaskRun: Sendable {
    private let tasks: [ImageTask]
    private let isDryRun: Bool
    private let report: RunReport
    private let startedCount = Mutex(0)
    /// An error of standard output, which ends the run.
    private let reportError = Mutex<ImageError?>(nil)

    init(_ tasks: [ImageTask], isDryRun: Bool, report: RunReport) {
        (self.tasks, self.isDryRun, self.report) = (tasks, isDryRun, report)
    }

    /// Performs all tasks.
    ///
    /// - Returns: the exit status, unless it is 0.
    func perform(imagesAtOnce: Int) -> ExitStatus? {
        if tasks.count > 1 && !isDryRun && !Messages.isQuiet { Progress.begin(total: tasks.count) }
        if tasks.count > 1 && !isDryRun { ClosingLine.begin(total: tasks.count) }
        defer { ClosingLine.show() }
        OrderedWorkers<ImageTask, (ImageTask, TaskOutcome)>.run(
            threads: imagesAtOnce, next: { self.nextTask() },
            work: { ($0, self.isDryRun ? $0.preflight() : $0.perform()) }, deliver: { self.deliver($0, $1) })
        Progress.end()
        do throws(ImageError) {
            if let reportError = reportError.withLock(\.self) { throw reportError }
            return try report.finish()
        } catch {
            Messages.error(error)
            return ExitStatus.code(for: error)
        }
    }

    private func nextTask() -> ImageTask? {
        startedCount.withLock { count in
            defer { count += 1 }
            return count < tasks.count ? tasks[count] : nil
        }
    }

    /// Reports on a task; returns whether the run continues.
    private func deliver(_ task: ImageTask, _ outcome: TaskOutcome) -> Bool {
        do throws(ImageError) {
            try report.add(outcome, task)
        } catch {
            reportError.withLock { $0 = error }
            return false
        }
        ClosingLine.count(isFailure: outcome.isFailure, isSkipped: outcome.isSkipped)
        Progress.advance(failed: outcome.isFailure)
        return true
    }
}
