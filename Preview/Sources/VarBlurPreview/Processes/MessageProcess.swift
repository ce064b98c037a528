internal import Dispatch
internal import VarBlurLibC
internal import Synchronization
internal import VarBlurJSON
internal import VarBlurCommand
internal import VarBlurCodecs

/// A process of one of our programs, which answers messages.
final class MessageProcess: Sendable {
    private struct State {
        var waiting: [UInt32: CheckedContinuation<Message, any Error>] = [:]
        var nextNumber: UInt32 = 1
        /// Why there are no further answers; `nil` while there may be some.
        var end: (any Error)?
    }

    /// The numbers of all such processes; `nil` after ``endAll()``.
    private static let all = Mutex<Set<pid_t>?>([])
    /// The maximum number of bytes of an answer: whoever has taken over a process must not take all memory, too.
    private static let maximumByteCount = 1 << 32

    private let number: pid_t
    private let input: CInt
    /// What it works on, in words.
    private let work: String
    private let state = Mutex(State())
    /// A process may stop reading.
    private let sending = DispatchQueue(label: "sending")

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: its path, or its name, which is searched for in `PATH`.
    ///   - argument: its argument.
    ///   - work: what it works on, in words for people.
    /// - Throws: a `ProgramStart.Failure`, or `CancellationError` after ``endAll()``.
    init(_ path: String, _ argument: String, worksOn work: String) throws {
        let (input, output) = (try ProcessPipe(), try ProcessPipe())
        var start = ProgramStart(path, [argument])
        (start.input, start.output) = (.descriptor(input.outlet), .descriptor(output.inlet))
        start.leadsGroup = true
        let description = start
        number = try Self.all.withLock { all in
            guard all != nil else { throw CancellationError() }
            let number = try description.start()
            all?.insert(number)
            return number
        }
        (self.work, self.input) = (work, input.takeInlet())
        output.closeInlet()
        let outlet = output.takeOutlet()
        DispatchQueue(label: "receiving").async { self.receive(from: outlet) }
    }

    /// Whether the process can still answer.
    var isRunning: Bool { state.withLock { $0.end == nil } }

    /// Sends a message that is not answered.
    func send(_ message: Message) {
        sending.async {
            // the descriptor of a process that has ended is closed
            if self.isRunning { _ = message.write(to: self.input) }
        }
    }

    /// Sends a request, and waits for its answer.
    ///
    /// - Parameters:
    ///   - text: a text in JSON.
    ///   - bytes: bytes that belong to it.
    ///   - time: the time after which the process ends.
    ///   - cancelled: is called with the number of the request if the task is cancelled.
    /// - Returns: the answer.
    /// - Throws: the reason why the process has ended.
    func answer(
        _ text: [UInt8], _ bytes: [UInt8] = [], within time: Duration, cancelled: @escaping @Sendable (UInt32) -> Void
    ) async throws -> Message {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let deadline = end(ifUnanswered: number, after: time)
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end = state.withLock { state in
                    if state.end == nil { state.waiting[number] = continuation }
                    return state.end
                }
                if let end { return continuation.resume(throwing: end) }
                send(Message(text, bytes, number: number))
                // nothing was to be cancelled before
                if Task.isCancelled { cancelled(number) }
            }
        } onCancel: {
            cancelled(number)
        }
    }

    /// Ends the process if a request is not answered in time.
    @discardableResult
    func end(ifUnanswered number: UInt32, after time: Duration) -> Task<Void, any Error> {
        Task.detached {
            try await Task.sleep(for: time)
            guard self.state.withLock({ $0.waiting[number] != nil }) else { return }
            self.end(
                ImageError(
                    .timeout, "the process that works on \(self.work) has not answered in time",
                    remedy: "\(self.work) may be damaged"))
        }
    }

    /// Ends the process at once; requests that wait fail for the reason.
    func end(_ reason: any Error) {
        let waiting = state.withLock { state in
            state.end = state.end ?? reason
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        Self.all.withLock { all in if all?.contains(number) ?? false { kill(-number, SIGKILL) } }
        for continuation in waiting { continuation.resume(throwing: reason) }
    }

    /// Ends all processes, and starts none anymore.
    static func endAll() {
        all.withLock { all in
            for number in all ?? [] { kill(-number, SIGKILL) }
            all = nil
        }
    }

    /// Takes answers until there are no more.
    private func receive(from output: CInt) {
        var reason: ImageError?
        do throws(Message.Failure) {
            while let message = try Message(from: output, maximumByteCount: Self.maximumByteCount) {
                state.withLock { $0.waiting.removeValue(forKey: message.number) }?.resume(returning: message)
            }
        } catch {
            // the status of a process that has ended within a message tells more
            if error != .incomplete { reason = wrongAnswer(error.cause) }
        }
        close(output)
        let status = waitForEnd()
        end(reason ?? self.error(status))
        sending.async { _ = close(self.input) }
    }

    /// The value of an answer.
    ///
    /// - Throws: an error with the code `fault`.
    func value(of answer: Message) throws(ImageError) -> JSONValue {
        do throws(Message.Failure) { return try answer.value() } catch { throw wrongAnswer(error.cause) }
    }

    private func wrongAnswer(_ cause: String) -> ImageError {
        ImageError(.fault, "the process that works on \(work) has sent a wrong answer: \(cause)")
    }

    /// Ends what is left of the process.
    ///
    /// - Returns: its status as `waitpid` returns it.
    private func waitForEnd() -> CInt {
        kill(-number, SIGKILL)
        // it keeps its number, which others of its group may still have, until it is waited for
        var (information, status) = unsafe (siginfo_t(), CInt(0))
        while unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        Self.all.withLock { all in
            all?.remove(number)
            _ = unsafe waitpid(number, &status, 0)
        }
        return status
    }

    private func error(_ status: CInt) -> ImageError {
        let signal = status & 0x7F
        if signal == SIGKILL {
            return ImageError(
                .outOfMemory, "the process that worked on \(work) was killed",
                remedy: "there may be too little memory for \(work)")
        }
        let end = signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
        return ImageError(
            .fault, "the process that worked on \(work) has ended unexpectedly, with \(end)",
            remedy: "\(work) may be damaged")
    }
}
