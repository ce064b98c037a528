internal import Synchronization

/// Performs one piece of work at a time: a new one cancels the one before it.
final class LatestWork<Value: Sendable>: Sendable {
    private let latest = Mutex<Task<Value?, Never>?>(nil)

    /// Performs work, after the work before it has ended early.
    ///
    /// - Returns: the result of the work; `nil` if later work has replaced it.
    func perform(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        let task = latest.withLock { latest in
            let before = latest
            before?.cancel()
            let task = Task<Value?, Never> {
                // two pictures at once would take longer than one after the other
                _ = await before?.value
                if Task.isCancelled { return nil }
                let value = await work()
                return Task.isCancelled ? nil : value
            }
            latest = task
            return task
        }
        return await task.value
    }
}
