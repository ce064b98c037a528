#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
internal import NIOPosix
internal import Synchronization

/// A run of another program, whose output is collected.
final class ChildProcess: Sendable {
    /// What a program has written, and how it ended.
    struct Outcome: Sendable {
        /// The exit status; 128 and the number of a signal that ended the program.
        let status: Int32
        let output: [UInt8]
        let errors: [UInt8]
    }

    /// Why a program was not started.
    struct Failure: Error {
        let number: Int32

        /// The reason in words.
        var cause: String { unsafe String(cString: strerror(number)) }
    }

    private enum State {
        case waiting
        case running(pid_t)
        case ended
    }

    /// The maximum number of bytes of the output; a program that writes more is ended.
    private static let maximumByteCount = 1 << 29

    private static let starting = Mutex(())

    private let state = Mutex(State.waiting)

    /// Runs a program to its end; ends it if the task is cancelled.
    ///
    /// - Parameters:
    ///   - path: the path, or a name to search for in `PATH`.
    ///   - arguments: the arguments without the name; they contain no zero bytes.
    /// - Returns: what the program has written, and its exit status.
    /// - Throws: a ``Failure`` if the program cannot be started, or `CancellationError`.
    static func outcome(of path: String, _ arguments: [String]) async throws -> Outcome {
        let process = ChildProcess()
        return try await withTaskCancellationHandler {
            try await NIOThreadPool.singleton.runIfActive { try process.run(path, arguments) }
        } onCancel: {
            process.end()
        }
    }

    /// Ends the program, or keeps it from starting.
    private func end() {
        state.withLock { state in
            if case .running(let process) = state { kill(process, SIGKILL) } else { state = .ended }
        }
    }

    private func run(_ path: String, _ arguments: [String]) throws -> Outcome {
        // another program that starts at the same time must not inherit the pipes
        let (process, output, errors) = try Self.starting.withLock { _ in
            let (output, errors) = (try Pipe(), try Pipe())
            let process: pid_t? = try state.withLock { state in
                if case .ended = state { return nil }
                let process = try Self.start(path, arguments, output, errors)
                state = .running(process)
                return process
            }
            output.closeInput()
            errors.closeInput()
            return (process, output, errors)
        }
        guard let process else { throw CancellationError() }
        let texts = collect(output, errors)
        let status = state.withLock { state in
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
            state = .ended
            return status
        }
        let signal = status & 0x7F
        return Outcome(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: texts.0, errors: texts.1)
    }

    /// Reads both streams until the program has closed them.
    private func collect(_ output: Pipe, _ errors: Pipe) -> ([UInt8], [UInt8]) {
        var streams: [(pipe: Pipe, bytes: [UInt8], isOpen: Bool)] = [(output, [], true), (errors, [], true)]
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while streams.contains(where: \.isOpen) {
            var polls = streams.map { pollfd(fd: $0.isOpen ? $0.pipe.outlet : -1, events: Int16(POLLIN), revents: 0) }
            let count = unsafe poll(&polls, nfds_t(polls.count), -1)
            if count < 0 && errno != EINTR { break }
            for index in streams.indices where count > 0 && polls[index].revents != 0 {
                let length = unsafe read(streams[index].pipe.outlet, &part, part.count)
                if length > 0 { streams[index].bytes += part[..<length] }
                streams[index].isOpen = length > 0 || length < 0 && errno == EINTR
                if streams[index].bytes.count > Self.maximumByteCount { end() }
            }
        }
        return (streams[0].bytes, streams[1].bytes)
    }

    /// Starts the program without input, and without the signal handling of this one.
    private static func start(
        _ path: String, _ arguments: [String], _ output: Pipe, _ errors: Pipe
    ) throws(Failure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.inlet, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors.inlet, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (defaults, mask) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&defaults)
        unsafe sigemptyset(&mask)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&defaults, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let list: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe list.forEach { unsafe free($0) } }
        var process = pid_t()
        let number = unsafe posix_spawnp(&process, path, &actions, &attributes, list, environ)
        guard number == 0 else { throw Failure(number: number) }
        return process
    }
}

/// A pipe from another process to this one.
private final class Pipe {
    /// Where this process reads.
    let outlet: CInt
    /// Where the other process writes.
    private(set) var inlet: CInt

    init() throws(ChildProcess.Failure) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw ChildProcess.Failure(number: errno) }
        (outlet, inlet) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(outlet)
        closeInput()
    }

    /// Closes the other end in this process, so that reading ends with the other process.
    func closeInput() {
        if inlet >= 0 { close(inlet) }
        inlet = -1
    }
}
