internal import VarBlurLibC
internal import Synchronization
internal import VarBlurCommand
internal import VarBlurCodecs

/// A process of this program that works on a picture, as the system sees it.
final class RunningImageProcess: Sendable {
    /// All such processes; `nil` after ``killAll()``.
    private static let all = Mutex<Set<Int32>?>([])
    /// How often the end of a process is looked for.
    private static let pollTime = Duration.milliseconds(1)

    private let number: Int32

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - input: the descriptor that becomes its standard input.
    ///   - output: the descriptor that becomes its standard output.
    /// - Throws: the error of the system, or `CancellationError` after ``killAll()``.
    init(input: CInt, output: CInt) throws {
        var start = ProgramStart(System.ownPath, [ImageWorker.argument])
        start.input = .descriptor(input)
        start.output = .descriptor(output)
        start.leadsGroup = true
        let description = start
        number = try Self.all.withLock { all in
            guard all != nil else { throw CancellationError() }
            let number = try description.start()
            all?.insert(number)
            return number
        }
    }

    /// Kills all processes, and starts none anymore.
    static func killAll() {
        all.withLock { all in
            for number in all ?? [] { kill(-number, SIGKILL) }
            all = nil
        }
    }

    /// Kills the process if it still runs, and waits for its end.
    ///
    /// - Returns: why it has ended, in words for people who have not ended it.
    func end() async -> ImageError {
        // one that has ended already keeps its status, and its number until the wait
        kill(-number, SIGKILL)
        var status: Int32 = 0
        while true {
            let result = Self.all.withLock { all in
                let result = unsafe waitpid(number, &status, WNOHANG)
                if result != 0 { all?.remove(number) }
                return result
            }
            if result != 0 { return Self.error(status) }
            try? await Task.sleep(for: Self.pollTime)
        }
    }

    private static func error(_ status: Int32) -> ImageError {
        let signal = status & 0x7F
        if signal == SIGKILL {
            return ImageError(
                .outOfMemory, "the process that worked on the image was killed",
                remedy: "there may be too little memory for the image")
        }
        let end = signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
        return ImageError(
            .fault, "the process that worked on the image has ended unexpectedly, with \(end)",
            remedy: "the image may be damaged")
    }
}
