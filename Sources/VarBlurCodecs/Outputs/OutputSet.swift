internal import VarBlur

/// The outputs that are made from one input.
final class OutputSet {
    private let members: [Member]
    private let job: BlurJob

    /// An output, from its settings to its result.
    private final class Member: @unchecked Sendable {
        var job: BlurJob
        let place: OutputPlace?
        /// The outcome; `nil` as long as the output is neither complete nor known to fail.
        var result: Result<BlurJob.Report, ImageError>?
        var opened: JobOutput?
        /// The report on the complete output, which has not appeared yet.
        var written: BlurJob.Report?
        var plan: BlurPlan?
        var digest: JobDigest.Lazy?

        init(_ output: BlurJob.Output, for source: ImageSource, _ job: BlurJob) {
            var job = job
            (job.resize, job.output) = (output.resize, output.settings)
            self.job = job
            var place: OutputPlace?
            do throws(ImageError) {
                place = try OutputPlace(output.target, for: source, job)
            } catch {
                result = .failure(error)
            }
            self.place = place
        }

        /// Does a part of the work, unless the output has failed; an error is the result of the output.
        func attempt(_ work: (OutputPlace) throws(ImageError) -> Void) {
            guard result == nil, let place else { return }
            do throws(ImageError) {
                try work(place)
            } catch {
                // another job may have written the output in the meantime
                result = place.isKept(after: error) ? .success(.skipped()) : .failure(error)
            }
            if result != nil { (opened, plan) = (nil, nil) }
        }

        /// Writes the output, which does not appear yet, unless it has failed.
        ///
        /// - Parameters:
        ///   - decoder: returns the decoder of the input.
        ///   - body: writes the output with a digest, and returns the number of bytes.
        func write(
            _ decoder: () throws(ImageError) -> InputDecoder,
            _ body: (BlurPlan, InputDecoder, JobOutput, (() -> String)?) throws(ImageError) -> WrittenOutput
        ) {
            attempt { (place) throws(ImageError) in
                guard let plan, let opened, let digest else { return }
                let decoder = try decoder()
                written = try job.write(opened, at: place, decoder, plan, digest) { (digest) throws(ImageError) in
                    try body(plan, decoder, opened, digest)
                }
            }
        }

        /// The error of the output, if it has failed.
        var error: ImageError? { if case .failure(let error) = result { error } else { nil } }

        /// Fails because another output of the job has.
        func fail(with cause: ImageError) {
            if case .success(let report) = result, report.isSkipped { return }
            result = .failure(
                ImageError(
                    cause.code, "it is not written, because another output of its job failed: \(cause)",
                    file: place?.target.label.text ?? ""))
            (opened, written, plan) = (nil, nil, nil)
        }
    }

    /// The outputs of a job.
    ///
    /// - Throws: an error with the code `invalidSettings` if the job writes a mask.
    init(_ outputs: [BlurJob.Output], for source: ImageSource, _ job: BlurJob) throws(ImageError) {
        guard job.alphaTarget == nil else {
            throw ImageError(
                .invalidSettings, "the mask cannot be written for several outputs",
                remedy: "write it with a job of its own")
        }
        if let fill = job.fill, fill.hasPixelLengths, Set(outputs.map(\.resize)).count > 1 {
            throw ImageError(
                .invalidSettings, "filled areas in pixels would cover something else in each of several sizes",
                remedy: "use percentages, or write one size at a time")
        }
        self.job = job
        members = outputs.map { Member($0, for: source, job) }
        for (index, output) in outputs.enumerated() where output.target != .memory {
            guard outputs[..<index].contains(where: { $0.target == output.target }) else { continue }
            members[index].attempt { (place) throws(ImageError) in
                throw ImageError(
                    .invalidSettings, "two outputs would be written to the same file", remedy: "choose another name",
                    file: place.target.label.text)
            }
        }
    }

    /// Whether all results are known.
    var isFinished: Bool { members.allSatisfy { $0.result != nil } }

    /// The results, if they are known.
    var results: [Result<BlurJob.Report, ImageError>] {
        members.map { $0.result ?? .failure(ImageError(.fault, "the output was not made")) }
    }

    /// Whether an output replaces the input.
    var replacesInput: Bool { members.contains { $0.place?.isInPlace ?? false } }

    /// The job with the metadata that some output needs.
    var readingJob: BlurJob {
        var job = job
        let stripping = Set(members.map(\.job.output.stripping))
        job.output.stripping = stripping.count == 1 ? stripping.first ?? .none : .none
        job.output.convertsToSRGB = members.contains { $0.job.output.convertsToSRGB }
        return job
    }

    /// Skips the outputs that are kept for every input.
    func skipUnread() {
        for member in members where member.result == nil && member.place?.isKeptUnread ?? false {
            member.result = .success(.skipped())
        }
    }

    /// Sets the masks of all outputs, which a job has loaded.
    func setMasks(_ job: BlurJob) {
        for member in members {
            (member.job.maskSource, member.job.blur.mask) = (job.maskSource, job.blur.mask)
            (member.job.matteSource, member.job.blur.matte) = (job.matteSource, job.blur.matte)
        }
    }
}

// MARK: - Planning

extension OutputSet {
    /// The outputs with plans that are made from one decode.
    private var shared: [Member] {
        let planned = members.filter { $0.plan != nil }
        let shared = planned.filter { member in
            // an output of the same size may keep data of the input; pixels under a fill are painted as they are decoded
            guard let plan = member.plan, plan.request.fill == nil else { return false }
            return !(plan.request.frame.isWhole && plan.routes.count > 1)
        }
        return shared.count == 1 ? [] : shared
    }

    /// Plans the outputs that have no result.
    private func plan(_ header: ImageHeader, _ input: JobInput, _ context: JobContext) {
        for member in members {
            member.attempt { (_) throws(ImageError) in
                member.plan = try input.label.attributingErrors { () throws(ImageError) in
                    try BlurPlan(header, member.job, context, inputByteCount: input.contents.count)
                }
            }
        }
    }

    /// An upper bound on the memory of all planned outputs, in bytes, without those that are held.
    private var memoryEstimate: Int {
        let shared = shared
        let alone = members.filter { member in !shared.contains { $0 === member } }
        let others = alone.compactMap { $0.plan?.memoryEstimate() }.max() ?? 0
        guard let first = shared.first?.plan?.request else { return others }
        let sizes = Self.sizes(shared)
        let decoded = first.framing.reduced(by: Self.reduction(shared)).decodedLayout
        let decoding = first.reader.readerByteCount(first.header) + 16 * decoded.byteCount
        let encoding = shared.compactMap(\.plan?.request).reduce(0) { $0 + $1.writer.writerByteCount($1.encoding) }
        let results = sizes.reduce(0) { $0 + $1.byteCount }
        let blurring = sizes.map(\.blurByteCount).max() ?? 0
        let masks = shared.first?.job.blur.maskByteCount ?? 0
        let maps = shared.reduce(0) { $0 + ($1.plan?.gainMap?.byteCount ?? 0) }
        let metadata = shared.count * MetadataBudget.memory(ofMetadata: first.header.metadataByteCount)
        return max(others, first.inputByteCount + masks + metadata + decoding + encoding + results + blurring + maps)
    }

    /// The memory of the outputs that are held until they are complete, in bytes, and how many times they are in memory.
    private var held: (byteCount: Int, copyCount: Int) {
        members.reduce((0, 0)) { sum, member in
            guard let request = member.plan?.request, let count = member.place?.copyCount else { return sum }
            return (sum.0 + count * request.writer.outputByteCount(request), sum.1 + count)
        }
    }

    /// How the decoder reduces the image for several outputs: as far as suits the largest.
    private static func reduction(_ members: [Member]) -> Int {
        members.compactMap(\.plan?.request.frame.reduction).min() ?? 1
    }

    /// The blurred images that outputs are encoded from.
    private static func sizes(_ members: [Member]) -> [OutputSize] {
        let reduction = reduction(members)
        var sizes: [OutputSize] = []
        for member in members {
            guard let request = member.plan?.request, !sizes.contains(where: { $0.suits(request) }) else { continue }
            sizes.append(OutputSize(request, request.framing.reduced(by: reduction), member.job.blur))
        }
        return sizes
    }

    /// Checks the outputs without writing anything; see ``BlurJob/preflight(from:to:)``.
    func preflight(
        _ input: JobInput, _ context: JobContext
    ) throws(ImageError) -> [Result<BlurJob.Preflight, ImageError>] {
        let header = try input.label.attributingErrors { () throws(ImageError) in
            try job.codecs.makeReader(of: input.contents, context).header
        }
        plan(header, input, context)
        let memory = memoryEstimate + held.byteCount
        try input.label.attributingErrors { () throws(ImageError) in try context.limits.check(memory: memory) }
        return members.map { member in
            var preflight: BlurJob.Preflight?
            member.attempt { (place) throws(ImageError) in
                guard let request = member.plan?.request else { return }
                let digest = JobDigest.Lazy(of: member.job, contents: input.contents)
                let isSkipped = place.isKept(input.contents, digest, context, job.codecs)
                if !isSkipped { try place.check(input: input.identity) }
                preflight = BlurJob.Preflight(
                    width: request.frame.width, height: request.frame.height, memory: memory,
                    inputBytes: input.contents.count, isSkipped: isSkipped, light: request.blur.light)
            }
            if let preflight { return .success(preflight) }
            guard case .failure(let error) = member.result else {
                return .failure(ImageError(.fault, "the output was not planned"))
            }
            return .failure(error)
        }
    }
}

// MARK: - Running

extension OutputSet {
    /// Makes the outputs that have no result.
    ///
    /// - Throws: an error of the input or the limits, after which no output has been written.
    func run(_ input: JobInput, _ context: JobContext) throws(ImageError) {
        for member in members {
            member.attempt { (place) throws(ImageError) in
                let digest = JobDigest.Lazy(of: member.job, contents: input.contents)
                member.digest = digest
                if place.isKept(input.contents, digest, context, job.codecs) {
                    member.result = .success(.skipped(digest: digest.known, inputBytes: input.contents.count))
                    return
                }
                member.opened = try place.open(input: input.identity, context, isDurable: member.job.output.isDurable)
            }
        }
        if isFinished { return }
        let codecs = job.codecs
        func makeDecoder() throws(ImageError) -> InputDecoder {
            try input.label.attributingErrors { () throws(ImageError) in
                try InputDecoder(input.contents, codecs.codec(of: input.contents), context, label: input.label)
            }
        }
        let decoder = try makeDecoder()
        plan(decoder.header, input, context)
        try limitHeldOutputs(input, context)
        let shared = shared
        let alone = members.filter { member in member.plan != nil && !shared.contains { $0 === member } }
        if !shared.isEmpty { try run(shared, decoder) }
        for (number, member) in alone.enumerated() {
            let isFirst = shared.isEmpty && number == 0
            member.write { () throws(ImageError) in
                isFirst ? decoder : try makeDecoder()
            } _: { (plan, decoder, output, digest) throws(ImageError) in
                try plan.run(decoder, to: output, digest: digest)
            }
        }
        complete(context.timings)
    }

    /// Makes the written outputs appear at once; all or none if the job asks for that.
    private func complete(_ timings: StageTimingCollector) {
        func failFiles() {
            guard job.writesAllOrNothing, let error = members.compactMap(\.error).first else { return }
            for member in members where member.error == nil && member.place?.target != .memory {
                member.fail(with: error)
            }
        }
        failFiles()
        // what is written to a pipe cannot be withdrawn
        let written = members.filter { $0.written != nil }
        let files = written.filter { $0.opened?.isFile ?? false }
        var withdrawals: [() -> Void] = []
        func complete(_ member: Member) {
            guard let output = member.opened, let report = member.written else { return }
            member.attempt { (place) throws(ImageError) in
                member.result = .success(try BlurJob.completed(report, output, at: place, timings))
                withdrawals.append(output.withdraw)
            }
        }
        for member in written where !(member.opened?.isFile ?? false) { complete(member) }
        failFiles()
        if files.contains(where: { $0.written != nil }) { job.willAppear?() }
        for member in files { complete(member) }
        if job.writesAllOrNothing, members.contains(where: { $0.error != nil }) {
            for withdraw in withdrawals { withdraw() }
        }
        failFiles()
    }

    /// Checks the memory and waits for it, and lets outputs that are held share what is left.
    private func limitHeldOutputs(_ input: JobInput, _ context: JobContext) throws(ImageError) {
        let (estimate, held) = (memoryEstimate, held)
        try input.label.attributingErrors { () throws(ImageError) in
            try context.reserve(memory: estimate + held.byteCount)
        }
        guard held.copyCount > 0 else { return }
        for member in members { member.opened?.held?.limit = (context.limits.memory - estimate) / held.copyCount }
    }

    /// Makes several outputs from one decode.
    ///
    /// - Throws: an error of the input, after which no output has been written.
    private func run(_ members: [Member], _ input: InputDecoder) throws(ImageError) {
        guard let request = members.first?.plan?.request else { return }
        let sizes = Self.sizes(members)
        try input.label.attributingErrors { () throws(ImageError) in
            for size in sizes { try size.prepare() }
            try Self.decode(request, Self.reduction(members), input) { slice, rows in
                let start = Instant.now
                for size in sizes { size.append(slice, rows) }
                input.context.timings.add(.resize, since: start)
            }
        }
        for size in sizes {
            let sized = members.filter { $0.plan.map { size.suits($0.request) } ?? false }
            do throws(ImageError) {
                try input.label.attributingErrors { () throws(ImageError) in try size.blur(input.context) }
            } catch {
                for member in sized { member.result = .failure(error) }
            }
        }
        let threads = request.usesThreads ? job.blur.execution.threadCount : 1
        let queue = EncodingQueue(members.filter { $0.result == nil }, sizes)
        Threads.run(max(1, min(threads, members.count))) { _ in
            while let (member, image) = queue.next() {
                member.write {
                    input
                } _: { (plan, input, output, digest) throws(ImageError) in
                    try plan.encode(image, input, to: output, digest: digest)
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

    /// The outputs that are not encoded yet.
    private final class EncodingQueue: @unchecked Sendable {
        private let monitor = Monitor()
        private var members: [Member]
        private let sizes: [OutputSize]

        init(_ members: [Member], _ sizes: [OutputSize]) { (self.members, self.sizes) = (members.reversed(), sizes) }

        /// The next output, and its blurred image.
        func next() -> (Member, BufferedImage)? {
            monitor.withLock {
                guard let member = members.popLast(), let request = member.plan?.request,
                    let image = sizes.first(where: { $0.suits(request) })?.image
                else { return nil }
                return (member, BufferedImage(rereading: image))
            }
        }
    }
}
