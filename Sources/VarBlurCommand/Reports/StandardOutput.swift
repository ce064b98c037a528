internal import LibC
internal import VariableBlurCodecs

/// Texts on standard output, every byte of which counts.
enum StandardOutput {
    /// Writes a text, all of it, at once.
    ///
    /// - Throws: an error of the code `inputOutput` or `brokenPipe`.
    static func write(_ text: String) throws(ImageError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe put($0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw failure
            }
        }
    }

    private static var failure: ImageError {
        errno == EPIPE
            ? ImageError(.brokenPipe, "nobody reads the output any more", file: "standard output")
            : ImageError(
                .inputOutput, "writing failed: \(unsafe String(cString: strerror(errno)))",
                remedy: "free some space, or redirect it to a file", file: "standard output")
    }

    private static func put(_ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        unsafe systemWrite(STDOUT_FILENO, bytes, count)
    }

    /// From now on a reader that goes away is an error, not the end of the process.
    static func surviveReaders() { signal(SIGPIPE, SIG_IGN) }

    /// Keeps files from getting the number of a standard stream that is closed, where messages would end up in them.
    static func occupyClosedStreams() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // of the wrong mode, so that to use it fails as it did
            _ = unsafe open("/dev/null", mode)
        }
    }
}
