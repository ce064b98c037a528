internal import LibC
internal import VariableBlurCodecs

/// What happens when the user or the system tells the program to stop.
///
/// The signals are blocked, and a thread of its own waits for them. It may do what a signal handler may not: take the
/// lock behind which temporary files get and lose their names.
enum Interruption {
    static func removeTemporaryFilesWhenStopped() {
        var signals = stopSignals
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failure = unsafe pthread_create(&thread, nil, { _ in Interruption.waitForSignal() }, nil)
        if failure != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        // a file that grows beyond its limit is an error to report, not a reason to die
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Hang-up, interrupt and termination, but for those that the program was started to ignore, as by `nohup`.
    private static var stopSignals: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] where !isIgnored(number) {
            unsafe sigaddset(&signals, number)
        }
        return signals
    }

    private static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        // SIG_IGN is the number 1 in the guise of a function.
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    private static func waitForSignal() -> Never {
        var signals = stopSignals
        var number: CInt = 0
        while unsafe sigwait(&signals, &number) != 0 {}
        Progress.end()
        TemporaryFiles.removeAll { end(by: number) }
    }

    /// Ends the process by the signal itself, so that whoever waits for it sees what happened.
    private static func end(by number: CInt) -> Never {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        signal(number, SIG_DFL)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        kill(getpid(), number)
        _exit(128 + number)
    }
}
