internal import Synchronization
internal import VarBlurCodecs

/// Performs tasks concurrently and reports on them in order.
final class TaskRun: Sendable {
    /// The tasks of each input.
    private let groups: [[ImageTask]]
    private let taskCount: Int
    private let isDryRun: Bool
    private let report: RunReport
    private let startedCount = Mutex(0)
    /// The results that are not reported yet; `nil` for a single one.
    private let pending: PendingResults?
    /// An error of standard output, which ends the run.
    private let reportError = Mutex<ImageError?>(nil)

    init(_ tasks: [ImageTask], isDryRun: Bool, report: RunReport) {
        var groups: [[ImageTask]] = []
        for task in tasks {
            if task.isFurtherOutput {
                groups[groups.count - 1].append(task)
            } else {
                groups.append([task])
            }
        }
        (self.groups, taskCount, self.isDryRun, self.report) = (groups, tasks.count, isDryRun, report)
        pending = tasks.count > 1 ? PendingResults { _ = try? report.finish() } : nil
    }

    /// Performs all tasks.
    ///
    /// - Returns: the exit status, unless it is 0.
    func perform(imagesAtOnce: Int) -> ExitStatus? {
        MemoryBudget.shared.fix()
        if taskCount > 1 && !isDryRun && !Messages.isQuiet { Progress.begin(total: taskCount) }
        if taskCount > 1 && !isDryRun {
            ClosingLine.begin(total: taskCount, of: groups.count == taskCount ? "images" : "outputs")
        }
        defer { ClosingLine.show() }
        OrderedWorkers<Int, Group>.run(
            threads: imagesAtOnce, next: { self.nextGroup() },
            work: { self.perform($0) },
            deliver: { group in self.pending?.report(group.position) ?? self.deliver(group) })
        Progress.end()
        do throws(ImageError) {
            if let reportError = reportError.withLock(\.self) { throw reportError }
            return try report.finish()
        } catch {
            Messages.error(error)
            return ExitStatus.code(for: error)
        }
    }

    /// The tasks of an input, and what became of them.
    private struct Group {
        let position: Int
        let tasks: [ImageTask]
        let outcomes: [TaskOutcome]
    }

    private func nextGroup() -> Int? {
        startedCount.withLock { count in
            defer { count += 1 }
            return count < groups.count ? count : nil
        }
    }

    /// Performs the tasks of an input, and counts them: an interrupted run has written them, even if others delay the report.
    private func perform(_ position: Int) -> Group {
        var tasks = groups[position]
        if let pending { tasks[0].job.willAppear = { pending.willAppear(position) } }
        let outcomes = isDryRun ? ImageTask.preflight(tasks) : ImageTask.perform(tasks)
        for outcome in outcomes { ClosingLine.count(isFailure: outcome.isFailure, isSkipped: outcome.isSkipped) }
        let group = Group(position: position, tasks: tasks, outcomes: outcomes)
        pending?.add(position) { [self] in deliver(group) }
        return group
    }

    /// Reports on the tasks of an input; returns whether the run continues.
    private func deliver(_ group: Group) -> Bool {
        zip(group.tasks, group.outcomes).allSatisfy { deliver($0, $1) }
    }

    /// Reports on a task; returns whether the run continues.
    private func deliver(_ task: ImageTask, _ outcome: TaskOutcome) -> Bool {
        do throws(ImageError) {
            try report.add(outcome, task)
        } catch {
            reportError.withLock { $0 = error }
            return false
        }
        Progress.advance(failed: outcome.isFailure)
        return true
    }
}
