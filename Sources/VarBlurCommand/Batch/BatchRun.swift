internal import ArgumentParser
internal import LibC
internal import PlainJSON
internal import Synchronization
internal import VariableBlurCodecs

/// Answers a batch's lines, one line each, in their order.
final class BatchRun: Sendable {
    private struct Intake {
        var reader = LineReader()
        var lines: BatchLines
        var index = 0
    }

    private struct Tally {
        var failed = 0
        var failure: ImageError?
    }

    private let intake: Mutex<Intake>
    private let tally = Mutex(Tally())
    private let shard: Shard?
    private let report: BatchReport

    init(base: EffectiveSettings, imagesAtOnce: Int, shard: Shard?, isVerbose: Bool) {
        intake = Mutex(Intake(lines: BatchLines(base: base, imagesAtOnce: imagesAtOnce)))
        self.shard = shard
        report = BatchReport(isVerbose: isVerbose)
    }

    /// Reads and answers all lines.
    ///
    /// - Returns: how many were answered with an error.
    /// - Throws: an error of standard input or output.
    func perform(imagesAtOnce: Int) throws(ImageError) -> Int {
        _ = OrderedWorkers<BatchLines.Job, (BatchLines.Job, TaskOutcome)>(
            threads: imagesAtOnce, next: { self.nextJob() },
            work: { job in
                switch job.task {
                case .success(let task): (job, task.perform())
                case .failure(let error): (job, TaskOutcome(.failure(error), duration: .zero))
                }
            },
            deliver: { self.deliver($0, $1) })
        let tally = tally.withLock(\.self)
        if let failure = tally.failure { throw failure }
        return tally.failed
    }

    /// Ends the process, as standard input or output cannot be used any more.
    static func end(by error: ImageError) -> Never {
        Progress.end()
        let status = ExitStatus.complaining(error)
        TemporaryFiles.removeAll { _exit(status.rawValue) }
    }

    private func nextJob() -> BatchLines.Job? {
        intake.withLock { intake in
            do throws(ImageError) {
                while let line = try intake.reader.next() {
                    if line.isBlank { continue }
                    defer { intake.index += 1 }
                    if shard?.has(intake.index) ?? true { return intake.lines.job(line) }
                }
            } catch {
                tally.withLock { $0.failure = error }
            }
            return nil
        }
    }

    private func deliver(_ job: BatchLines.Job, _ outcome: TaskOutcome) -> Bool {
        let failed = (try? outcome.result.get()) == nil
        do throws(ImageError) {
            try report.add(job, outcome)
        } catch {
            // another thread may wait for a line that never comes
            Self.end(by: error)
        }
        if failed { tally.withLock { $0.failed += 1 } }
        Progress.advance(failed: failed)
        return true
    }
}

/// Writes the answers.
struct BatchReport {
    let isVerbose: Bool

    func add(_ job: BatchLines.Job, _ outcome: TaskOutcome) throws(ImageError) {
        let members: [JSONValue.Member] = [.init("id", job.id), .init("line", .integer(job.line))]
        let value: JSONValue
        switch job.task {
        case .success(let task):
            value = ResultDocument.value(of: outcome, task, settings: job.settings, batch: members)
            if isVerbose, let report = outcome.report {
                Messages.note(Summary.line(report, task, outcome.duration))
            }
        case .failure(let error):
            func path(_ path: String?) -> JSONValue { path.map { .string($0) } ?? .null }
            value = .object(
                [.init("version", .integer(ResultDocument.version))] + members + [
                    .init("status", .string("error")), .init("input", path(job.input)),
                    .init("output", path(job.output)),
                    .init("ms", .integer(0)), .init("settings", job.settings),
                    .init("error", ResultDocument.error(error)),
                ])
        }
        try StandardOutput.write(value.text + "\n")
    }
}
