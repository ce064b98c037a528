internal import VarBlur

/// Work that runs on its own thread; ``wait()`` returns its result.
final class BackgroundTask: @unchecked Sendable {
    private var thread: WorkerThread?
    private let outcome = Outcome()

    /// A separate object: if the thread held the last reference to the task, it would join itself.
    private final class Outcome: @unchecked Sendable { var result = Result<Void, ImageError>.success(()) }

    /// Starts the work; returns `nil` if the system cannot create a thread.
    init?(_ body: @escaping @Sendable () throws(ImageError) -> Void) {
        thread = WorkerThread.start { [outcome] in
            do throws(ImageError) { try body() } catch { outcome.result = .failure(error) }
        }
        if thread == nil { return nil }
    }

    deinit { thread?.join() }

    /// Waits for the end of the work and returns its result.
    func wait() -> Result<Void, ImageError> {
        thread?.join()
        thread = nil
        return outcome.result
    }
}
