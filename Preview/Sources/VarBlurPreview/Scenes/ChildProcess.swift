internal import VarBlurLibC
internal import NIOPosix
internal import Synchronization
internal import VarBlurCodecs
internal import VarBlurCommand

/// A run of another program, whose output is collected.
final class ChildProcess: Sendable {
    /// What a program has written, and how it ended.
    struct Outcome: Sendable {
        /// The exit status; 128 and the number of a signal that ended the program.
        let status: Int32
        let output: [UInt8]
        let errors: [UInt8]
    }

    private enum State {
        case waiting
        /// The process runs; `end` is when it was told to end.
        case running(pid_t, end: ContinuousClock.Instant?)
        case ended
    }

    /// All programs that run or wait for a thread; `nil` after ``endAll()``.
    private static let all = Mutex<[ObjectIdentifier: ChildProcess]?>([:])

    /// The maximum number of bytes of the output; a program that writes more is ended.
    private static let maximumByteCount = 1 << 29
    /// How long a program may take to end before it is killed.
    private static let grace = Duration.milliseconds(500)
    /// The time in milliseconds between two checks whether a program has to be killed.
    private static let pollTime: CInt = 50

    private let state = Mutex(State.waiting)

    /// Runs a program to its end; ends it if the task is cancelled.
    ///
    /// - Parameters:
    ///   - path: the path, or a name to search for in `PATH`.
    ///   - arguments: the arguments without the name.
    ///   - input: what the program reads from standard input, which stays open until the program has ended.
    /// - Returns: what the program has written, and its exit status.
    /// - Throws: a `ProgramStart.Failure` if the program cannot be started, or `CancellationError`.
    static func outcome(of path: String, _ arguments: [String], input: [UInt8]) async throws -> Outcome {
        let process = ChildProcess()
        let key = ObjectIdentifier(process)
        let isAccepted = all.withLock { all in
            all?[key] = process
            return all != nil
        }
        guard isAccepted else { throw CancellationError() }
        defer { all.withLock { _ = $0?.removeValue(forKey: key) } }
        return try await withTaskCancellationHandler {
            try await NIOThreadPool.singleton.runIfActive { try process.run(path, arguments, input) }
        } onCancel: {
            process.end()
        }
    }

    /// Ends all programs within a second, and starts none anymore.
    static func endAll() {
        let running = all.withLock { all in
            defer { all = nil }
            return all ?? [:]
        }
        for process in running.values { process.end() }
    }

    /// Tells the program to end, or keeps it from starting.
    private func end() {
        state.withLock { state in
            switch state {
            case .waiting: state = .ended
            case .running(let process, nil):
                kill(-process, SIGTERM)
                state = .running(process, end: .now)
            default: break
            }
        }
    }

    /// Kills the program, and all that it has started, if it goes on after it was told to end.
    ///
    /// - Returns: whether it could not be killed either.
    private func enforceEnd() -> Bool {
        state.withLock { state in
            guard case .running(let process, let end?) = state else { return false }
            let time = end.duration(to: .now)
            if time > Self.grace { kill(-process, SIGKILL) }
            return time > Self.grace * 2
        }
    }

    private func run(_ path: String, _ arguments: [String], _ input: [UInt8]) throws -> Outcome {
        let streams = try ChildStreams(input: input)
        try state.withLock { state in
            guard case .waiting = state else { throw CancellationError() }
            var start = ProgramStart(path, arguments)
            streams.connect(&start)
            start.leadsGroup = true
            state = .running(try start.start(), end: nil)
        }
        streams.closeOtherEnds()
        while streams.areOpen && !enforceEnd() {
            streams.transfer(until: Self.pollTime)
            if streams.output.count > Self.maximumByteCount || streams.errors.count > Self.maximumByteCount { end() }
        }
        let status = try status()
        let signal = status & 0x7F
        return Outcome(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: streams.output, errors: streams.errors)
    }

    /// Waits for the end of the program, whose streams are closed.
    private func status() throws -> Int32 {
        while true {
            let status: Int32? = state.withLock { state in
                guard case .running(let process, _) = state else { return nil }
                var status: Int32 = 0
                let result = unsafe waitpid(process, &status, WNOHANG)
                guard result != 0, result > 0 || errno != EINTR else { return nil }
                state = .ended
                return status
            }
            if let status { return status }
            if enforceEnd() { throw CancellationError() }
            usleep(500)
        }
    }
}
