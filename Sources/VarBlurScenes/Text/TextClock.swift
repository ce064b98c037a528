internal import Synchronization
internal import VarBlur

/// The time that the libraries for text have taken for a picture.
///
/// They cannot be interrupted, and a hostile font can keep them busy for as long as it wants; another thread can look here.
package final class TextClock: Sendable {
    /// The time that the texts of a picture may take; none that anyone would read takes as long.
    package let longestTime: Duration

    private struct State {
        var total = Duration.zero
        /// When the libraries began to work; `nil` while they do not.
        var start: Instant?
    }

    private let state = Mutex(State())

    init(longestTime: Duration = .seconds(20)) { self.longestTime = longestTime }

    /// Whether the texts of the picture take too long.
    package var isOver: Bool {
        state.withLock { $0.total + ($0.start.map { Instant.now - $0 } ?? .zero) > longestTime }
    }

    /// The time so far.
    var total: Duration { state.withLock(\.total) }

    /// Begins with another picture.
    func reset() { state.withLock { $0.total = .zero } }

    /// Measures what the libraries do.
    func measure<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        state.withLock { $0.start = .now }
        defer {
            state.withLock { state in
                if let start = state.start { state.total += .now - start }
                state.start = nil
            }
        }
        return try body()
    }
}
