internal import CHEIFMessages
internal import LibC
internal import VarBlur

/// The connection to a process that reads or writes one HEIF file; closing it ends the process.
final class HEIFChannel {
    private let number: CInt
    private let format: ImageFormat
    private let deadline: Deadline?
    /// Whether the other process has answered, so that its program works.
    private var isReady = false
    /// Whether a file is read, whose header is known, so that the rest of a damaged one may be read.
    var isInPixels = false
    private let isReading: Bool

    /// Starts a task.
    ///
    /// - Throws: an error with the code `unavailable`, `fault`, or `timeout`.
    init(_ task: heif_task, _ format: ImageFormat, deadline: Deadline?) throws(ImageError) {
        number = try HEIFProcess.openChannel(format)
        (self.format, self.deadline, isReading) = (format, deadline, task.kind != HEIF_WRITE_AVIF.rawValue)
        var task = task
        task.threads = UInt32(min(max(task.threads, 1), 16))
        if let left = deadline?.millisecondsLeft, left < Int.max { task.milliseconds = UInt64(max(left, 1)) }
        try send(task)
    }

    deinit { _ = close(number) }

    /// Sends the bytes of a C structure.
    func send(_ message: some BitwiseCopyable) throws(ImageError) {
        let result = unsafe withUnsafeBytes(of: message) { bytes in
            Result { () throws(ImageError) in try unsafe send(bytes) }
        }
        try result.get()
    }

    /// Sends bytes.
    ///
    /// - Throws: the failure of the other process, or an error with the code `timeout` or `cancelled`.
    func send(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
            let count = unsafe heif_send(number, part.baseAddress, part.count)
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
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) {
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
    func receive(_ count: Int) throws(ImageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ImageError) in try unsafe receive(into: buffer) }
        }
        try result.get()
        return bytes
    }

    /// Receives a reply.
    ///
    /// - Throws: the failure of the other process, or an error with the code `timeout` or `cancelled`.
    func reply() throws(ImageError) -> heif_reply {
        if !isReady { try receiveReady() }
        let reply = try receiveReply()
        guard reply.kind == HEIF_FAILURE.rawValue else { return reply }
        let bytes = try receive(Int(min(reply.count, 1024)))
        // some messages of the library end with a line break
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        throw error(heif_failure(reply.failure), text)
    }

    /// Receives what the other process says before it looks at anything of an image.
    private func receiveReady() throws(ImageError) {
        let reply = try receiveReply()
        guard reply.kind == HEIF_READY.rawValue, reply.count == UInt64(HEIF_PROTOCOL) else {
            throw HEIFProcess.broken(format, "belongs to another version of varblur")
        }
        isReady = true
    }

    private func receiveReply() throws(ImageError) -> heif_reply {
        var reply = heif_reply()
        let result = unsafe withUnsafeMutableBytes(of: &reply) { buffer in
            Result { () throws(ImageError) in try unsafe receive(into: buffer) }
        }
        try result.get()
        return reply
    }

    private func failureOfOther() throws(ImageError) -> ImageError {
        _ = try reply()
        return stopped("")
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

// MARK: - Errors

extension HEIFChannel {
    /// The error for a failure of the other process.
    private func error(_ failure: heif_failure, _ text: String) -> ImageError {
        switch failure {
        case HEIF_DAMAGED where isReading:
            ImageError(
                .damaged, "the \(format.name) file is damaged: \(CodecStatus.phrase(text))",
                remedy: isInPixels ? CodecStatus.fetchAgainOrAllowDamage : "download or export it again",
                reason: isInPixels ? .damagedPixels : nil)
        case HEIF_UNSUPPORTED where isReading:
            ImageError(.unsupported, "this kind of \(format.name) file is not supported: \(CodecStatus.phrase(text))")
        case HEIF_OVER_LIMIT where isReading:
            ImageError(
                .overLimit, "the \(format.name) file exceeds a limit: \(CodecStatus.phrase(text))",
                remedy: "convert the file first")
        case HEIF_OUT_OF_MEMORY: CodecStatus.outOfMemory
        case HEIF_NO_LIBRARY:
            ImageError(
                .unavailable, "libheif, which \(HEIFProcess.purpose(format)), is not installed",
                remedy: "install the package libheif1")
        case HEIF_BROKEN_LIBRARY:
            ImageError(
                .unavailable,
                "libheif, which \(HEIFProcess.purpose(format)), cannot be loaded: \(CodecStatus.phrase(text))",
                remedy: "install the package libheif1 again")
        case HEIF_OLD_LIBRARY where isReading:
            ImageError(
                .unsupported, "this \(format.name) file cannot be read by \(text)",
                remedy: "libheif 1.18 or later may read it; otherwise, download or export it again")
        case HEIF_NO_CODEC:
            ImageError(
                .unavailable, "libheif has no \(isReading ? "decoder" : "encoder") for \(format.name) files",
                remedy: "install the package \(plugin)")
        case HEIF_CRASH: stopped(text)
        default: ImageError(.fault, "libheif failed: \(CodecStatus.phrase(text))")
        }
    }

    /// The package with the codec, in Debian since version 13; before, libheif itself has it.
    private var plugin: String {
        if !isReading { return "libheif-plugin-aomenc" }
        return format == .avif ? "libheif-plugin-dav1d" : "libheif-plugin-libde265"
    }

    /// The error if an answer of the other process cannot be true.
    var impossible: ImageError {
        guard isReading else { return ImageError(.fault, "the \(format.name) encoder gives an impossible answer") }
        return ImageError(
            .damaged, "the \(format.name) decoder gives an impossible answer; the file may be damaged",
            remedy: "download or export it again")
    }

    /// The error if the other process has ended.
    private func stopped(_ reason: String) -> ImageError {
        if let deadline, deadline.hasPassed { return deadline.error }
        guard isReady else { return HEIFProcess.broken(format, "ended without an answer") }
        let cause = reason.isEmpty ? "" : ": \(reason)"
        guard isReading else { return ImageError(.fault, "the \(format.name) encoder stopped unexpectedly\(cause)") }
        return ImageError(
            .damaged, "the \(format.name) decoder stopped unexpectedly\(cause); the file may be damaged",
            remedy: "download or export it again")
    }
}
