internal import LibC
internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// Ends `varblur-compose` when a scene takes longer than its time limit.
///
/// Libraries for text and drawing cannot be interrupted, so the process ends. Outputs appear only when they are complete.
package enum ComposeTimer {
    private struct State {
        /// Counts the scenes, so that a timer ends only its own.
        var scene = 0
        var layer = ""
    }

    private static let state = Mutex(State())

    /// Notes what is being drawn, for the message.
    ///
    /// - Parameter layer: the path of a layer, such as `layers[2]`; empty for none.
    package static func note(layer: String) { state.withLock { $0.layer = layer } }

    /// Starts the timer of a scene that has a time limit; `end` ends the process, on another thread.
    static func start(_ request: ComposeRequest, _ end: @escaping @Sendable (ComposeFailure) -> Never) {
        let scene = state.withLock { state in
            (state.scene, state.layer) = (state.scene + 1, "")
            return state.scene
        }
        guard let time = request.limits.time else { return }
        let (deadline, label) = (ContinuousClock.now + time, request.scene.label)
        let timer = WorkerThread.start {
            while ContinuousClock.now < deadline {
                let left = (deadline - ContinuousClock.now).components
                let microseconds = Double(left.seconds) * 1e6 + Double(left.attoseconds) / 1e12
                sleep(microseconds: min(max(microseconds, 1000), 100_000))
                if state.withLock(\.scene) != scene { return }
            }
            // the lock stays locked: nothing is reported any more by the thread that draws
            state.withLock { state in
                if state.scene == scene { end(failure(time, label, state.layer)) }
            }
        }
        timer?.detach()
    }

    /// Stops the timer: the scene is complete, or has failed.
    static func stop() { state.withLock { $0.scene += 1 } }

    private static func sleep(microseconds: Double) { usleep(UInt32(microseconds)) }

    private static func failure(_ time: Duration, _ scene: String, _ layer: String) -> ComposeFailure {
        let place = layer.isEmpty ? scene : "\(scene): \(layer)"
        return ComposeFailure(ImageError(timeLimit: time, file: place))
    }
}
