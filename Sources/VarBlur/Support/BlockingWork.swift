internal import Synchronization

/// Work that blocks its thread, for asynchronous functions: the threads of Swift's concurrency must not be blocked.
package enum BlockingWork {
    /// Performs work on a separate thread, and waits for its result without blocking the caller's thread.
    ///
    /// No more than ``greatestCount`` works run at once; others wait, in order.
    ///
    /// If the task of the caller is cancelled, the cancellation is passed on to the work, which decides when to end.
    ///
    /// - Parameter body: the work; if no thread can be started, the caller's thread performs it.
    /// - Returns: the result of the work.
    /// - Throws: an error of the work.
    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let cancellation = Cancellation()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
                perform {
                    continuation.resume(
                        returning: Result { () throws(Failure) -> Value in try body(cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }

    /// Performs work as ``run(_:)`` does, with `CancellationError` for errors that mean that the work ended early.
    ///
    /// - Parameters:
    ///   - isCancellation: whether an error means that.
    ///   - body: the work.
    /// - Returns: the result of the work.
    /// - Throws: an error of the work, or `CancellationError`.
    package static func run<Value: Sendable, Failure: Error>(
        isCancellation: (Failure) -> Bool, _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) async throws -> Value {
        do throws(Failure) {
            return try await run(body)
        } catch {
            throw isCancellation(error) ? CancellationError() : error
        }
    }

    // MARK: - Threads

    /// The maximum number of works that run at once: twice the number of usable processors, because some wait for files.
    package static let greatestCount = 2 * Processors.usableCount

    private struct State {
        var (runningCount, waiting): (Int, [@Sendable () -> Void]) = (0, [])
        /// The position of the next one that waits.
        var next = 0

        mutating func takeNext() -> (@Sendable () -> Void)? {
            guard next < waiting.count else {
                (waiting, next) = ([], 0)
                runningCount -= 1
                return nil
            }
            defer { next += 1 }
            return waiting[next]
        }
    }

    private static let state = Mutex(State())

    /// Performs work on a thread, now or after other work.
    private static func perform(_ work: @escaping @Sendable () -> Void) {
        let isStarted = state.withLock { state in
            if state.runningCount >= greatestCount {
                state.waiting.append(work)
                return false
            }
            state.runningCount += 1
            return true
        }
        guard isStarted else { return }
        let works = { @Sendable in
            work()
            while let next = state.withLock({ $0.takeNext() }) { next() }
        }
        if let thread = WorkerThread.start(works) { thread.detach() } else { works() }
    }
}
