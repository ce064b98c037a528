internal import VarBlurLibC
package import VarBlurCodecs

/// Text on standard output.
///
/// Failed writes are errors, because other programs read this output.
package enum StandardOutput {
    /// Writes all of the text, in one system call if possible.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    package static func write(_ text: String) throws(ImageError) {
        // Long texts are not copied
        var text = text
        let isWritten = text.withUTF8 { unsafe systemWriteAll(STDOUT_FILENO, UnsafeRawBufferPointer($0)) }
        guard isWritten else { throw writeError }
    }

    /// Writes all bytes.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    package static func write(_ bytes: [UInt8]) throws(ImageError) {
        let isWritten = unsafe bytes.withUnsafeBytes { unsafe systemWriteAll(STDOUT_FILENO, $0) }
        guard isWritten else { throw writeError }
    }

    /// Writes all bytes.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    @unsafe
    static func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        guard unsafe systemWriteAll(STDOUT_FILENO, bytes) else { throw writeError }
    }

    static var writeError: ImageError {
        errno == EPIPE
            ? ImageError(.brokenPipe, "standard output was closed", file: "standard output")
            : ImageError(
                .inputOutput, "write failed: \(SystemError.text)",
                remedy: "free some space, or redirect it to a file", file: "standard output")
    }
}

/// The state of standard input, output and error at the start of the process.
package enum StandardStreams {
    /// Makes a write to a closed pipe an error; by default the signal SIGPIPE ends the process.
    package static func reportClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Refuses a terminal as standard input or output.
    package static func refuseTerminal(_ stream: CInt, remedy: UsageText) throws(UsageError) {
        guard isatty(stream) == 1 else { return }
        throw UsageError("standard \(stream == STDIN_FILENO ? "input" : "output") is a terminal", remedy: remedy)
    }

    /// Opens the null device for each standard stream that is closed.
    ///
    /// Otherwise the first file to be opened would get the descriptor of the stream, and messages would be written into it.
    package static func reserveClosedDescriptors() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // The opposite access mode makes each use fail, as it does with a closed stream.
            _ = unsafe open("/dev/null", mode)
        }
    }

    /// Moves a standard stream to another descriptor, so that no scene can name it.
    static func moved(_ stream: CInt) -> CInt {
        let copy = fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(null, stream)
        close(null)
        return copy
    }
}
