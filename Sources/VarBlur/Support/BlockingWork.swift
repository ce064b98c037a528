/// Work that blocks its thread, for asynchronous functions: the threads of Swift's concurrency must not be blocked.
package enum BlockingWork {
    /// Performs work on a separate thread, and waits for its result without blocking the caller's thread.
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
                let work = { @Sendable in
                    continuation.resume(
                        returning: Result { () throws(Failure) -> Value in try body(cancellation) })
                }
                if let thread = WorkerThread.start(work) { thread.detach() } else { work() }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}
