import Dispatch
import Synchronization

@testable import VarBlur

/// A queue of works with one place, which another work holds until the queue is released.
package final class BlockedQueue: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let isHolding = Mutex(true)
    package let queue = WorkQueue(greatestCount: 1)

    /// Calls `body` with a queue that performs none of its works.
    ///
    /// - Parameter body: what requests works; its tasks inherit the queue.
    /// - Returns: what `body` returns.
    /// - Throws: an error of `body`.
    package static func run<Result: Sendable>(
        _ body: @escaping @Sendable (BlockedQueue) async throws -> Result
    ) async throws -> Result {
        let blocked = BlockedQueue()
        return try await BlockingWork.$queue.withValue(blocked.queue) {
            let started = AsyncStream<Void>.makeStream()
            async let holder: Void = BlockingWork.run(isCancellation: { _ in false }) {
                (_: Cancellation) throws(BlurError) in
                started.continuation.yield()
                // a limit, so that a failing test ends
                _ = blocked.gate.wait(timeout: .now() + 60)
                blocked.isHolding.withLock { $0 = false }
            }
            for await _ in started.stream { break }
            defer { blocked.release() }
            let result = try await body(blocked)
            blocked.release()
            try await holder
            return result
        }
    }

    /// Whether no work of the queue can have been performed.
    package var isBlocked: Bool { isHolding.withLock { $0 } }

    /// Lets the works of the queue go on.
    package func release() { gate.signal() }

    /// Waits until some works are in the queue.
    package func waitForWorks(_ count: Int = 1) async {
        while queue.waitingCount < count { await Task.yield() }
    }
}
