internal import Synchronization

/// Performs one piece of work at a time for each page: a new one cancels the one before it.
final class LatestWork<Value: Sendable>: Sendable {
    private let latest = Mutex<[String: Task<Value?, Never>]>([:])

    /// Performs work, after the work before it for the same page has ended early.
    ///
    /// - Parameters:
    ///   - page: the name of the page.
    ///   - work: the work.
    /// - Returns: the result of the work; `nil` if later work has replaced it.
    func perform(for page: String, _ work: @escaping @Sendable () async -> Value) async -> Value? {
        let task = latest.withLock { latest in
            let before = latest[page]
            before?.cancel()
            let task = Task<Value?, Never> {
                // two pictures at once would take longer than one after the other
                _ = await before?.value
                if Task.isCancelled { return nil }
                let value = await work()
                return Task.isCancelled ? nil : value
            }
            latest[page] = task
            return task
        }
        let value = await task.value
        latest.withLock { latest in if latest[page] == task { latest[page] = nil } }
        return value
    }
}
