internal import LibC
internal import Synchronization
internal import VarBlurCodecs

/// Performs the jobs of a batch concurrently and writes one result per line, in the order of the lines.
final class BatchRun: Sendable {
    private struct Input {
        var reader: LineReader
        var parser: BatchJobParser
        /// The number of lines so far that are not blank.
        var lineCount = 0
    }

    private struct State {
        var failedCount = 0
        var inputError: ImageError?
    }

    private let input: Mutex<Input>
    private let state = Mutex(State())
    private let shard: Shard?
    private let report: BatchReport
    private let backlog = OutputBacklog(limit: 64 << 20)
    private let composers = ComposeWorkers()

    init(base: EffectiveSettings, imagesAtOnce: Int, _ options: BatchOptions, isVerbose: Bool) {
        let parser = BatchJobParser(
            base: base, imagesAtOnce: imagesAtOnce, createsDirectories: options.createsDirectories,
            confinement: options.confinement)
        input = Mutex(Input(reader: LineReader(maximumLength: parser.maximumLineLength), parser: parser))
        shard = options.shard
        report = BatchReport(isVerbose: isVerbose)
    }

    /// Performs the jobs of all lines.
    ///
    /// - Returns: the number of lines with an error as their result.
    /// - Throws: an error of standard input.
    func perform(imagesAtOnce: Int) throws(ImageError) -> Int {
        OrderedWorkers<BatchJob, (BatchJob, BatchOutcome)>.run(
            threads: imagesAtOnce, next: { self.nextJob() },
            work: { job in
                switch job.task {
                case .success(let task): self.performed(job, task)
                case .failure(let error): (job, .image(TaskOutcome(.failure(error), duration: .zero)))
                }
            },
            deliver: { self.deliver($0, $1) })
        composers.end()
        let state = state.withLock(\.self)
        if let error = state.inputError { throw error }
        return state.failedCount
    }

    /// Ends the process after an error of standard input or output.
    static func end(with error: ImageError) -> Never {
        Progress.end()
        Messages.error(error)
        if error.code != .brokenPipe { ClosingLine.show() }
        TemporaryFiles.removeAll { _exit(ExitStatus.code(for: error).rawValue) }
    }

    private func performed(_ job: BatchJob, _ task: BatchTask) -> (BatchJob, BatchOutcome) {
        let outcome = task.perform(composers)
        backlog.add(outcome.bytes)
        var job = job
        job.task = .success(task.withoutBytes)
        return (job, outcome)
    }

    private func nextJob() -> BatchJob? {
        backlog.wait()
        return input.withLock { input in
            do throws(ImageError) {
                while let line = try input.reader.next() {
                    if line.isBlank { continue }
                    defer { input.lineCount += 1 }
                    if shard?.contains(input.lineCount) ?? true { return input.parser.job(line) }
                }
            } catch {
                state.withLock { $0.inputError = error }
            }
            return nil
        }
    }

    private func deliver(_ job: BatchJob, _ outcome: BatchOutcome) -> Bool {
        do throws(ImageError) {
            try report.add(job, outcome)
        } catch {
            // Ends the process at once: another thread may wait for a line of input that never arrives.
            Self.end(with: error)
        }
        backlog.remove(outcome.bytes)
        if outcome.isFailure { state.withLock { $0.failedCount += 1 } }
        ClosingLine.count(isFailure: outcome.isFailure, isSkipped: outcome.isSkipped)
        Progress.advance(failed: outcome.isFailure)
        return true
    }
}
