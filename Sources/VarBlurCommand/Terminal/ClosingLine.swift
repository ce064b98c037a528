internal import Synchronization

/// The summary line after several images or jobs: how many there were, and how many succeeded, were skipped, or failed.
///
/// If a signal interrupts the run, the line counts the images that are finished.
enum ClosingLine {
    private struct State {
        /// The number of images; `nil` for a batch, which ends with its input.
        var total: Int?
        /// What is counted.
        var noun = "images"
        var okCount = 0
        var skippedCount = 0
        var failedCount = 0
    }

    private static let state = Mutex<State?>(nil)

    /// Begins to count.
    static func begin(total: Int?, of noun: String = "images") {
        state.withLock { $0 = State(total: total, noun: noun) }
    }

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
        let subject = state.total.map { $0 == count ? "\(count) \(state.noun)" : "\(count) of \($0) \(state.noun)" }
        let jobs = count == 1 ? "1 job" : "\(count) jobs"
        return "\(subject ?? jobs): \(parts.joined(separator: ", "))"
    }
}
