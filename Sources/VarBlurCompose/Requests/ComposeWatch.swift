internal import VarBlurLibC
internal import Synchronization
internal import VarBlurCommand
internal import VarBlur
internal import VarBlurCodecs
internal import VarBlurScenes

/// The drawing of a scene, as a thread sees it that watches the time.
///
/// Libraries for text and drawing cannot be interrupted. At the time limit, or if texts take very long, `varblur compose` ends, and a batch gives up the thread that
/// draws; from then on, no output appears.
final class ComposeWatch: Sendable {
    private struct State {
        var layer = ""
        var isComplete = false
        var isOver = false
    }

    private let state = Mutex(State())
    /// Measures the texts; apart from the state, which is locked as long as an output takes to appear.
    private let clock = Mutex<TextClock?>(nil)
    private let willAppear: @Sendable () -> Void

    /// - Parameter willAppear: is called before the only output of the scene appears.
    init(willAppear: @escaping @Sendable () -> Void = {}) { self.willAppear = willAppear }

    /// Notes what is being drawn, for the message.
    ///
    /// - Parameter layer: the path of a layer, such as `layers[2]`; empty for none.
    func note(layer: String) { state.withLock { $0.layer = layer } }

    /// Ends the time of a scene whose texts take too long, too.
    func observe(_ clock: TextClock) { self.clock.withLock { $0 = clock } }

    /// The error of a scene that has taken longer than until a deadline, if there is one, or whose texts have taken too long.
    func overdue(_ request: ComposeRequest, _ deadline: Instant?) -> ImageError? {
        if let deadline, let time = request.job.limits.time, Instant.now >= deadline {
            return ImageError(timeLimit: time)
        }
        guard let clock = clock.withLock({ $0 }), clock.isOver else { return nil }
        return ImageError(
            .timeout, "the text takes longer than \(Int(clock.longestTime / .seconds(1))) seconds",
            remedy: "use another font, or less text")
    }

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
    ///   - request: the scene.
    ///   - error: why it ends.
    ///   - body: is called with the failure; meanwhile, the thread that draws cannot finish.
    /// - Returns: the failure; `nil` if the scene is complete.
    @discardableResult
    func expire(
        _ request: ComposeRequest, _ error: ImageError, then body: (ComposeFailure) -> Void = { _ in }
    ) -> ComposeFailure? {
        state.withLock { state in
            if state.isComplete { return nil }
            state.isOver = true
            let place = state.layer.isEmpty ? request.label : request.text(state.layer)
            let failure = ComposeFailure(error.attributed(to: place))
            body(failure)
            return failure
        }
    }

    /// Watches the time of a scene on another thread; `end` ends the process.
    func start(_ request: ComposeRequest, _ end: @escaping @Sendable (ComposeFailure) -> Never) {
        let deadline = request.job.limits.time.map { Instant.now + $0 }
        let timer = WorkerThread.start { [self] in
            while !state.withLock(\.isComplete) {
                if let error = overdue(request, deadline) { expire(request, error) { end($0) } }
                let left = deadline.map { ($0 - Instant.now) / .microseconds(1) } ?? 100_000
                usleep(UInt32(min(max(left, 1000), 100_000)))
            }
        }
        timer?.detach()
    }
}
