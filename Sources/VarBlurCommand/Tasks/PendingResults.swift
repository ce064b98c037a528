internal import VarBlur
internal import VarBlurCodecs

/// The results of tasks that are finished, until they are reported in the order of the tasks.
///
/// If a signal interrupts the run, all of them are reported, so that every file that was written is named.
final class PendingResults: @unchecked Sendable {
    private struct Result {
        let position: Int
        let namesFiles: Bool
        let report: () -> Bool
    }

    private let monitor = Monitor()
    private var results: [Result] = []
    /// The tasks whose outputs have begun to appear, and whose results are not known yet.
    private var appearing: [Int] = []
    private var isReporting = false
    private var isInterrupted = false
    /// Ends the report of an interrupted run.
    private let finish: @Sendable () -> Void

    /// - Parameter finish: ends the report of an interrupted run.
    init(finish: @escaping @Sendable () -> Void = {}) {
        self.finish = finish
        TerminationSignals.setReport { [weak self] in self?.interrupt() }
    }

    /// Notes that the outputs of a task are about to appear; they never do if the run has been interrupted.
    func willAppear(_ position: Int) {
        monitor.withLock {
            while isInterrupted { monitor.wait() }
            if !appearing.contains(position) { appearing.append(position) }
        }
    }

    /// Notes that the result of a task is known.
    ///
    /// - Parameters:
    ///   - position: the position of the task among all of them.
    ///   - namesFiles: whether an interrupted run reports it; it has little text then.
    ///   - report: reports the result, and tells whether the run continues.
    func add(_ position: Int, namesFiles: Bool = true, _ report: @escaping () -> Bool) {
        monitor.withLock {
            appearing.removeAll { $0 == position }
            results.append(Result(position: position, namesFiles: namesFiles, report: report))
            monitor.notifyAll()
        }
    }

    /// Reports the result of a task; called by one thread at a time.
    ///
    /// - Returns: whether the run continues.
    func report(_ position: Int) -> Bool {
        let result = monitor.withLock { () -> Result? in
            while isInterrupted { monitor.wait() }
            isReporting = true
            return results.firstIndex { $0.position == position }.map { results.remove(at: $0) }
        }
        defer {
            monitor.withLock {
                isReporting = false
                monitor.notifyAll()
            }
        }
        return result?.report() ?? true
    }

    /// Lets no further outputs appear, and waits for those that have begun to; the process then ends.
    func stop() {
        let end = Instant.now + Self.patience
        monitor.withLock {
            isInterrupted = true
            while !appearing.isEmpty, Instant.now < end { monitor.wait(atMost: end - Instant.now) }
        }
    }

    /// The time for which an interrupted run waits for outputs that appear, and for a reader of its report.
    private static let patience = Duration.seconds(3)

    /// Reports all results; nothing appears any more.
    private func interrupt() {
        let end = Instant.now + Self.patience
        let rest = monitor.withLock { () -> [Result] in
            isInterrupted = true
            while !appearing.isEmpty || isReporting, Instant.now < end { monitor.wait(atMost: end - Instant.now) }
            return isReporting ? [] : results.sorted { $0.position < $1.position }
        }
        for result in rest where result.namesFiles && TerminationSignals.canWrite(to: .output) { _ = result.report() }
        if TerminationSignals.canWrite(to: .output) { finish() }
    }
}
