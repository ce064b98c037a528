internal import VarBlur

/// An output, from its settings to its result.
final class PlannedOutput: @unchecked Sendable {
    /// What has become of an output: a type of its own, because an optional `Result` takes 3 % of the time of a small image.
    enum Outcome {
        /// It is neither complete nor known to fail.
        case open
        case made(BlurJob.Report)
        case failed(ImageError)
    }

    var job: BlurJob
    let place: OutputPlace?
    var outcome = Outcome.open
    var opened: JobOutput?
    /// The report on the complete output, which has not appeared yet.
    var written: BlurJob.Report?
    var plan: BlurPlan?
    /// The plan of one of several outputs, even if it is kept: the others are made as if it were not.
    var draft: BlurPlan?
    var digest: JobDigest.Lazy?
    var inputBytes = 0
    /// Removes the output after it has appeared, if that can be undone.
    private(set) var withdraw: () -> Void = {}

    /// Whether the output is a complete file, which has not appeared yet.
    var isWrittenFile: Bool { written != nil && opened?.isFile ?? false }

    init(_ output: BlurJob.Output, for source: ImageSource, _ job: BlurJob) {
        var job = job
        (job.resize, job.output) = (output.resize, output.settings)
        self.job = job
        var place: OutputPlace?
        do throws(ImageError) {
            place = try OutputPlace(output.target, for: source, job)
        } catch {
            outcome = .failed(error)
        }
        self.place = place
    }

    /// Does a part of the work, unless the output has failed; an error is the result of the output.
    func attempt(_ work: (OutputPlace) throws(ImageError) -> Void) {
        guard isOpen, let place else { return }
        do throws(ImageError) {
            try work(place)
        } catch {
            // another job may have written the output in the meantime
            outcome = place.isKept(after: error) ? .made(skipped) : .failed(error)
        }
        if !isOpen { (opened, plan) = (nil, nil) }
    }

    /// The report on an existing output that is left as it is.
    var skipped: BlurJob.Report { .skipped(digest: digest?.known, inputBytes: inputBytes) }

    /// Writes the output, which does not appear yet, unless it has failed.
    ///
    /// - Parameters:
    ///   - decoder: returns the decoder of the input.
    ///   - body: writes the output with a digest, and returns the number of bytes.
    func write(
        _ decoder: () throws(ImageError) -> InputDecoder,
        _ body: (BlurPlan, InputDecoder, JobOutput, (() -> String)?) throws(ImageError) -> WrittenOutput
    ) {
        attempt { (_) throws(ImageError) in
            guard let plan, let opened, let digest else { return }
            let decoder = try decoder()
            let bytes = try body(plan, decoder, opened, job.marksOutput ? { digest.value.description } : nil)
            let start = Instant.now
            try opened.label.attributingErrors(opened.prepare())
            decoder.context.timings.add(.commit, since: start)
            var report = BlurJob.Report(decoder, plan, bytes)
            report.digest = digest.known
            if let copy = opened.copy {
                try decoder.label.attributingErrors(report.add(job.output.facts, of: copy.contents, decoder.context))
            }
            written = report
        }
    }

    /// Makes the written output appear, unless it has failed.
    func complete(_ timings: StageTimingCollector) {
        attempt { (place) throws(ImageError) in
            guard let opened, var report = written else { return }
            let start = Instant.now
            // the file may be there even if an error is thrown
            withdraw = opened.withdraw
            try opened.label.attributingErrors(opened.commit())
            timings.add(.commit, since: start)
            if place.target == .memory, let held = opened.held?.contents {
                report.bytes = held.bytes(0..<held.count)
            }
            outcome = .made(report)
        }
    }

    var isOpen: Bool { if case .open = outcome { true } else { false } }

    /// The report on the output, if it is complete.
    var report: BlurJob.Report? { if case .made(let report) = outcome { report } else { nil } }

    /// The error of the output, if it has failed.
    var error: ImageError? { if case .failed(let error) = outcome { error } else { nil } }

    /// Fails because another output of the job has.
    func fail(because cause: ImageError) {
        if report?.isSkipped ?? false { return }
        fail(
            with: ImageError(
                cause.code, "it is not written, because another output of its job failed: \(cause)",
                file: place?.label.text ?? ""))
    }

    func fail(with error: ImageError) {
        outcome = .failed(error)
        (opened, written, plan) = (nil, nil, nil)
    }
}
