internal import VariableBlur

/// Work on a thread of its own.
final class BackgroundTask: @unchecked Sendable {
    private var thread: WorkerThread?
    private let outcome = Outcome()

    /// Apart from the task, which must not be let go of last by its own thread.
    private final class Outcome: @unchecked Sendable { var result = Result<Void, ImageError>.success(()) }

    /// Starts the work; returns `nil` if the system has no thread to give.
    init?(_ body: @escaping @Sendable () throws(ImageError) -> Void) {
        thread = WorkerThread.start { [outcome] in
            do throws(ImageError) { try body() } catch { outcome.result = .failure(error) }
        }
        if thread == nil { return nil }
    }

    deinit { thread?.join() }

    /// Waits for the end of the work, and returns what came of it.
    func wait() -> Result<Void, ImageError> {
        thread?.join()
        thread = nil
        return outcome.result
    }
}
