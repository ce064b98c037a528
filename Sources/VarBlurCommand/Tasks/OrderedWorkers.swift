internal import VarBlur
internal import VarBlurCodecs

/// Performs tasks on several threads, and delivers their outcomes in the order of the tasks.
///
/// The number of outcomes that wait for delivery is bounded: a slow task eventually makes the other threads wait.
final class OrderedWorkers<Task: Sendable, Outcome: Sendable>: @unchecked Sendable {
    private let next: @Sendable () -> Task?
    private let deliver: @Sendable (Outcome) -> Bool
    private let outcomes: BoundedQueue<Outcome>
    private let intake = Monitor()
    private let delivery = Monitor()

    /// Performs all tasks, and returns after the last delivery.
    ///
    /// - Parameters:
    ///   - threads: the number of tasks performed at once.
    ///   - next: returns the next task, or `nil` after the last one; called by one thread at a time.
    ///   - work: performs a task; called by several threads at once.
    ///   - deliver: receives the outcomes in order; called by one thread at a time; `false` ends the run.
    static func run(
        threads: Int, next: @escaping @Sendable () -> Task?, work: @escaping @Sendable (Task) -> Outcome,
        deliver: @escaping @Sendable (Outcome) -> Bool
    ) {
        let workers = OrderedWorkers(threads: threads, next: next, deliver: deliver)
        Threads.run(threads) { _ in
            while let (position, task) = workers.takeTask() { workers.add(work(task), at: position) }
        }
    }

    private init(
        threads: Int, next: @escaping @Sendable () -> Task?, deliver: @escaping @Sendable (Outcome) -> Bool
    ) {
        (self.next, self.deliver) = (next, deliver)
        outcomes = BoundedQueue(capacity: 8 * threads + 8)
    }

    /// Adds an outcome, and delivers those that no earlier one delays anymore.
    private func add(_ outcome: Outcome, at position: Int) {
        outcomes.fill(position, with: outcome)
        delivery.withLock {
            while let outcome = outcomes.nextIfReady() {
                if !deliver(outcome) { outcomes.cancel() }
            }
        }
    }

    /// Takes a task and the position of its outcome, in the same order.
    private func takeTask() -> (position: Int, task: Task)? {
        intake.withLock {
            guard let position = outcomes.reserve() else { return nil }
            guard let task = next() else {
                outcomes.close()
                return nil
            }
            return (position, task)
        }
    }
}
