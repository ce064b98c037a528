internal import VarBlurLibC

extension FileDescriptor {
    /// Waits until there are bytes to read, or the file ends: for a pipe, until a program has opened it for writing too.
    ///
    /// - Throws: an error with the code `timeout` or `cancelled`.
    func waitUntilReadable() throws(ImageError) {
        guard wait(for: POLLIN) else {
            throw deadline?.cancellationError
                ?? ImageError(
                    .timeout, "the input did not arrive in time",
                    remedy: "raise the time limit, or check the program that writes it", reason: .inputTimeLimit)
        }
    }

    /// Waits until bytes can be written, or writing fails.
    ///
    /// - Throws: an error with the code `timeout` or `cancelled`.
    func waitUntilWritable() throws(ImageError) {
        guard wait(for: POLLOUT) else { throw Self.unreadOutput(deadline) }
    }

    private static func unreadOutput(_ deadline: Deadline?) -> ImageError {
        deadline?.cancellationError
            ?? ImageError(
                .timeout, "the output was not read in time",
                remedy: "raise the time limit, or check the program that reads it", reason: .outputTimeLimit)
    }

    /// Whether the last call failed because a nonblocking descriptor was not ready.
    static var mustWait: Bool { errno == EAGAIN || errno == EWOULDBLOCK }

    /// Waits for an event; returns `false` if the deadline passes first.
    private func wait(for event: some BinaryInteger) -> Bool {
        while true {
            var request = pollfd(fd: number, events: Int16(event), revents: 0)
            let result = unsafe poll(&request, 1, deadline?.pollTime ?? -1)
            // some systems cannot wait for devices
            if result > 0 && request.revents & Int16(POLLNVAL) != 0 { Self.pause() }
            if let deadline, deadline.millisecondsLeft == 0 { return false }
            if result > 0 || result < 0 && errno != EINTR { return true }
        }
    }

    private static func pause() { _ = poll(nil, 0, 10) }
}

// MARK: - Opening

extension FileDescriptor {
    /// Opens a file for reading without waiting: a pipe need not have a writer yet.
    ///
    /// - Parameters:
    ///   - deadline: until when to wait for another process that has locked the file, and later for the bytes.
    ///   - open: opens the file with the given flags; returns `nil` and sets `errno` if that fails.
    /// - Returns: the descriptor; `nil` with `errno` set if the file cannot be opened.
    /// - Throws: an error with the code `timeout` or `cancelled`.
    static func openInput(
        until deadline: Deadline?, _ open: (_ flags: CInt) -> FileDescriptor?
    ) throws(ImageError) -> FileDescriptor? {
        while true {
            if let descriptor = open(O_RDONLY | O_NONBLOCK | O_NOCTTY) {
                descriptor.deadline = deadline
                return descriptor
            }
            // only a lease on the file, which the system withdraws from its holder
            guard mustWait else { return nil }
            pause()
            try deadline?.check()
        }
    }

    /// Opens a pipe or device for writing, and waits until a pipe has a reader.
    ///
    /// - Returns: the descriptor; `nil` with `errno` set if the path cannot be opened.
    /// - Throws: an error with the code `timeout` or `cancelled`.
    static func openStream(_ path: String, until deadline: Deadline?) throws(ImageError) -> FileDescriptor? {
        while true {
            if let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY) {
                descriptor.deadline = deadline
                return descriptor
            }
            let error = errno
            guard error == ENXIO, FileIdentity(path: path)?.isNamedPipe ?? false else {
                errno = error
                return nil
            }
            pause()
            if let deadline, deadline.millisecondsLeft == 0 { throw unreadOutput(deadline) }
        }
    }
}
