internal import VarBlurLibC

/// An open file descriptor that is closed when the object is deallocated, if it is owned.
final class FileDescriptor: ByteSink {
    let number: CInt
    /// Until when reads and writes wait for the other end of a pipe; `nil` for as long as it takes.
    var deadline: Deadline?
    /// Whether other processes use the same open file, so that it must not be made nonblocking.
    var isShared = false
    private var isOpen = true
    private let isOwned: Bool

    /// Wraps a descriptor, which is closed only if `isOwned` is set.
    init(_ number: CInt, isOwned: Bool) {
        self.number = number
        self.isOwned = isOwned
    }

    deinit { if isOpen && isOwned { _ = close(number) } }

    /// Opens a file; returns `nil` and sets `errno` if that fails.
    static func open(_ path: String, _ flags: CInt, mode: mode_t = 0) -> FileDescriptor? {
        let number = retrying { Self.openFile(path, flags | O_CLOEXEC, mode) }
        return number < 0 ? nil : FileDescriptor(number, isOwned: true)
    }

    private static func openFile(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt {
        unsafe SystemPath.withBytes(path) { unsafe systemOpen($0, flags, mode) }
    }

    func write(_ bytes: RawSpan) throws(ImageError) {
        let mustNotBlock = isShared && deadline != nil
        try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty {
                // a pipe that is ready takes this many bytes at once
                let part = unsafe UnsafeRawBufferPointer(rebasing: mustNotBlock ? rest.prefix(Int(PIPE_BUF)) : rest)
                if mustNotBlock { try waitUntilWritable() }
                let count = retrying { unsafe systemWrite(number, part.baseAddress, part.count) }
                if count < 0 && Self.mustWait {
                    try waitUntilWritable()
                    continue
                }
                guard count > 0 else { throw Self.writeError() }
                unsafe rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads bytes into a buffer, as many as are available and fit.
    ///
    /// - Returns: the number of bytes; 0 at the end of the file.
    /// - Throws: an error with the code `inputOutput` or `timeout`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
        while true {
            let count = retrying { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
            if count >= 0 { return count }
            guard Self.mustWait else {
                throw ImageError(
                    .inputOutput, "read failed: \(SystemError.text)",
                    remedy: "check the disk, or the program that writes to it")
            }
            try waitUntilReadable()
        }
    }

    /// Closes the file, which reports delayed write errors.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func closeChecked() throws(ImageError) {
        guard isOwned, isOpen else { return }
        isOpen = false
        // on Linux the file is closed even after EINTR
        guard close(number) == 0 || errno == EINTR else { throw Self.writeError() }
    }

    /// Closes a duplicate of the descriptor, which reports delayed write errors and leaves the file open.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func closeCopyChecked() throws(ImageError) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, close(copy) == 0 || errno == EINTR else { throw Self.writeError() }
    }

    /// Replaces a few bytes of a file.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func overwrite(_ bytes: [UInt8], at position: Int) throws(ImageError) {
        let count = retrying { unsafe pwrite(number, bytes, bytes.count, off_t(position)) }
        guard count == bytes.count else { throw Self.writeError() }
    }

    /// Sets the time when the file was last modified.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func setModificationTime(_ time: timespec) throws(ImageError) {
        guard unsafe futimens(number, [time, time]) == 0 else {
            throw ImageError(
                .inputOutput, "the time cannot be set: \(SystemError.text)",
                remedy: "do not keep the time of the input")
        }
    }

    /// Waits until the file is on the disk; has no effect on pipes and devices.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func synchronize() throws(ImageError) {
        guard retrying({ Int(fsync(number)) }) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP
        else {
            throw Self.writeError()
        }
    }

    private static func writeError() -> ImageError {
        guard errno != EPIPE else { return ImageError(.brokenPipe, "the output was closed") }
        let remedy =
            switch errno {
            case ENOSPC, EDQUOT: "free some space, or choose another output"
            case EFBIG: "raise the limit on the size of files, or choose another output"
            case EMFILE, ENFILE: "raise the limit on open files"
            default: "choose another output"
            }
        return ImageError(.inputOutput, "write failed: \(SystemError.text)", remedy: remedy)
    }
}

/// The last error of a system call.
package enum SystemError {
    /// The system's description of `errno`.
    package static var text: String { unsafe String(cString: strerror(errno)) }
}

/// Repeats a system call while it is interrupted by signals.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
