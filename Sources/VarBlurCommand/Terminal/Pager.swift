internal import LibC

/// Shows long texts on a terminal, a screen at a time.
enum Pager {
    /// Runs the program that `PAGER` names, or else `less` if it is installed.
    ///
    /// - Parameter text: lines.
    /// - Returns: whether the text was shown; `false` if standard output is no terminal that a pager can use.
    static func show(_ text: String) -> Bool {
        guard isatty(STDOUT_FILENO) == 1, !(Environment.value("TERM") ?? "dumb").isSame(as: "dumb") else {
            return false
        }
        // a text that fits on the screen stays there, and less ends
        let command = Environment.value("PAGER") ?? "command -v less >/dev/null 2>&1 && exec less -FRX; exec cat"
        // leaving the pager early is no error
        unsafe signal(SIGPIPE, SIG_IGN)
        guard let pipe = unsafe popen(command, "w") else { return false }
        var text = text
        unsafe text.withUTF8 { unsafe _ = fwrite($0.baseAddress, 1, $0.count, pipe) }
        return unsafe pclose(pipe) == 0
    }
}
