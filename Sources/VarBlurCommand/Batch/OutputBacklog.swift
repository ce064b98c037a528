internal import VarBlurCodecs

/// The outputs in memory that wait until the results of earlier lines are written.
///
/// A slow job makes the outputs of the jobs after it wait. No further line is read while they exceed a limit; the slow job has
/// been read before, so the batch continues when it is finished.
final class OutputBacklog: @unchecked Sendable {
    private let monitor = Monitor()
    private let limit: Int
    private var byteCount = 0

    /// - Parameter limit: the number of bytes above which no further line is read.
    init(limit: Int) { self.limit = limit }

    /// Adds the size of an output that is finished, in bytes.
    func add(_ output: Int) { monitor.withLock { byteCount += output } }

    /// Removes the size of an output whose result is written.
    func remove(_ output: Int) {
        guard output > 0 else { return }
        monitor.withLock {
            byteCount -= output
            monitor.notifyAll()
        }
    }

    /// Waits until the outputs do not exceed the limit.
    func wait() {
        monitor.withLock { while byteCount > limit { monitor.wait() } }
    }
}
