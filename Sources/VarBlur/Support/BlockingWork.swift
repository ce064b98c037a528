/// Work that blocks its thread, for asynchronous functions: the threads of Swift's concurrency must not be blocked.
package enum BlockingWork {
    /// The queue of the works that a task requests.
    @TaskLocal package static var queue = WorkQueue(greatestCount: 2 * Processors.usableCount)

    /// Performs work on a separate thread, and waits for its result without blocking the caller's thread.
    ///
    /// Only some works run at once; others wait, in order. If the task of the caller is cancelled, a work that waits leaves the queue, and is
    /// not performed. Otherwise, the cancellation is passed on to the work, which decides when to end.
    ///
    /// - Parameters:
    ///   - timeLimit: how long the work may wait, and its error if it waits longer; `nil` if it may wait for any time. The work itself
    ///     counts its time from ``Cancellation/start``.
    ///   - isCancellation: whether an error of the work means that it was cancelled.
    ///   - body: the work; if no thread can be started, the caller's thread performs it.
    /// - Returns: the result of the work.
    /// - Throws: an error of the work, or `CancellationError`.
    package static func run<Value: Sendable, Failure: Error>(
        timeLimit: (duration: Duration, error: Failure)? = nil, isCancellation: (Failure) -> Bool,
        _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) async throws -> Value {
        let (queue, cancellation) = (queue, Cancellation())
        let outcome: Outcome<Value, Failure> = await withTaskCancellationHandler {
            await perform(body, cancellation, on: queue, timeLimit?.duration)
        } onCancel: {
            cancellation.cancel()
            queue.remove(cancellation, because: .cancelled)
        }
        switch outcome {
        case .result(.success(let value)): return value
        case .result(.failure(let error)): throw isCancellation(error) ? CancellationError() : error
        case .removal(.timeLimit): throw timeLimit?.error ?? CancellationError()
        case .removal(.cancelled): throw CancellationError()
        }
    }

    /// How a work ended.
    private enum Outcome<Value: Sendable, Failure: Error>: Sendable {
        case result(Result<Value, Failure>)
        case removal(WorkQueue.Removal)
    }

    private static func perform<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value, _ cancellation: Cancellation,
        on queue: WorkQueue, _ timeLimit: Duration?
    ) async -> Outcome<Value, Failure> {
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        return await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<Value, Failure>, Never>) in
            let work = WorkQueue.Work {
                continuation.resume(
                    returning: .result(Result { () throws(Failure) -> Value in try body(cancellation) }))
            } remove: {
                continuation.resume(returning: .removal($0))
            }
            let isWaiting = queue.perform(work, for: cancellation)
            if isWaiting, let timeLimit {
                timer = Task {
                    try? await Task.sleep(for: timeLimit)
                    if !Task.isCancelled { queue.remove(cancellation, because: .timeLimit) }
                }
            }
            // the cancellation may have come before the work was in the queue
            if cancellation.isCancelled { queue.remove(cancellation, because: .cancelled) }
        }
    }
}
