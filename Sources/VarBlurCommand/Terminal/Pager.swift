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
        guard let pipe = try? ProcessPipe() else { return false }
        var program = ProgramStart("sh", ["-c", command])
        (program.input, program.output, program.errors) = (.descriptor(pipe.outlet), .inherited, .inherited)
        guard let process = try? program.start() else { return false }
        pipe.closeOutlet()
        // leaving the pager early is no error
        signal(SIGPIPE, SIG_IGN)
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe systemWriteAll(pipe.inlet, $0) }
        pipe.closeInlet()
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0
    }
}
