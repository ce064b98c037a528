internal import ArgumentParser
internal import Synchronization
internal import VariableBlurCodecs

/// Does a run's tasks, several at once, and reports on them in their order.
enum TaskRun {
    /// - Returns: the exit status if it is not 0.
    static func perform(
        _ tasks: [ImageTask], imagesAtOnce: Int, isDryRun: Bool, report: RunReport
    ) -> ExitCode? {
        if tasks.count > 1 && !isDryRun { Progress.begin(total: tasks.count) }
        let left = Mutex(0)
        let failure = Mutex<ImageError?>(nil)
        _ = OrderedWorkers<ImageTask, (ImageTask, TaskOutcome)>(
            threads: imagesAtOnce,
            next: {
                left.withLock { number in
                    defer { number += 1 }
                    return number < tasks.count ? tasks[number] : nil
                }
            },
            work: { ($0, isDryRun ? $0.examine() : $0.perform()) },
            deliver: { task, outcome in
                do throws(ImageError) {
                    try report.add(outcome, task)
                } catch {
                    failure.withLock { $0 = error }
                    return false
                }
                Progress.advance(failed: (try? outcome.result.get()) == nil)
                return true
            })
        Progress.end()
        do throws(ImageError) {
            if let failure = failure.withLock(\.self) { throw failure }
            return try report.finish()
        } catch {
            return ExitStatus.complaining(error)
        }
    }
}

extension ExitStatus {
    /// Says what went wrong, unless nobody is to hear it, and returns the status for it.
    static func complaining(_ error: ImageError) -> ExitCode {
        if error.code != .brokenPipe { Messages.complain("\(error)") }
        return code(for: error)
    }
}
