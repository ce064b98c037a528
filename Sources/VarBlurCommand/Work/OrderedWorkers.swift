internal import VariableBlur
internal import VariableBlurCodecs

/// Does tasks on several threads at once, and hands over what comes of them in the order of the tasks.
///
/// What waits for its turn is bounded: a task that takes long holds the others up before memory grows.
final class OrderedWorkers<Task: Sendable, Outcome: Sendable>: @unchecked Sendable {
    private let next: @Sendable () -> Task?
    private let work: @Sendable (Task) -> Outcome
    private let deliver: @Sendable (Outcome) -> Bool
    private let longestQueue: Int
    // `issued` and `isOver` belong to `intake`, the rest to `monitor`
    private let intake = Monitor()
    private let monitor = Monitor()
    private var issued = 0
    private var isOver = false
    private var delivered = 0
    private var waiting: [Int: Outcome] = [:]
    private var isRefused = false

    /// Does all tasks, and returns when the last outcome is delivered.
    ///
    /// - Parameters:
    ///   - threads: how many tasks are done at once.
    ///   - next: gives the next task, or `nil` when there is none left; called by one thread at a time.
    ///   - work: does a task; called by many threads.
    ///   - deliver: takes an outcome, in order, called by one thread at a time; `false` ends the run.
    init(
        threads: Int, next: @escaping @Sendable () -> Task?, work: @escaping @Sendable (Task) -> Outcome,
        deliver: @escaping @Sendable (Outcome) -> Bool
    ) {
        (self.next, self.work, self.deliver) = (next, work, deliver)
        longestQueue = 8 * threads + 8
        Threads.run(threads) { _ in while self.doOne() {} }
    }

    private func doOne() -> Bool {
        guard let (number, task) = take() else { return false }
        let outcome = work(task)
        monitor.locked {
            waiting[number] = outcome
            while !isRefused, let outcome = waiting.removeValue(forKey: delivered) {
                delivered += 1
                if !deliver(outcome) { isRefused = true }
            }
            monitor.changed()
        }
        return true
    }

    private func take() -> (Int, Task)? {
        intake.locked {
            guard !isOver else { return nil }
            let issued = issued
            let isRefused = monitor.locked {
                while !self.isRefused && issued - delivered >= longestQueue { monitor.wait() }
                return self.isRefused
            }
            guard !isRefused, let task = next() else {
                isOver = true
                return nil
            }
            self.issued += 1
            return (issued, task)
        }
    }
}
