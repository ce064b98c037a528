internal import LibC

/// An open file, closed when the object goes.
final class FileDescriptor: ByteSink {
    let number: CInt
    private var isOpen = true
    private let isOwned: Bool

    /// Wraps a descriptor; `isOwned` says whether it is to be closed.
    init(_ number: CInt, isOwned: Bool) {
        self.number = number
        self.isOwned = isOwned
    }

    deinit { if isOpen && isOwned { _ = close(number) } }

    /// Opens a file; returns `nil` with `errno` set if that fails.
    static func open(_ path: String, _ flags: CInt, mode: mode_t = 0) -> FileDescriptor? {
        let number = retrying { Self.openFile(path, flags | O_CLOEXEC, mode) }
        return number < 0 ? nil : FileDescriptor(number, isOwned: true)
    }

    private static func openFile(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt {
        unsafe SystemPath.withBytes(path) { unsafe systemOpen($0, flags, mode) }
    }

    func write(_ bytes: RawSpan) throws(ImageError) {
        try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty {
                let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
                let count = retrying { unsafe systemWrite(number, part.baseAddress, part.count) }
                if count < 0 && waitsFor(POLLOUT) { continue }
                guard count > 0 else { throw Self.writeError() }
                unsafe rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads at most as many bytes as the buffer has; 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
        while true {
            let count = retrying { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
            if count >= 0 { return count }
            guard waitsFor(POLLIN) else {
                throw ImageError(
                    .inputOutput, "reading failed: \(SystemError.text)", remedy: "check the disk, or what writes to it")
            }
        }
    }

    /// Waits until there is something to read, or the file ends.
    func waitForInput(until deadline: Deadline) throws(ImageError) {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let time = CInt(clamping: deadline.millisecondsLeft)
        guard retrying({ unsafe poll(&request, 1, time) }) != 0 else { throw deadline.passed }
        try deadline.check()
    }

    /// Waits until a descriptor that does not block is ready; `false` if that is not what it was about.
    private func waitsFor(_ event: some BinaryInteger) -> Bool {
        guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        return retrying { unsafe poll(&request, 1, -1) } >= 0
    }

    /// Closes the file and reports what the system had kept to itself until then.
    func closeChecked() throws(ImageError) {
        guard isOwned, isOpen else { return }
        isOpen = false
        // Linux has closed the file even where it says EINTR.
        guard close(number) == 0 || errno == EINTR else { throw Self.writeError() }
    }

    /// Closes a copy, which reports what the system had kept to itself until then, and leaves the file open.
    func closeCopyChecked() throws(ImageError) {
        let copy = dup(number)
        guard copy >= 0, close(copy) == 0 || errno == EINTR else { throw Self.writeError() }
    }

    /// Waits until the file's bytes are on the disk; pipes and devices have none.
    func synchronize() throws(ImageError) {
        guard retrying({ Int(fsync(number)) }) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP
        else {
            throw Self.writeError()
        }
    }

    private static func writeError() -> ImageError {
        guard errno != EPIPE else { return ImageError(.brokenPipe, "nobody reads the output any more") }
        return ImageError(
            .inputOutput, "writing failed: \(SystemError.text)",
            remedy: "free some space, or choose another place")
    }
}

/// The system's word for what went wrong last.
enum SystemError {
    static var text: String { unsafe String(cString: strerror(errno)) }
}

/// Calls again as long as a signal interrupts.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
