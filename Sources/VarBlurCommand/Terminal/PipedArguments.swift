internal import VarBlurLibC
internal import VarBlurJSON
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

    private let input: CInt
    /// The arguments that were received; none if the line is not understood.
    package let arguments: [String]

    /// Receives the arguments of this process; `nil` if they are on its command line.
    ///
    /// - Parameter own: those of the command line.
    package init?(insteadOf own: [String]) {
        guard own == [Self.argument] else { return nil }
        input = StandardStreams.moved(STDIN_FILENO)
        var received: [UInt8] = []
        while received.last != 0x0A, Self.receive(into: &received, from: input) {}
        guard received.popLast() == 0x0A, case .array(let values)? = try? JSONParser.value(of: received) else {
            arguments = []
            return
        }
        arguments = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Appends the next bytes of a pipe; returns `false` at its end.
    private static func receive(into received: inout [UInt8], from input: CInt) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(input, $0.baseAddress, $0.count) }
            if count > 0 {
                received += buffer[..<count]
                return true
            }
            guard count < 0, errno == EAGAIN || errno == EINTR else { return false }
            // the other end of the pipe decides whether reading waits
            var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&request, 1, -1)
        }
    }

    /// From now on, this process ends when the pipe does: nobody is there to read its output.
    package func endWithSender() {
        let input = input
        let thread = WorkerThread.start {
            var ignored: [UInt8] = []
            while Self.receive(into: &ignored, from: input) { ignored = [] }
            TemporaryFiles.removeAll { _exit(0) }
        }
        thread?.detach()
    }
}
