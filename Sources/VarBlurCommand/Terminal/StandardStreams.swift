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
        let length = text.utf8.count
        var start = 0
        while start < length {
            let count = text.withUTF8 { bytes in
                unsafe writeBytes(bytes.baseAddress.map { unsafe UnsafeRawPointer($0 + start) }, length - start)
            }
            if count > 0 {
                start += count
            } else if errno == EAGAIN {
                var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw writeError
            }
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    package static func write(_ bytes: [UInt8]) throws(ImageError) {
        let result = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try unsafe write(bytes) }
        }
        try result.get()
    }

    /// Writes all bytes.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    @unsafe
    static func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var start = 0
        while start < bytes.count {
            let count = unsafe writeBytes(bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
            if count > 0 {
                start += count
            } else if errno == EAGAIN {
                var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw writeError
            }
        }
    }

    private static var writeError: ImageError {
        errno == EPIPE
            ? ImageError(.brokenPipe, "standard output was closed", file: "standard output")
            : ImageError(
                .inputOutput, "write failed: \(unsafe String(cString: strerror(errno)))",
                remedy: "free some space, or redirect it to a file", file: "standard output")
    }

    private static func writeBytes(_ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        unsafe systemWrite(STDOUT_FILENO, bytes, count)
    }
}

/// The state of standard input, output and error at the start of the process.
package enum StandardStreams {
    /// Makes a write to a closed pipe an error; by default the signal SIGPIPE ends the process.
    package static func reportClosedPipes() { signal(SIGPIPE, SIG_IGN) }

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
