internal import LibC
internal import PlainJSON
internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// The end of `varblur-compose` that draws the scenes of a batch, one after the other, for the process that started it.
enum ComposeService {
    /// The argument that starts it.
    static let argument = "--worker"

    /// Draws a scene for each line of standard input, and answers with a line on standard output.
    ///
    /// It returns at the end of the input. If the input ends before an answer, nobody waits for it: the process ends at once.
    static func run(_ compose: (ComposeRequest) throws(ComposeFailure) -> JSONValue) {
        Messages.isQuiet = true
        StandardStreams.reportClosedPipes()
        // scenes name their files, but need no programs and no sockets
        try? Sandbox.enter(.auto, writable: ["/"])
        TerminationSignals.startCleanup()
        let channel = LineChannel(
            input: StandardStreams.moved(STDIN_FILENO), output: StandardStreams.moved(STDOUT_FILENO))
        let jobs = BoundedQueue<[UInt8]>(capacity: 1)
        guard let reader = WorkerThread.start({ readJobs(channel, jobs) }) else { return }
        reader.detach()
        while let line = jobs.next() {
            let answer = answer(to: line, channel, compose).text
            isDrawing.withLock { $0 = false }
            guard channel.send(answer) == nil else { return }
        }
    }

    /// Whether a line waits for its answer.
    private static let isDrawing = Mutex(false)

    private static func readJobs(_ channel: LineChannel, _ jobs: BoundedQueue<[UInt8]>) {
        while case .line(let line) = channel.receive() {
            isDrawing.withLock { $0 = true }
            jobs.append(line)
        }
        if isDrawing.withLock(\.self) { TemporaryFiles.removeAll { _exit(0) } }
        jobs.close()
    }

    private static func answer(
        to line: [UInt8], _ channel: LineChannel, _ compose: (ComposeRequest) throws(ComposeFailure) -> JSONValue
    ) -> JSONValue {
        defer { ComposeTimer.stop() }
        do throws(ComposeFailure) {
            let request = try ComposeMessage.request(line)
            // the process that started this one replaces it
            ComposeTimer.start(request) { error in
                _ = channel.send(error.inJobLanguage.report.text)
                TemporaryFiles.removeAll { _exit(error.exitStatus) }
            }
            return try compose(request)
        } catch {
            return error.inJobLanguage.report
        }
    }
}
