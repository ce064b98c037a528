internal import VarBlurLibC
internal import Synchronization
internal import VarBlurCommand
internal import VarBlur
internal import VarBlurCodecs

/// The drawing of a scene, as a thread sees it that watches the time.
///
/// Libraries for text and drawing cannot be interrupted. At the time limit, `varblur compose` ends, and a batch gives up the thread that
/// draws; from then on, no output appears.
final class ComposeWatch: Sendable {
    private struct State {
        var layer = ""
        var isComplete = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let willAppear: @Sendable () -> Void

    /// - Parameter willAppear: is called before the only output of the scene appears.
    init(willAppear: @escaping @Sendable () -> Void = {}) { self.willAppear = willAppear }

    /// Notes what is being drawn, for the message.
    ///
    /// - Parameter layer: the path of a layer, such as `layers[2]`; empty for none.
    func note(layer: String) { state.withLock { $0.layer = layer } }

    /// Makes an output appear, unless the time is over.
    ///
    /// - Parameters:
    ///   - isLast: whether the scene has no other outputs, and so is complete.
    ///   - body: makes the output appear.
    /// - Throws: an error with the code `timeout`, or one of `body`.
    func commit(isLast: Bool, _ body: () throws(ImageError) -> Void) throws(ImageError) {
        try state.withLock { (state) throws(ImageError) in
            if state.isOver { throw ImageError(.timeout, "the time is over") }
            if isLast { willAppear() }
            try body()
            state.isComplete = isLast
        }
    }

    /// Notes that the scene is complete, or has failed.
    func finish() { state.withLock { $0.isComplete = true } }

    /// Ends the time of a scene that is not complete.
    ///
    /// - Parameters:
    ///   - request: the scene, which has a time limit.
    ///   - body: is called with the failure; meanwhile, the thread that draws cannot finish.
    /// - Returns: the failure; `nil` if the scene is complete.
    @discardableResult
    func expire(_ request: ComposeRequest, then body: (ComposeFailure) -> Void = { _ in }) -> ComposeFailure? {
        state.withLock { state in
            if state.isComplete { return nil }
            state.isOver = true
            let place = state.layer.isEmpty ? request.label : request.text(state.layer)
            let failure = ComposeFailure(ImageError(timeLimit: request.job.limits.time ?? .zero, file: place))
            body(failure)
            return failure
        }
    }

    /// Watches the time of a scene that has a time limit, on another thread; `end` ends the process.
    func start(_ request: ComposeRequest, _ end: @escaping @Sendable (ComposeFailure) -> Never) {
        guard let time = request.job.limits.time else { return }
        let deadline = Instant.now + time
        let timer = WorkerThread.start { [self] in
            while Instant.now < deadline {
                let microseconds = (deadline - Instant.now) / .microseconds(1)
                usleep(UInt32(min(max(microseconds, 1000), 100_000)))
                if state.withLock(\.isComplete) { return }
            }
            expire(request) { end($0) }
        }
        timer?.detach()
    }
}
