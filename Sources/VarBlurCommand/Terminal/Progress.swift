internal import Synchronization

/// A line on the terminal that says how far a run is, and is gone when the run ends.
enum Progress {
    private struct State {
        var total: Int?
        var done = 0
        var failed = 0
        var start = ContinuousClock.now
        var lastDrawn: ContinuousClock.Instant?
    }

    private static let state = Mutex<State?>(nil)

    /// Begins, where somebody looks at a terminal.
    ///
    /// - Parameter total: how many images there are; `nil` if that is not known.
    static func begin(total: Int?) {
        guard Terminal.isThere else { return }
        state.withLock { $0 = State(total: total) }
        draw(isUrgent: true)
    }

    /// Counts an image.
    static func advance(failed: Bool) {
        state.withLock {
            $0?.done += 1
            if failed { $0?.failed += 1 }
        }
        draw(isUrgent: false)
    }

    /// Takes the line away.
    static func end() {
        guard
            state.withLock({ state in
                defer { state = nil }
                return state != nil
            })
        else { return }
        Messages.write("\r\u{1B}[K")
    }

    /// What takes the line away before something else is written there.
    static var cleared: String { state.withLock { $0 == nil } ? "" : "\r\u{1B}[K" }

    private static func draw(isUrgent: Bool) {
        let line = state.withLock { state -> String? in
            let now = ContinuousClock.now
            guard var current = state else { return nil }
            if !isUrgent, let last = current.lastDrawn, now - last < .milliseconds(100) { return nil }
            current.lastDrawn = now
            state = current
            return text(current, after: now - current.start)
        }
        if let line { Messages.write(line) }
    }

    private static func text(_ state: State, after time: Duration) -> String {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let rate = seconds > 0.2 ? Double(state.done) / seconds : 0
        var words: [String] = []
        if let total = state.total, total > 0 {
            if Terminal.width >= 60 { words.append(bar(state.done, of: total)) }
            words.append("\(state.done)/\(total)")
        } else {
            words.append("\(state.done) done")
        }
        if state.failed > 0 { words.append("\(state.failed) failed") }
        if rate > 0 { words.append(rate < 10 ? "\(Double(Int(rate * 10)) / 10)/s" : "\(Int(rate))/s") }
        if let total = state.total, rate > 0 { words.append("ETA \(clock(Double(total - state.done) / rate))") }
        return words.joined(separator: "  ")
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        let filled = 20 * done / total
        let parts = (String(repeating: "#", count: filled), String(repeating: ".", count: 20 - filled))
        return Terminal.hasColors ? "[\u{1B}[32m\(parts.0)\u{1B}[0m\(parts.1)]" : "[\(parts.0)\(parts.1)]"
    }

    /// Minutes and seconds, with hours where it takes some.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 359_999))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(two(whole / 60 % 60)):\(two(whole % 60))"
        return whole < 3600 ? minutes : "\(whole / 3600):\(minutes)"
    }
}
