internal import Synchronization

/// The line at the end of a run of several images, which says how many there were, and what became of them.
///
/// A signal may end the run before its end; the line then counts the images that are finished.
enum ClosingLine {
    private struct State {
        /// The number of images; `nil` for a batch, which ends with its input.
        var total: Int?
        var okCount = 0
        var skippedCount = 0
        var failedCount = 0
    }

    private static let state = Mutex<State?>(nil)

    /// Begins to count.
    static func begin(total: Int?) { state.withLock { $0 = State(total: total) } }

    /// Counts an image.
    static func count(_ outcome: TaskOutcome) { count(isFailure: outcome.isFailure, isSkipped: outcome.isSkipped) }

    /// Counts an image or a line of a batch.
    static func count(isFailure: Bool, isSkipped: Bool) {
        state.withLock { state in
            if isFailure {
                state?.failedCount += 1
            } else if isSkipped {
                state?.skippedCount += 1
            } else {
                state?.okCount += 1
            }
        }
    }

    /// Shows the line once, unless the run is quiet.
    static func show() {
        let finished = state.withLock { state in
            defer { state = nil }
            return state
        }
        if let finished, !Messages.isQuiet { Messages.info(text(finished)) }
    }

    private static func text(_ state: State) -> String {
        let count = state.okCount + state.skippedCount + state.failedCount
        var parts = ["\(state.okCount) ok"]
        if state.skippedCount > 0 { parts.append("\(state.skippedCount) skipped") }
        if state.failedCount > 0 { parts.append(state.failedCount == 1 ? "1 error" : "\(state.failedCount) errors") }
        let subject = state.total.map { $0 == count ? "\(count) images" : "\(count) of \($0) images" }
        return "\(subject ?? "\(count) answered"): \(parts.joined(separator: ", "))"
    }
}
