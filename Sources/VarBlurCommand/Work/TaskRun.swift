internal import ArgumentParser
internal import Synchronization
internal import VariableBlurCodecs

/// Does a run's tasks, several at once, and reports on them in their order.
final class TaskRun: Sendable {
    private let tasks: [ImageTask]
    private let isDryRun: Bool
    private let report: RunReport
    private let started = Mutex(0)
    private let failure = Mutex<ImageError?>(nil)

    init(_ tasks: [ImageTask], isDryRun: Bool, report: RunReport) {
        (self.tasks, self.isDryRun, self.report) = (tasks, isDryRun, report)
    }

    /// Does all of them; returns the exit status if it is not 0.
    func perform(imagesAtOnce: Int) -> ExitCode? {
        if tasks.count > 1 && !isDryRun && !Messages.areQuiet { Progress.begin(total: tasks.count) }
        _ = OrderedWorkers<ImageTask, (ImageTask, TaskOutcome)>(
            threads: imagesAtOnce, next: { self.next() },
            work: { ($0, self.isDryRun ? $0.examine() : $0.perform()) }, deliver: { self.deliver($0, $1) })
        Progress.end()
        do throws(ImageError) {
            if let failure = failure.withLock(\.self) { throw failure }
            return try report.finish()
        } catch {
            return ExitStatus.complaining(error)
        }
    }

    private func next() -> ImageTask? {
        started.withLock { number in
            defer { number += 1 }
            return number < tasks.count ? tasks[number] : nil
        }
    }

    private func deliver(_ task: ImageTask, _ outcome: TaskOutcome) -> Bool {
        do throws(ImageError) {
            try report.add(outcome, task)
        } catch {
            failure.withLock { $0 = error }
            return false
        }
        Progress.advance(failed: (try? outcome.result.get()) == nil)
        return true
    }
}

extension ExitStatus {
    /// Says what went wrong, unless nobody is to hear it, and returns the status for it.
    static func complaining(_ error: ImageError) -> ExitCode {
        if error.code != .brokenPipe { Messages.complain("\(error)") }
        return code(for: error)
    }
}
