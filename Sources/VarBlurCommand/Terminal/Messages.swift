internal import LibC
internal import Synchronization

/// Lines for people, on standard error.
enum Messages {
    /// Whether errors only are said.
    private static let isQuiet = Mutex(false)

    static var areQuiet: Bool { isQuiet.withLock(\.self) }

    static func beQuiet() { isQuiet.withLock { $0 = true } }

    static func warn(_ text: String) { if !areQuiet { say("warning", "33", text) } }

    static func hint(_ text: String) { if !areQuiet { say("hint", "36", text) } }

    static func complain(_ text: String) { say("error", "31", text) }

    static func note(_ text: String) { write("\(text)\n") }

    private static func say(_ kind: String, _ color: String, _ text: String) {
        write(
            Terminal.hasColors
                ? "varblur: \u{1B}[1;\(color)m\(kind):\u{1B}[0m \(text)\n" : "varblur: \(kind): \(text)\n")
    }

    /// Writes in one call, so that lines of several processes do not mix.
    static func write(_ text: String) {
        var text = Progress.cleared + text
        _ = text.withUTF8 { unsafe Self.put($0.baseAddress, $0.count) }
    }

    private static func put(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
        unsafe systemWrite(STDERR_FILENO, bytes, count)
    }
}

/// What standard error leads to.
enum Terminal {
    /// Whether it is a terminal that can move its cursor.
    static let isThere = isatty(STDERR_FILENO) == 1 && Environment.value("TERM") != "dumb"

    /// Whether colors are welcome: https://no-color.org.
    static let hasColors = isThere && Environment.value("NO_COLOR") == nil

    /// The columns of the terminal.
    static var width: Int {
        var size = winsize()
        let status = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
