internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlur
internal import VarBlurCodecs

/// Draws the scenes of a batch.
///
/// Other threads draw, one scene after the other. At the time limit of a scene, its thread is given up until it is finished: its result is
/// dropped, it writes no output, and the batch does not wait for it.
final class SceneThreads: @unchecked Sendable {
    private let monitor = Monitor()
    /// How many threads that were given up may still draw.
    private let limit: Int
    private var givenUpCount = 0
    /// The threads that have nothing to draw, and are used again: the memory of each grows with its first scenes.
    private var idle: [DrawingThread] = []

    typealias Outcome = Result<ComposeReport, ComposeFailure>

    /// A scene that a thread draws; the monitor guards it.
    private final class Drawing: @unchecked Sendable {
        let draw: @Sendable () -> Outcome
        var answer: Outcome?
        var isGivenUp = false

        init(_ draw: @escaping @Sendable () -> Outcome) { self.draw = draw }
    }

    /// A thread that draws; the monitor guards it.
    private final class DrawingThread: @unchecked Sendable {
        var next: Drawing?
    }

    /// - Parameter limit: how many threads that were given up may still draw; a further one is waited for.
    init(limit: Int) { self.limit = limit }

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - request: the scene.
    ///   - root: the output directory, which is created if necessary; `nil` for none.
    ///   - willAppear: is called before the only output of the scene appears.
    /// - Returns: the report, or the failure.
    func outcome(
        of request: ComposeRequest, creating root: String?, willAppear: @escaping @Sendable () -> Void
    ) -> Outcome {
        let watch = ComposeWatch(willAppear: willAppear)
        let drawing = Drawing {
            do throws(ComposeFailure) {
                try Self.create(root)
                return .success(try Composer(request, watch).run())
            } catch {
                return .failure(error.inJobLanguage)
            }
        }
        let deadline = request.job.limits.time.map { Instant.now + $0 }
        guard start(drawing) else { return drawing.draw() }
        let (answer, error) = wait(for: drawing, or: { watch.overdue(request, deadline) }, until: deadline)
        if let answer { return answer }
        guard let error, let failure = watch.expire(request, error) else { return wait(for: drawing) }
        giveUp(drawing)
        return .failure(failure.inJobLanguage)
    }

    private static func create(_ root: String?) throws(ComposeFailure) {
        do throws(ImageError) {
            if let root { try Directories.create(root) }
        } catch {
            throw ComposeFailure(error)
        }
    }

    /// Gives a scene to a thread; `false` if none can be started.
    private func start(_ drawing: Drawing) -> Bool {
        let isTaken = monitor.withLock {
            guard let thread = idle.popLast() else { return false }
            thread.next = drawing
            monitor.notifyAll()
            return true
        }
        if isTaken { return true }
        let own = DrawingThread()
        own.next = drawing
        let thread = WorkerThread.start { [self] in while true { drawNext(of: own) } }
        thread?.detach()
        return thread != nil
    }

    /// Draws the next scene of a thread.
    private func drawNext(of thread: DrawingThread) {
        let drawing = monitor.withLock {
            while true {
                if let drawing = thread.next.take() { return drawing }
                monitor.wait()
            }
        }
        let answer = drawing.draw()
        monitor.withLock {
            drawing.answer = answer
            if drawing.isGivenUp { givenUpCount -= 1 }
            idle.append(thread)
            monitor.notifyAll()
        }
    }

    /// The answer of a drawing, or the error of one that takes too long, at the latest at the deadline.
    private func wait(
        for drawing: Drawing, or overdue: () -> ImageError?, until deadline: Instant?
    ) -> (Outcome?, ImageError?) {
        monitor.withLock {
            while drawing.answer == nil {
                if let error = overdue() { return (nil, error) }
                // the clock of the system may be set
                monitor.wait(
                    atMost: min(deadline.map { max($0 - Instant.now, .milliseconds(1)) } ?? .seconds(1), .seconds(1)))
            }
            return (drawing.answer, nil)
        }
    }

    private func wait(for drawing: Drawing) -> Outcome {
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
