internal import LibC
internal import PlainJSON
internal import VarBlurCodecs

/// A running `varblur-compose`, which draws one scene of a batch after the other.
final class ComposeWorker: Sendable {
    private let process: pid_t
    private let channel: LineChannel

    /// Starts the program.
    ///
    /// - Throws: an error with the code `unreadable` or `outOfMemory`.
    init() throws(ImageError) {
        let program = SiblingProgram.compose.path
        do throws(ProgramStart.Failure) {
            let (requests, answers) = (try ProcessPipe(), try ProcessPipe())
            var start = ProgramStart(program, [ComposeService.argument])
            start.input = .descriptor(requests.outlet)
            start.output = .descriptor(answers.inlet)
            start.errors = .inherited
            process = try start.start()
            channel = LineChannel(input: answers.takeOutlet(), output: requests.takeInlet())
        } catch {
            throw Self.error(error.number, program)
        }
    }

    private static func error(_ number: CInt, _ program: String) -> ImageError {
        let isMissing = number == ENOENT || number == EACCES || number == ENOEXEC
        return ImageError(
            isMissing ? .unreadable : .outOfMemory, "cannot start: \(unsafe String(cString: strerror(number)))",
            remedy: isMissing ? SiblingProgram.compose.remedy : "use fewer --jobs", file: program)
    }

    /// Whether the process is still there.
    var isRunning: Bool { waitpid(process, nil, WNOHANG) == 0 }

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - message: the scene and its options.
    ///   - timeLimit: how long it may take; `nil` for no limit.
    /// - Returns: the answer.
    /// - Throws: an error if there is no answer; the process has then ended.
    func answer(to message: ComposeMessage, timeLimit: Duration?) throws(ImageError) -> JSONValue {
        // the process ends itself at the limit, and then says what it was drawing
        let end = timeLimit.map { ContinuousClock.now + $0 + .seconds(1) }
        switch channel.send(message.json.text, until: end) ?? channel.receive(until: end) {
        case .line(let line):
            if let answer = try? JSONParser.value(of: line, bytesPath: ComposeMessage.picturePath) { return answer }
            kill(process, SIGTERM)
            finish()
            throw Self.unexpectedEnd("gave an answer that is not JSON")
        case .end: throw Self.unexpectedEnd(Self.text(ofStatus: finish()))
        case .timeout:
            stop()
            throw ImageError(timeLimit: timeLimit ?? .zero)
        }
    }

    private static func unexpectedEnd(_ cause: String) -> ImageError {
        ImageError(.fault, "varblur-compose \(cause)", remedy: "try again, or draw it alone with varblur compose")
    }

    private static func text(ofStatus status: CInt) -> String {
        let signal = status & 0x7F
        guard signal != 0 else { return "ended with exit status \(status >> 8 & 0xFF)" }
        return "was ended by signal \(signal)\(signal == SIGKILL ? "; the memory may have run out" : "")"
    }

    /// Closes the pipes, so that the process ends, and waits for it.
    ///
    /// - Returns: its status.
    @discardableResult
    func finish() -> CInt {
        channel.close()
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// Ends the process, which may be busy.
    private func stop() {
        kill(process, SIGTERM)
        for _ in 0..<100 {
            guard isRunning else { return channel.close() }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        finish()
    }
}
