internal import VarBlurCodecs

/// How many frames of a video may be in memory: those that are blurred, and those that wait for an earlier one.
final class FrameRoom: @unchecked Sendable {
    private let monitor = Monitor()
    private var left: Int
    private var hasEnded = false

    /// - Parameters:
    ///   - most: the number of frames for which there is memory, at least `threads`.
    ///   - threads: the number of frames that are blurred at once; as many may wait.
    init(most: Int, _ threads: Int) { left = min(most, 2 * threads) }

    /// Waits until there is room for a frame, or the run has ended.
    func take() {
        monitor.withLock {
            while left == 0 && !hasEnded { monitor.wait() }
            left -= 1
        }
    }

    /// Makes room for a frame after one was written.
    func give() {
        monitor.withLock {
            left += 1
            monitor.notifyAll()
        }
    }

    /// Lets all threads go on after an error, although no more frames are written.
    func end() {
        monitor.withLock {
            hasEnded = true
            monitor.notifyAll()
        }
    }
}
