internal import PlainJSON
internal import Synchronization
internal import VarBlurCodecs

/// The processes that draw the scenes of a batch; they are started when they are needed, and stay.
final class ComposeWorkers: Sendable {
    private let idle = Mutex<[ComposeWorker]>([])

    /// Draws a scene in a process that is idle, or in a new one.
    ///
    /// A process that ended in the meantime is replaced. One that ends while it draws fails this scene only.
    ///
    /// - Throws: an error if the program cannot be started, if it ends, or if it takes too long.
    func answer(to message: ComposeMessage, timeLimit: Duration?) throws(ImageError) -> JSONValue {
        let worker = try running()
        let answer = try worker.answer(to: message, timeLimit: timeLimit)
        if answer["error"]?["code"] == .string(ImageError.Code.timeout.description) {
            // it ends
            worker.finish()
        } else {
            idle.withLock { $0.append(worker) }
        }
        return answer
    }

    private func running() throws(ImageError) -> ComposeWorker {
        while let worker = idle.withLock({ $0.popLast() }) {
            if worker.isRunning { return worker }
            worker.finish()
        }
        return try ComposeWorker()
    }

    /// Ends the processes that are idle.
    func end() { for worker in idle.withLock({ workers in workers }) { worker.finish() } }
}
