internal import VarBlurLibC
internal import VarBlurCodecs
internal import VarBlurCommand

/// The standard streams of a program that this process has started.
final class ChildStreams {
    private let pipes: (input: ProcessPipe, output: ProcessPipe, errors: ProcessPipe)
    private var unsent: ArraySlice<UInt8>
    private var isOutputOpen = true
    private var areErrorsOpen = true
    /// What the program has written so far.
    private(set) var output: [UInt8] = []
    /// Its messages so far.
    private(set) var errors: [UInt8] = []
    private var part = [UInt8](repeating: 0, count: 1 << 16)

    /// Creates the pipes.
    ///
    /// - Parameter input: what the program reads from standard input.
    /// - Throws: the error of the system.
    init(input: [UInt8]) throws(ProgramStart.Failure) {
        pipes = (try ProcessPipe(), try ProcessPipe(), try ProcessPipe())
        unsent = input[...]
        _ = fcntl(pipes.input.inlet, F_SETFL, O_NONBLOCK)
    }

    /// Gives the streams to a program.
    func connect(_ start: inout ProgramStart) {
        start.input = .descriptor(pipes.input.outlet)
        start.output = .descriptor(pipes.output.inlet)
        start.errors = .descriptor(pipes.errors.inlet)
    }

    /// Closes the ends that the program has got, so that its streams end with it.
    func closeOtherEnds() {
        pipes.input.closeOutlet()
        pipes.output.closeInlet()
        pipes.errors.closeInlet()
    }

    /// Whether the program can still write.
    var areOpen: Bool { isOutputOpen || areErrorsOpen }

    /// Waits until the program reads or writes, and transfers what it does.
    ///
    /// - Parameter time: the longest time to wait, in milliseconds.
    func transfer(until time: CInt) {
        var polls = [
            pollfd(fd: unsent.isEmpty ? -1 : pipes.input.inlet, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: isOutputOpen ? pipes.output.outlet : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: areErrorsOpen ? pipes.errors.outlet : -1, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&polls, nfds_t(polls.count), time) > 0 else { return }
        if polls[0].revents != 0 { send() }
        if polls[1].revents != 0 { isOutputOpen = receive(pipes.output.outlet, &output) }
        if polls[2].revents != 0 { areErrorsOpen = receive(pipes.errors.outlet, &errors) }
    }

    private func send() {
        let count = unsafe unsent.withUnsafeBytes { unsafe write(pipes.input.inlet, $0.baseAddress, $0.count) }
        if count > 0 {
            unsent = unsent.dropFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            // the program ends without reading on, and says why
            unsent = []
        }
    }

    /// Reads what there is; returns whether more may follow.
    private func receive(_ descriptor: CInt, _ bytes: inout [UInt8]) -> Bool {
        let count = unsafe read(descriptor, &part, part.count)
        if count > 0 { bytes += part[..<count] }
        return count > 0 || count < 0 && errno == EINTR
    }
}
