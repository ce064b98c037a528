internal import VarBlur
internal import Synchronization

/// A progress line on the terminal, which is erased at the end of the run.
enum Progress {
    private struct State {
        var total: Int?
        var done = 0
        var failed = 0
        var start = Instant.now
        var lastDrawn: Instant?
    }

    private static let state = Mutex<State?>(nil)
    private static let eraseLine = "\r\u{1B}[K"
    private static let redrawInterval = Duration.milliseconds(100)

    /// Shows the line if standard error is an interactive terminal.
    ///
    /// - Parameter total: the number of images; `nil` if it is unknown.
    static func begin(total: Int?) {
        guard Terminal.isInteractive else { return }
        state.withLock { $0 = State(total: total) }
        draw(isForced: true)
    }

    /// Counts an image.
    static func advance(failed: Bool) {
        state.withLock {
            $0?.done += 1
            if failed { $0?.failed += 1 }
        }
        draw(isForced: false)
    }

    /// Erases the line.
    static func end() {
        let wasShown = state.withLock { state in
            defer { state = nil }
            return state != nil
        }
        if wasShown { Messages.write(eraseLine) }
    }

    /// The control sequence to write before other text; empty if no line is shown.
    static var eraseSequence: String { state.withLock { $0 == nil } ? "" : eraseLine }

    private static func draw(isForced: Bool) {
        let line = state.withLock { state -> String? in
            let now = Instant.now
            guard var current = state else { return nil }
            if !isForced, let last = current.lastDrawn, now - last < redrawInterval { return nil }
            current.lastDrawn = now
            state = current
            return text(current, elapsed: now - current.start)
        }
        if let line { Messages.write(line) }
    }

    private static func text(_ state: State, elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0.2 ? Double(state.done) / seconds : 0
        var fields: [String] = []
        if let total = state.total, total > 0 {
            if Terminal.width >= 60 { fields.append(bar(state.done, of: total)) }
            fields.append("\(state.done)/\(total)")
        } else {
            fields.append("\(state.done) done")
        }
        if state.failed > 0 { fields.append("\(state.failed) failed") }
        if rate > 0 { fields.append(rate < 10 ? "\(Double(Int(rate * 10)) / 10)/s" : "\(Int(rate))/s") }
        if let total = state.total, rate > 0 { fields.append("ETA \(clock(Double(total - state.done) / rate))") }
        return fields.joined(separator: "  ")
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        let length = 20
        let filled = length * done / total
        let parts = (String(repeating: "#", count: filled), String(repeating: ".", count: length - filled))
        return Terminal.usesColor ? "[\u{1B}[32m\(parts.0)\u{1B}[0m\(parts.1)]" : "[\(parts.0)\(parts.1)]"
    }

    /// A duration as `mm:ss`, or `h:mm:ss` from one hour; fractions are rounded up.
    static func clock(_ seconds: Double) -> String {
        let rounded = Int(min(seconds.rounded(.up), 359_999))
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(twoDigits(rounded / 60 % 60)):\(twoDigits(rounded % 60))"
        return rounded < 3600 ? minutes : "\(rounded / 3600):\(minutes)"
    }
}
