internal import Synchronization

/// Works of which only some run at once, each on a thread; others wait, in order.
package final class WorkQueue: Sendable {
    /// The maximum number of works that run at once.
    package let greatestCount: Int
    private let state = Mutex(State())

    /// Something to do.
    struct Work: Sendable {
        /// Does it.
        let perform: @Sendable () -> Void
        /// Is called in place of ``perform`` if the work is removed while it waits.
        let remove: @Sendable (Removal) -> Void
    }

    /// Why a work is removed.
    enum Removal: Sendable {
        case cancelled
        case timeLimit
    }

    private struct State {
        var runningCount = 0
        /// The works that wait.
        var works: [Cancellation: Work] = [:]
        /// The names of works in the order of their requests, some of which may have been removed.
        var order: [Cancellation] = []
        /// The position of the next one that waits.
        var next = 0

        mutating func append(_ work: Work, for name: Cancellation) {
            works[name] = work
            order.append(name)
        }

        mutating func takeNext() -> Work? {
            while next < order.count {
                next += 1
                guard let work = works.removeValue(forKey: order[next - 1]) else { continue }
                if next > order.count / 2 {
                    order.removeFirst(next)
                    next = 0
                }
                return work
            }
            (order, next) = ([], 0)
            runningCount -= 1
            return nil
        }
    }

    /// Creates a queue.
    ///
    /// - Parameter greatestCount: the maximum number of works that run at once, at least 1: more than processors, because some wait for files.
    package init(greatestCount: Int) { self.greatestCount = greatestCount }

    /// The number of works that wait.
    package var waitingCount: Int { state.withLock { $0.works.count } }

    /// Performs a work on a thread, now or after other works.
    ///
    /// - Parameters:
    ///   - work: the work; if no thread can be started, the caller's thread performs it.
    ///   - name: what identifies the work.
    /// - Returns: whether it waits.
    func perform(_ work: Work, for name: Cancellation) -> Bool {
        let isStarted = state.withLock { state in
            if state.runningCount >= greatestCount {
                state.append(work, for: name)
                return false
            }
            state.runningCount += 1
            return true
        }
        guard isStarted else { return true }
        let works = { @Sendable [self] in
            work.perform()
            while let next = state.withLock({ $0.takeNext() }) { next.perform() }
        }
        if let thread = WorkerThread.start(works) { thread.detach() } else { works() }
        return false
    }

    /// Removes a work that waits; has no effect on others.
    func remove(_ name: Cancellation, because reason: Removal) {
        let work = state.withLock { $0.works.removeValue(forKey: name) }
        work?.remove(reason)
    }
}
