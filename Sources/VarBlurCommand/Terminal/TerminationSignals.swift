internal import VarBlurLibC
internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// Removes temporary files when a signal ends the process.
///
/// The signals are blocked, and a dedicated thread waits for them. Unlike a signal handler, this thread may take the lock
/// that protects the list of temporary files.
package enum TerminationSignals {
    private static let report = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets what reports the results of a run before a signal ends the process.
    static func setReport(_ body: @escaping @Sendable () -> Void) { report.withLock { $0 = body } }

    package static func startCleanup() {
        var signals = handledSignals
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        if WorkerThread.start({ waitForSignal() }) == nil { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        // A write beyond the file size limit then fails with an error, which is reported.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Hang-up, interrupt and termination, except those that the parent process set to be ignored, as `nohup` does.
    private static var handledSignals: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] where !systemIgnoresSignal(number) {
            unsafe sigaddset(&signals, number)
        }
        return signals
    }

    private static func waitForSignal() -> Never {
        var signals = handledSignals
        var number: CInt = 0
        while unsafe sigwait(&signals, &number) != 0 {}
        report.withLock(\.self)?()
        if canWrite(to: .messages) {
            Progress.end()
            ClosingLine.show()
        }
        TemporaryFiles.removeAll { endProcess(with: number) }
    }

    /// A stream that the process writes to.
    enum Stream { case output, messages }

    /// Whether a stream takes a line at once; a stopped terminal must not delay the end of the process.
    static func canWrite(to stream: Stream) -> Bool {
        let number = stream == .output ? STDOUT_FILENO : STDERR_FILENO
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
    }

    /// Reraises the signal with its default action, so that the parent process sees the signal as the cause.
    private static func endProcess(with number: CInt) -> Never {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        signal(number, SIG_DFL)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        kill(getpid(), number)
        _exit(128 + number)
    }
}
