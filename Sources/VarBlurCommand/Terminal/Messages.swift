internal import VarBlurLibC
internal import Synchronization
package import VarBlurCodecs

/// Messages to the user on standard error.
package enum Messages {
    private static let quiet = Mutex(false)

    /// Whether warnings and hints are suppressed.
    package static var isQuiet: Bool {
        get { quiet.withLock(\.self) }
        set { quiet.withLock { $0 = newValue } }
    }

    package static func warning(_ text: String) { if !isQuiet { write("warning", color: "33", text) } }

    package static func hint(_ text: String) { if !isQuiet { write("hint", color: "36", text) } }

    /// Shows an error.
    ///
    /// A closed pipe (EPIPE) is not reported.
    package static func error(_ error: ImageError) {
        if error.code != .brokenPipe { write("error", color: "31", "\(error)") }
    }

    /// Calls `body`; shows its error, and throws its exit status, or another one.
    package static func showingError(
        as status: ExitStatus? = nil, _ body: () throws(ImageError) -> Void
    ) throws(ExitStatus) {
        do throws(ImageError) { try body() } catch {
            self.error(error)
            throw status ?? ExitStatus.code(for: error)
        }
    }

    /// Shows a usage error, with its remedy even if hints are suppressed.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - command: the name of the command, whose help is the remedy if there is no other.
    static func usageError(_ error: UsageError, of command: String) {
        let (cause, excerpt, remedy) = error.lines(of: command)
        write("error", color: "31", cause)
        if !excerpt.isEmpty { lines(Terminal.isInteractive ? fitted(excerpt, width: Terminal.width) : excerpt) }
        write("hint", color: "36", remedy)
    }

    /// The lines of an excerpt, cut to a width around the caret at the end of the last line, which wrapping would move.
    static func fitted(_ excerpt: [String], width: Int) -> [String] {
        guard let caret = excerpt.last, let longest = excerpt.map(\.count).max(), longest > width else {
            return excerpt
        }
        let start = min(max(0, caret.count - width / 2), longest - width)
        return excerpt.map { String($0.dropFirst(start).prefix(width)) }
    }

    /// Writes a line without the name of the program.
    package static func info(_ text: String) { lines([text]) }

    /// Writes lines without the name of the program.
    package static func lines(_ lines: [String]) { write(lines.map { ImageError.printable($0) + "\n" }.joined()) }

    private static func write(_ label: String, color: String, _ text: String) {
        let label = Terminal.usesColor ? "\u{1B}[1;\(color)m\(label):\u{1B}[0m" : "\(label):"
        write("varblur: \(label) \(ImageError.printable(text))\n")
    }

    /// Writes text as it is with one system call, so that lines of concurrent processes are not interleaved.
    ///
    /// Only for text of this program: all other functions escape the characters that control a terminal.
    static func write(_ text: String) {
        var text = Progress.eraseSequence + text
        _ = text.withUTF8 { unsafe writeBytes($0.baseAddress, $0.count) }
    }

    private static func writeBytes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
        unsafe systemWrite(STDERR_FILENO, bytes, count)
    }
}

/// The terminal that standard error is connected to.
enum Terminal {
    /// Whether standard error is a terminal that can move its cursor.
    static let isInteractive = isatty(STDERR_FILENO) == 1 && Environment.value("TERM") != "dumb"

    /// Whether to use colors; the variable `NO_COLOR` turns them off (https://no-color.org).
    static let usesColor = isInteractive && Environment.value("NO_COLOR") == nil

    /// The width in columns; 80 if it is unknown.
    static var width: Int {
        var size = winsize()
        let status = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
