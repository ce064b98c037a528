internal import VarBlurCodecs

/// What may be in memory at once: bytes of outputs that wait for the results of earlier lines, or frames of a video.
///
/// Whoever brings more waits. What it waits for was brought before, and so goes on.
final class Room: @unchecked Sendable {
    private let monitor = Monitor()
    private let limit: Int
    private var used = 0
    private var hasEnded = false

    /// - Parameter limit: the greatest amount for which nobody waits.
    init(limit: Int) { self.limit = limit }

    /// Adds an amount that is there already.
    func add(_ amount: Int) { monitor.withLock { used += amount } }

    /// Waits until an amount fits into the limit, or the run has ended, and adds it.
    func take(_ amount: Int) {
        monitor.withLock {
            while used + amount > limit && !hasEnded { monitor.wait() }
            used += amount
        }
    }

    /// Removes an amount.
    func remove(_ amount: Int) {
        guard amount > 0 else { return }
        monitor.withLock {
            used -= amount
            monitor.notifyAll()
        }
    }

    /// Lets all threads go on after an error.
    func end() {
        monitor.withLock {
            hasEnded = true
            monitor.notifyAll()
        }
    }
}
