internal import VarBlurLibC
internal import Synchronization
package import VarBlurJSON
internal import VarBlur
package import VarBlurCodecs

/// Standard input and output of a process that another of our programs has started, and that it talks to in messages.
///
/// The first message has the arguments, because every user can read those of a command line: `{"arguments": [...]}`.
package enum MessageStreams {
    /// The argument with which a program is such a process.
    package static let argument = "--messages"

    /// Where messages arrive; `nil` if this process talks to a person.
    private static let input = Mutex<CInt?>(nil)
    /// The number of the first message.
    private static let firstNumber = Mutex<UInt32>(0)

    /// Whether this process talks in messages.
    package static var areUsed: Bool { input.withLock { $0 != nil } }

    /// The arguments that are in effect: those of the command line, or those of the first message.
    ///
    /// The process ends if it is started for messages, and does not get a message with arguments.
    ///
    /// - Parameters:
    ///   - own: the arguments of the command line.
    ///   - hidesInput: whether standard input becomes the null device, so that no scene can name the stream of messages.
    /// - Returns: the arguments, without the name of the program.
    package static func arguments(insteadOf own: [String], hidingInput hidesInput: Bool = false) -> [String] {
        guard own.count == 1, own[0].isSame(as: argument) else { return own }
        input.withLock { $0 = hidesInput ? StandardStreams.moved(STDIN_FILENO) : STDIN_FILENO }
        StandardStreams.reportClosedPipes()
        do throws(ImageError) {
            let message = try next()
            firstNumber.withLock { $0 = message?.number ?? 0 }
            if let values = try message?.checkedValue()["arguments"]?.array { return values.compactMap(\.string) }
            throw Message.error("it has no arguments")
        } catch {
            let error = FailureReport.error("usage", [error.description], exit: ExitStatus.usage.rawValue)
            try? answer(FailureReport.value(error))
            exit(ExitStatus.usage.rawValue)
        }
    }

    /// The next message; `nil` at the end.
    ///
    /// - Throws: an error with the code `inputOutput`.
    package static func next() throws(ImageError) -> Message? {
        do throws(Message.Failure) {
            return try input.withLock({ $0 }).flatMap { (input) throws(Message.Failure) in try Message(from: input) }
        } catch {
            throw Message.error(error.cause)
        }
    }

    /// Sends a value to the other program.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - number: the number of the message that it answers; `nil` for the one with the arguments.
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    package static func answer(_ value: JSONValue, number: UInt32? = nil) throws(ImageError) {
        let number = number ?? firstNumber.withLock { $0 }
        guard Message(value, number: number).write(to: STDOUT_FILENO) else { throw StandardOutput.writeError }
    }

    /// From now on, this process ends when nobody can read what it writes, because the other program has ended.
    ///
    /// The end of the input does not tell that: jobs may be left. In place of a pipe for answers, the C library has a file, and a
    /// pipe for messages to people.
    package static func endWithSender() {
        let pipe = [STDOUT_FILENO, STDERR_FILENO].first { FileIdentity(stream: $0)?.kind != .regular }
        guard areUsed, let pipe else { return }
        let thread = WorkerThread.start {
            var request = pollfd(fd: pipe, events: 0, revents: 0)
            while unsafe poll(&request, 1, -1) < 0 && errno == EINTR {}
            guard request.revents & Int16(POLLERR | POLLHUP) != 0 else { return }
            TemporaryFiles.removeAll { _exit(0) }
        }
        thread?.detach()
    }
}

extension Message {
    /// The value, with the errors of this module.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func checkedValue() throws(ImageError) -> JSONValue {
        do throws(Failure) { return try value() } catch { throw Self.error(error.cause) }
    }

    /// The error for a message from another program.
    fileprivate static func error(_ cause: String) -> ImageError {
        ImageError(
            .inputOutput, "a message of the program that uses this one is not understood: \(cause)",
            remedy: "install both programs in the same version")
    }
}
