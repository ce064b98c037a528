package import CHelperMessages
internal import VarBlurLibC
internal import VarBlur

/// Why a process that works on a file has failed.
package struct HelperFailure {
    /// The kind; any number, or `HELPER_CRASH` if the process has ended.
    package let kind: helper_failure
    /// What the library or the system says about it; may be empty.
    package let text: String
}

/// The connection to a process that works on one file; closing it ends the process.
package final class HelperChannel {
    private let number: CInt
    private let program: HelperProgram
    private let purpose: String
    private let deadline: Deadline?
    private let error: (HelperFailure) -> ImageError
    /// Whether the other process has answered, so that its program works.
    private var isReady = false

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - program: its program.
    ///   - kind: the kind of the task.
    ///   - purpose: what the program does with the file, as part of a sentence.
    ///   - deadline: when the work ends early.
    ///   - error: describes a failure of the process.
    /// - Throws: an error with the code `unavailable` or `fault`.
    init(
        _ program: HelperProgram, kind: UInt8, purpose: String, deadline: Deadline?,
        error: @escaping (HelperFailure) -> ImageError
    ) throws(ImageError) {
        number = try program.openChannel(kind: kind, purpose: purpose)
        (self.program, self.purpose, self.deadline, self.error) = (program, purpose, deadline, error)
    }

    /// Starts a process that has a time limit, as above.
    package convenience init(
        _ program: HelperProgram, kind: UInt8, purpose: String, time: Duration,
        error: @escaping (HelperFailure) -> ImageError
    ) throws(ImageError) {
        try self.init(program, kind: kind, purpose: purpose, deadline: Deadline(after: time), error: error)
    }

    /// The remaining time in milliseconds, at least 1; 0 for any time.
    package var millisecondsLeft: UInt64 {
        guard let left = deadline?.millisecondsLeft, left < Int.max else { return 0 }
        return UInt64(max(left, 1))
    }

    deinit { _ = close(number) }

    /// Sends the bytes of a C structure.
    package func send(_ message: some BitwiseCopyable) throws(ImageError) {
        try unsafe withUnsafeBytes(of: message) { (bytes) throws(ImageError) in try unsafe send(bytes) }
    }

    /// Sends bytes.
    ///
    /// - Throws: the failure of the other process, or an error with the code `timeout` or `cancelled`.
    package func send(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
            let count = unsafe helper_send(number, part.baseAddress, part.count)
            if count >= 0 {
                unsafe rest = rest.dropFirst(count)
                continue
            }
            guard FileDescriptor.mustWait else { throw try failureOfOther() }
            guard try wait(for: POLLIN | POLLOUT) & Int16(POLLIN) != 0 else { continue }
            // the other process may have failed before it needs all bytes
            guard !isReady else { throw try failureOfOther() }
            try receiveReady()
        }
    }

    /// Receives exactly as many bytes as fit into a buffer.
    ///
    /// - Throws: an error with the code `timeout` or `cancelled`, or one about the end of the other process.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) {
        var rest = unsafe buffer[...]
        while unsafe !rest.isEmpty {
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: rest)
            let count = retrying { unsafe systemRead(number, part.baseAddress, part.count) }
            if count > 0 {
                unsafe rest = rest.dropFirst(count)
            } else {
                guard count < 0, FileDescriptor.mustWait else { throw stopped("") }
                _ = try wait(for: POLLIN)
            }
        }
    }

    /// Receives some bytes.
    package func receive(_ count: Int) throws(ImageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ImageError) in try unsafe receive(into: buffer) }
        }
        try result.get()
        return bytes
    }

    /// Receives a reply, which begins with a `helper_reply`.
    ///
    /// - Parameter empty: a value to fill.
    /// - Returns: the reply.
    /// - Throws: the failure of the other process, or an error with the code `timeout` or `cancelled`.
    package func reply<Reply: BitwiseCopyable>(_ empty: Reply) throws(ImageError) -> Reply {
        if !isReady { try receiveReady() }
        var reply = empty
        let start = try unsafe withUnsafeMutableBytes(of: &reply) { (buffer) throws(ImageError) in
            let count = MemoryLayout<helper_reply>.size
            try unsafe receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
            let start = unsafe buffer.loadUnaligned(as: helper_reply.self)
            if start.kind != HELPER_REPLY_FAILURE.rawValue {
                try unsafe receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            }
            return start
        }
        guard start.kind == HELPER_REPLY_FAILURE.rawValue else { return reply }
        let bytes = try receive(Int(min(start.count, 1024)))
        // some messages of libraries end with a line break
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        let kind = helper_failure(start.failure)
        throw kind == HELPER_CRASH ? stopped(text) : error(HelperFailure(kind: kind, text: text))
    }

    /// Receives what the other process says before it looks at anything of a file.
    private func receiveReady() throws(ImageError) {
        var reply = helper_reply()
        try unsafe withUnsafeMutableBytes(of: &reply) { (buffer) throws(ImageError) in
            try unsafe receive(into: buffer)
        }
        guard reply.kind == HELPER_REPLY_READY.rawValue, reply.count == UInt64(HELPER_PROTOCOL) else {
            throw program.broken(purpose, "belongs to another version of varblur")
        }
        isReady = true
    }

    private func failureOfOther() throws(ImageError) -> ImageError {
        _ = try reply(helper_reply())
        return stopped("")
    }

    /// The error if the other process has ended.
    private func stopped(_ reason: String) -> ImageError {
        if let deadline, deadline.hasPassed { return deadline.error }
        guard isReady else { return program.broken(purpose, "ended without an answer") }
        return error(HelperFailure(kind: HELPER_CRASH, text: reason))
    }

    /// Waits for events of the connection until the deadline.
    private func wait(for events: some BinaryInteger) throws(ImageError) -> Int16 {
        while true {
            try deadline?.check()
            var request = pollfd(fd: number, events: Int16(events), revents: 0)
            if unsafe poll(&request, 1, deadline?.pollTime ?? -1) > 0 { return request.revents }
        }
    }
}
