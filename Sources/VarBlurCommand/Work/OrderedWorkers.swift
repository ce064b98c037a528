internal import VariableBlur
internal import VariableBlurCodecs

/// Performs tasks on several threads and delivers their outcomes in the order of the tasks.
///
/// The number of outcomes that wait for delivery is bounded: a slow task pauses the other threads before memory grows.
final class OrderedWorkers<Task: Sendable, Outcome: Sendable>: @unchecked Sendable {
    private let next: @Sendable () -> Task?
    private let work: @Sendable (Task) -> Outcome
    private let deliver: @Sendable (Outcome) -> Bool
    private let maximumQueueLength: Int
    // `intake` protects `issuedCount` and `isFinished`; `monitor` protects the rest.
    private let intake = Monitor()
    private let monitor = Monitor()
    private var issuedCount = 0
    private var isFinished = false
    private var deliveredCount = 0
    private var waiting: [Int: Outcome] = [:]
    private var isStopped = false

    /// Performs all tasks and returns after the last delivery.
    ///
    /// - Parameters:
    ///   - threads: the number of tasks to perform at once.
    ///   - next: returns the next task, or `nil` after the last; called by one thread at a time.
    ///   - work: performs a task; called by several threads at once.
    ///   - deliver: receives the outcomes in order, by one thread at a time; returns `false` to stop the run.
    init(
        threads: Int, next: @escaping @Sendable () -> Task?, work: @escaping @Sendable (Task) -> Outcome,
        deliver: @escaping @Sendable (Outcome) -> Bool
    ) {
        (self.next, self.work, self.deliver) = (next, work, deliver)
        maximumQueueLength = 8 * threads + 8
        Threads.run(threads) { _ in while self.performNext() {} }
    }

    private func performNext() -> Bool {
        guard let (index, task) = take() else { return false }
        let outcome = work(task)
        monitor.locked {
            waiting[index] = outcome
            while !isStopped, let outcome = waiting.removeValue(forKey: deliveredCount) {
                deliveredCount += 1
                if !deliver(outcome) { isStopped = true }
            }
            monitor.changed()
        }
        return true
    }

    private func take() -> (Int, Task)? {
        intake.locked {
            guard !isFinished else { return nil }
            let index = issuedCount
            let isStopped = monitor.locked {
                while !self.isStopped && index - deliveredCount >= maximumQueueLength { monitor.wait() }
                return self.isStopped
            }
            guard !isStopped, let task = next() else {
                isFinished = true
                return nil
            }
            issuedCount += 1
            return (index, task)
        }
    }
}
