internal import VarBlurLibC
internal import VarBlurJSON
internal import Synchronization
internal import VarBlurCodecs

/// What a line of a batch asks for.
package protocol BatchJob: Sendable {
    /// Does it.
    ///
    /// - Parameter willAppear: is called before its first output appears as a file.
    /// - Returns: the result.
    func perform(willAppear: @escaping @Sendable () -> Void) -> BatchOutcome
}

/// Parses the lines of a batch.
package protocol BatchParser: Sendable {
    associatedtype Job: BatchJob
    /// The maximum length of a line in bytes.
    var maximumLineLength: Int { get }
    /// Converts lines of comma-separated values; `nil` for JSON.
    var rows: CSVRows? { get }
    /// The job of a line, which may be an error.
    mutating func job(_ line: LineReader.Line) -> Job
}

extension BatchParser {
    package var rows: CSVRows? { nil }
}

/// Performs the jobs of a batch concurrently and writes one result per line, in the order of the lines.
package final class BatchRun<Parser: BatchParser>: Sendable {
    private struct Input {
        var reader: LineReader
        var parser: Parser
        /// The number of lines so far that are not blank.
        var lineCount = 0
    }

    private struct State {
        var (okCount, failedCount) = (0, 0)
        var inputError: ImageError?
        var told = ResultSettings()
    }

    private let input: Mutex<Input>
    private let state = Mutex(State())
    private let shard: Shard?
    private let isVerbose: Bool
    /// The bytes of outputs in memory; no further line is read while a slow job makes too many of those after it wait.
    private let backlog = Room(limit: 64 << 20)
    private let pending = PendingResults()

    /// A job, and its position among those of the batch.
    private struct Work {
        let position: Int
        /// The number of its line, or of its message.
        let number: Int
        let job: Parser.Job
    }

    private init(_ parser: Parser, _ request: CommandRequest) {
        input = Mutex(
            Input(reader: LineReader(maximumLength: parser.maximumLineLength, rows: parser.rows), parser: parser))
        (shard, isVerbose) = (request.batch.shard, request.run.verbose)
    }

    /// Performs the jobs of all lines of standard input, shows the progress, and writes the results to standard output.
    ///
    /// An error of these streams ends the process.
    ///
    /// - Parameters:
    ///   - parser: parses the lines.
    ///   - request: the options of the batch.
    /// - Returns: the exit status, unless it is 0.
    package static func perform(_ parser: Parser, _ request: CommandRequest) -> ExitStatus? {
        MemoryBudget.shared.fix()
        MessageStreams.endWithSender()
        if isatty(STDOUT_FILENO) != 1 && !request.run.quiet { Progress.begin(total: nil) }
        ClosingLine.begin(total: nil)
        let run = BatchRun(parser, request)
        OrderedWorkers<Work, Int>.run(
            threads: request.run.imagesAtOnce(), next: { run.nextJob() }, work: { run.perform($0) },
            deliver: { run.pending.report($0) })
        let state = run.state.withLock(\.self)
        if let error = state.inputError { run.end(with: error) }
        Progress.end()
        ClosingLine.show()
        let fails = state.failedCount > 0 && (state.okCount == 0 || request.batch.failsOnError)
        return fails ? .someFailed : nil
    }

    /// Ends the process after an error of standard input or output.
    private func end(with error: ImageError) -> Never {
        Progress.end()
        Messages.error(error)
        if error.code != .brokenPipe {
            // the line counts all outputs that have appeared
            pending.stop()
            ClosingLine.show()
        }
        TemporaryFiles.removeAll { _exit(ExitStatus.code(for: error).rawValue) }
    }

    /// Does a job, and returns its position; its result is pending.
    private func perform(_ work: Work) -> Int {
        let outcome = work.job.perform { [pending] in pending.willAppear(work.position) }
        // outputs that are files are there; others are in the result
        if outcome.byteCount == 0 { ClosingLine.count(isFailure: outcome.isFailure, isSkipped: outcome.isSkipped) }
        backlog.add(outcome.byteCount)
        pending.add(work.position, namesFiles: outcome.byteCount == 0) { [self] in deliver(outcome, work.number) }
        return work.position
    }

    private func nextJob() -> Work? {
        backlog.take(0)
        return input.withLock { input in
            do throws(ImageError) {
                while let line = try input.reader.next() {
                    if line.isBlank { continue }
                    defer { input.lineCount += 1 }
                    if shard?.contains(input.lineCount) ?? true {
                        return Work(position: input.lineCount, number: line.number, job: input.parser.job(line))
                    }
                }
            } catch {
                state.withLock { $0.inputError = error }
            }
            return nil
        }
    }

    private func deliver(_ outcome: BatchOutcome, _ number: Int) -> Bool {
        if isVerbose { for summary in outcome.summaries { Messages.info(summary) } }
        do throws(ImageError) {
            try Self.write(state.withLock { $0.told.reduced(outcome.value) }, number)
        } catch {
            // Ends the process at once: another thread may wait for a line of input that never arrives.
            end(with: error)
        }
        if outcome.byteCount > 0 { ClosingLine.count(isFailure: outcome.isFailure, isSkipped: outcome.isSkipped) }
        backlog.remove(outcome.byteCount)
        state.withLock { if outcome.isFailure { $0.failedCount += 1 } else { $0.okCount += 1 } }
        Progress.advance(failed: outcome.isFailure)
        return true
    }

    private static func write(_ value: JSONValue, _ number: Int) throws(ImageError) {
        if MessageStreams.areUsed { return try MessageStreams.answer(value, number: UInt32(number)) }
        var line = value.text
        line += "\n"
        try StandardOutput.write(line)
    }
}
