internal import VarBlur

/// The outputs that are made from one input.
final class OutputSet {
    let members: [PlannedOutput]
    let job: BlurJob
    /// Where the alpha of the blur of a single output is written; `nil` if it is not wanted, or left as it is.
    private(set) var alphaPlace: OutputPlace?
    /// The memory that was estimated for all outputs, in bytes.
    private var memory = 0
    /// The alpha, which has not appeared yet.
    private var alpha: JobOutput?

    /// The outputs of a job.
    ///
    /// - Throws: an error with the code `invalidSettings` if the job writes a mask for several outputs.
    init(_ outputs: [BlurJob.Output], for source: ImageSource, _ job: BlurJob) throws(ImageError) {
        guard job.alphaTarget == nil || outputs.count == 1 else {
            throw ImageError(
                .invalidSettings, "the mask cannot be written for several outputs",
                remedy: "write it with a job of its own")
        }
        if outputs.count > 1, let fill = job.fill, fill.hasPixelLengths, Set(outputs.map(\.resize)).count > 1 {
            throw ImageError(
                .invalidSettings, "filled areas in pixels would cover something else in each of several sizes",
                remedy: "use percentages, or write one size at a time")
        }
        self.job = job
        members = outputs.map { PlannedOutput($0, for: source, job) }
        for index in outputs.indices.dropFirst() where outputs[index].target != .memory {
            guard outputs[..<index].contains(where: { $0.target == outputs[index].target }) else { continue }
            members[index].attempt { (place) throws(ImageError) in
                throw ImageError(
                    .invalidSettings, "two outputs would be written to the same file", remedy: "choose another name",
                    file: place.label.text)
            }
        }
    }

    /// Whether all results are known.
    var isFinished: Bool { members.allSatisfy { !$0.isOpen } }

    /// The results, if they are known.
    var results: [Result<BlurJob.Report, ImageError>] {
        members.map { member in
            switch member.outcome {
            case .made(let report): .success(report)
            case .failed(let error): .failure(error)
            case .open: .failure(ImageError(.fault, "the output was not made"))
            }
        }
    }

    /// Whether an output replaces the input.
    var replacesInput: Bool { members.contains { $0.place?.isInPlace ?? false } }

    /// The job with the metadata that some output needs.
    var readingJob: BlurJob {
        var job = job
        job.output.stripping = members.first?.job.output.stripping ?? .none
        for member in members where member.job.output.stripping != job.output.stripping {
            job.output.stripping = .none
        }
        job.output.convertsToSRGB = members.contains { $0.job.output.convertsToSRGB }
        return job
    }

    /// What is read of a gain map: its contents if some output may get it.
    var gainMaps: GainMapReading {
        members.contains { $0.job.mayKeepGainMap } ? .contents : .presence
    }

    /// Skips the outputs that are kept for every input.
    func skipUnread() {
        if job.isMissingAlpha { return }
        for member in members where member.isOpen && member.place?.isKeptUnread ?? false {
            member.outcome = .made(.skipped())
        }
    }

    /// Makes the outputs lossy beside which there is a lossy one, unless their settings say more.
    func chooseLoss(_ input: JobInput) {
        let format = input.codec?.format
        let writers = members.map { member in
            (member.job.output.format ?? format).flatMap { try? input.codecs.writer(of: $0) }
        }
        guard writers.contains(where: { $0?.capabilities.isLossy ?? false }) else { return }
        for (member, writer) in zip(members, writers) { writer?.chooseLoss(in: &member.job.output) }
    }

    /// Checks where the alpha of the blur is written.
    ///
    /// - Throws: an error of the place.
    func checkAlpha(_ input: JobInput) throws(ImageError) {
        alphaPlace = try job.alphaPlace
        try alphaPlace?.check(input: input.identity)
    }

    /// What outputs paint of an input that has masks.
    ///
    /// - Throws: an error of the input; that of an output is its result.
    func fillPlans(of input: JobInput, _ context: JobContext) throws(ImageError) -> [FillPlan] {
        if job.fill == nil || job.photoRoles.isEmpty { return [] }
        let header = try input.header(context)
        return members.compactMap { member in
            var fill: FillPlan?
            member.attempt { (_) throws(ImageError) in
                fill = try input.label.attributingErrors(member.job.fillPlan(header, context))
            }
            return fill
        }
    }

    /// Sets the masks of all outputs, which a job has loaded.
    func setMasks(_ job: BlurJob) {
        for member in members {
            for role in MaskRole.allCases { (member.job[role], member.job.blur[role]) = (job[role], job.blur[role]) }
        }
    }
}

extension OutputSet {
    /// Makes the outputs that have no result.
    ///
    /// - Parameters:
    ///   - input: the input.
    ///   - maskNotices: notices about the masks, for the reports of all outputs for which they were read.
    ///   - context: the conditions.
    /// - Throws: an error of the input or the limits, after which no output has been written.
    func run(_ input: JobInput, _ maskNotices: [String], _ context: JobContext) throws(ImageError) {
        let decoder = sharesReduction(of: input) ? try input.makeDecoder(context) : nil
        if let decoder { draft(decoder.header, input, context) }
        for member in members {
            member.attempt { (place) throws(ImageError) in
                let digest = JobDigest.Lazy(of: member.job, contents: input.contents)
                (member.digest, member.inputBytes) = (digest, input.contents.count)
                if place.isKept(input, digest, context) {
                    member.outcome = .made(member.skipped)
                    return
                }
                member.opened = try place.open(input: input.identity, context, isDurable: member.job.output.isDurable)
            }
        }
        if !isFinished {
            // an optional with a default value would not throw typed errors
            if let decoder {
                try write(input, decoder, context)
            } else {
                try write(input, input.makeDecoder(context), context)
            }
        }
        if let alphaPlace { writeAlpha(to: alphaPlace, input, context) }
        complete(context.timings)
        describeKept(context)
        for member in members {
            guard var report = member.report, report.inputBytes > 0 else { continue }
            (report.notices, report.timings) = (maskNotices + report.notices, context.timings.total)
            if !report.isSkipped { report.memory = memory }
            member.outcome = .made(report)
        }
    }

    /// Writes the outputs that have no result, which do not appear yet.
    private func write(_ input: JobInput, _ decoder: InputDecoder, _ context: JobContext) throws(ImageError) {
        plan(decoder.header, input, context)
        try limitHeldOutputs(input, context)
        let shared = shared
        if !shared.isEmpty { try runShared(shared, decoder) }
        var isUsed = !shared.isEmpty
        for member in members where !shared.contains(where: { $0 === member }) {
            guard let plan = member.plan else { continue }
            if member.job.marksOutput && plan.request.usesThreads { member.digest?.computeInBackground() }
            member.write { [isUsed] () throws(ImageError) in
                isUsed ? try input.makeDecoder(context) : decoder
            } _: { (plan, decoder, output, digest) throws(ImageError) in
                guard let contrast = member.job.textContrast else {
                    return try plan.run(decoder, to: output, digest: digest)
                }
                return try plan.run(
                    member.job, choosingOpacityFor: contrast, decoder, to: output, digest: digest)
            }
            isUsed = true
        }
    }

    /// Writes the alpha of the blur, which does not appear yet.
    private func writeAlpha(to place: OutputPlace, _ input: JobInput, _ context: JobContext) {
        guard let member = members.first, let report = member.written ?? member.report else { return }
        do throws(ImageError) {
            alpha = try member.job.writtenAlpha(of: input, report, to: place, context)
        } catch {
            member.fail(with: error)
        }
    }

    /// Makes the written outputs appear at once; all or none if the job asks for that.
    private func complete(_ timings: StageTimingCollector) {
        func failFiles() {
            guard job.writesAllOrNothing, let error = members.compactMap(\.error).first else { return }
            for member in members where member.error == nil && member.place?.target != .memory {
                member.fail(because: error)
            }
        }
        failFiles()
        var withdrawAlpha = {}
        if let alpha, let member = members.first, member.error == nil {
            if member.opened?.isFile ?? alpha.isFile { job.willAppear?() }
            do throws(ImageError) {
                // the file may be there even if an error is thrown
                withdrawAlpha = alpha.withdraw
                try alpha.label.attributingErrors(alpha.commit())
            } catch {
                if alphaPlace?.isKept(after: error) != true { member.fail(with: error) }
            }
        }
        // what is written to a pipe cannot be withdrawn
        for member in members where member.written != nil && !member.isWrittenFile { member.complete(timings) }
        failFiles()
        if alpha == nil && members.contains(where: { $0.isWrittenFile }) { job.willAppear?() }
        for member in members where member.isWrittenFile { member.complete(timings) }
        guard job.writesAllOrNothing || alpha != nil, members.contains(where: { $0.error != nil }) else { return }
        for member in members { member.withdraw() }
        withdrawAlpha()
        failFiles()
    }

    /// Checks the memory and waits for it, and lets outputs that are held share what is left.
    private func limitHeldOutputs(_ input: JobInput, _ context: JobContext) throws(ImageError) {
        let (estimate, held) = (memoryEstimate, held)
        memory = max(estimate + held.byteCount, keptByteCount(context))
        try input.label.attributingErrors(context.reserve(memory: memory))
        guard held.copyCount > 0 else { return }
        for member in members { member.opened?.copy?.limit = (context.limits.memory - estimate) / held.copyCount }
    }

    /// Makes several outputs from one decode.
    ///
    /// - Throws: an error of the input, after which no output has been written.
    private func runShared(_ members: [PlannedOutput], _ input: InputDecoder) throws(ImageError) {
        guard let request = members.first?.plan?.request else { return }
        let sizes = Self.sizes(members, sharedReduction)
        try input.label.attributingErrors { () throws(ImageError) in
            for size in sizes { try size.prepare() }
            try Self.decode(request, sharedReduction, input) { slice, rows in
                let start = Instant.now
                for size in sizes { size.append(slice, rows) }
                input.context.timings.add(.resize, since: start)
            }
        }
        for size in sizes {
            let sized = members.filter { $0.plan.map { size.suits($0.request) } ?? false }
            do throws(ImageError) {
                try input.label.attributingErrors(size.blur(input.context))
            } catch {
                for member in sized { member.outcome = .failed(error) }
            }
        }
        let threads = request.usesThreads ? job.blur.execution.threadCount : 1
        let queue = BoundedQueue<PlannedOutput>(capacity: members.count)
        for member in members where member.isOpen { queue.append(member) }
        queue.close()
        Threads.run(max(1, min(threads, members.count))) { _ in
            while let member = queue.next() {
                guard let request = member.plan?.request, let image = sizes.first(where: { $0.suits(request) })?.image
                else { continue }
                member.write {
                    input
                } _: { (plan, input, output, digest) throws(ImageError) in
                    try plan.encode(BufferedImage(rereading: image), input, to: output, digest: digest)
                }
            }
        }
    }

    /// Decodes an image once.
    private static func decode(
        _ request: BlurRequest, _ reduction: Int, _ input: InputDecoder, _ body: (Slice, Range<Int>) -> Void
    ) throws(ImageError) {
        let decoded = try request.framing.reduced(by: reduction).decodedSlices(of: input)
        let layout = decoded.pool.layout
        let source = request.usesThreads ? Prefetch(decoded, count: layout.count) : decoded
        defer { source.stop() }
        for number in 0..<layout.count {
            let slice = try source.next()
            body(slice, layout.rows(0, of: number))
            source.pool.recycle(slice)
        }
    }
}
