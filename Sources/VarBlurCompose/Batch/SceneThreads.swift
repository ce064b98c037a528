internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlurJSON
internal import VarBlur
internal import VarBlurCodecs

/// Draws the scenes of a batch.
///
/// A scene with a time limit is drawn on a thread of its own. At the limit, the thread is given up: its result is dropped, it writes no
/// output, and the batch does not wait for it.
final class SceneThreads: @unchecked Sendable {
    private let monitor = Monitor()
    /// How many threads that were given up may still draw.
    private let limit: Int
    private var givenUpCount = 0

    /// A thread that draws; the monitor guards it.
    private final class Drawing: @unchecked Sendable {
        var answer: JSONValue?
        var isGivenUp = false
    }

    /// - Parameter limit: how many threads that were given up may still draw; a further one is waited for.
    init(limit: Int) { self.limit = limit }

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - request: the scene.
    ///   - root: the output directory, which is created if necessary; `nil` for none.
    ///   - willAppear: is called before the only output of the scene appears.
    /// - Returns: the report, or that of the failure.
    func report(
        of request: ComposeRequest, creating root: String?, willAppear: @escaping @Sendable () -> Void
    ) -> JSONValue {
        let watch = ComposeWatch(willAppear: willAppear)
        let draw = { @Sendable () -> JSONValue in
            do throws(ComposeFailure) {
                try Self.create(root)
                return try Composer(request, watch).run()
            } catch {
                return error.inJobLanguage.report
            }
        }
        guard let time = request.job.limits.time else { return draw() }
        let (deadline, drawing) = (Instant.now + time, Drawing())
        guard let thread = WorkerThread.start({ [self] in finish(drawing, draw()) }) else { return draw() }
        thread.detach()
        if let answer = wait(for: drawing, until: deadline) { return answer }
        guard let failure = watch.expire(request) else { return wait(for: drawing) }
        giveUp(drawing)
        return failure.inJobLanguage.report
    }

    private static func create(_ root: String?) throws(ComposeFailure) {
        do throws(ImageError) {
            if let root { try Directories.create(root) }
        } catch {
            throw ComposeFailure(error)
        }
    }

    private func finish(_ drawing: Drawing, _ answer: JSONValue) {
        monitor.withLock {
            drawing.answer = answer
            if drawing.isGivenUp { givenUpCount -= 1 }
            monitor.notifyAll()
        }
    }

    /// The answer of a drawing; `nil` if there is none at the deadline.
    private func wait(for drawing: Drawing, until deadline: Instant) -> JSONValue? {
        monitor.withLock {
            while drawing.answer == nil {
                let left = deadline - Instant.now
                guard left > .zero else { return nil }
                // the clock of the system may be set
                monitor.wait(atMost: min(left, .seconds(1)))
            }
            return drawing.answer
        }
    }

    private func wait(for drawing: Drawing) -> JSONValue {
        monitor.withLock {
            while true {
                if let answer = drawing.answer { return answer }
                monitor.wait()
            }
        }
    }

    private func giveUp(_ drawing: Drawing) {
        monitor.withLock {
            while drawing.answer == nil && givenUpCount >= limit { monitor.wait() }
            guard drawing.answer == nil else { return }
            drawing.isGivenUp = true
            givenUpCount += 1
        }
    }

    /// Ends the process at once if threads that were given up still draw: they would use what the end of the process removes.
    func end(_ status: ExitStatus?) {
        guard monitor.withLock({ givenUpCount > 0 }) else { return }
        TemporaryFiles.removeAll { _exit(status?.rawValue ?? 0) }
    }
}
