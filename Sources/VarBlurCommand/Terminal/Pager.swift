internal import VarBlurLibC
internal import VarBlurCodecs

/// Shows long texts on a terminal, a screen at a time.
enum Pager {
    /// What a shell runs: the program that `PAGER` names, or else `less` if it is installed.
    ///
    /// With these options, a text that fits on the screen stays there, and `less` ends.
    private static let command = """
        if [ -n "$PAGER" ]; then exec $PAGER; fi
        command -v less >/dev/null 2>&1 && exec less -FRX
        exec cat
        """

    /// Shows a text, and waits until the user has read it.
    ///
    /// - Parameter text: lines.
    /// - Returns: whether the text was shown; `false` if standard output is no terminal that a pager can use.
    static func show(_ text: String) -> Bool {
        let isDumb = (Environment.value("TERM") ?? "dumb").isSame(as: "dumb")
        guard isatty(STDOUT_FILENO) == 1, !isDumb else { return false }
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return false }
        // the pager must not hold the end that it waits for
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var program = ProgramStart("sh", ["-c", command])
        (program.input, program.output, program.errors) = (.descriptor(ends[0]), .inherited, .inherited)
        let process = try? program.start()
        _ = close(ends[0])
        guard let process else {
            _ = close(ends[1])
            return false
        }
        // leaving the pager early is no error
        signal(SIGPIPE, SIG_IGN)
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe systemWriteAll(ends[1], $0) }
        _ = close(ends[1])
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0
    }
}
