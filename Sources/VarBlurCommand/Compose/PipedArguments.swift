internal import LibC
internal import PlainJSON
internal import VarBlur
internal import VarBlurCodecs

/// Arguments that `varblur-compose` receives through a pipe, because every user can read those of the command line.
public struct PipedArguments: Sendable {
    /// The argument that stands for them.
    public static let argument = "--piped-arguments"

    /// What a process writes to standard input of `varblur-compose`; it closes the pipe only after that program has ended.
    ///
    /// - Parameter arguments: the arguments for which ``argument`` stands.
    /// - Returns: a line of JSON.
    public static func line(_ arguments: [String]) -> [UInt8] {
        Array((JSONValue.array(arguments.map { .string($0) }).text + "\n").utf8)
    }

    private let channel: LineChannel
    /// The arguments that were received; none if the line is not understood.
    let arguments: [String]

    /// Receives the arguments of this process; `nil` if they are on its command line.
    ///
    /// - Parameter own: those of the command line.
    init?(insteadOf own: [String]) {
        guard own == [Self.argument] else { return nil }
        channel = LineChannel(input: StandardStreams.moved(STDIN_FILENO), output: -1)
        guard case .line(let line) = channel.receive(), case .array(let values)? = try? JSONParser.value(of: line)
        else {
            arguments = []
            return
        }
        arguments = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// From now on, this process ends when the pipe does: nobody is there to read its output.
    func endWithSender() {
        let channel = channel
        let thread = WorkerThread.start {
            while case .line = channel.receive() {}
            TemporaryFiles.removeAll { _exit(0) }
        }
        thread?.detach()
    }
}
