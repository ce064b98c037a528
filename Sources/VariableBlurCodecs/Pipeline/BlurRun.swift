internal import VariableBlur

/// The stages through which one image goes.
struct BlurRun {
    let plan: BlurPlan
    /// What the output is to say of itself.
    let digest: JobDigest.Lazy?
    let source: ImageSource
    let target: OutputTarget
    let contents: FileContents
    let limits: ImageLimits
    private let meter = StageMeter()

    /// What there is to say in the end.
    struct Outcome {
        /// The input as it was read.
        let input: InputImage
        let outputBytes: Int
        let times: StageTimes
    }

    init(
        plan: BlurPlan, digest: JobDigest.Lazy?, source: ImageSource, target: OutputTarget, contents: FileContents,
        limits: ImageLimits
    ) {
        (self.plan, self.digest, self.contents, self.limits) = (plan, digest, contents, limits)
        (self.source, self.target) = (source, target)
    }

    /// Blurs an image into a sink.
    ///
    /// - Throws: an error that names its file.
    func run(_ input: InputImage, to sink: any ByteSink) throws(ImageError) -> Outcome {
        let counter = CountingSink(sink)
        switch plan.way {
        case .pixels: try runPixels(input, to: counter)
        case .planes(let layout): try run(input, layout, to: counter)
        case .coefficients(let layout, let new):
            do throws(ImageError) {
                try run(input, layout, keepingAllBut: new, to: counter)
            } catch  where error.code == .fault && counter.count == 0 {
                // there are files that can be read, but not be written with the coefficients that they have
                try source.naming { () throws(ImageError) in try input.reopen(contents, limits: limits) }
                try run(input, layout, to: counter)
            }
        }
        return Outcome(input: input, outputBytes: counter.count, times: meter.times)
    }

    private func runPixels(_ input: InputImage, to sink: any ByteSink) throws(ImageError) {
        let slices = try source.naming { () throws(ImageError) in
            try DecodedRows(input, plan.conversion, deadline: limits.deadline, meter: meter)
        }
        try run(slices) { () throws(ImageError) in
            try EncodedRows(encoding, plan.conversion, to: sink, digest: digest, deadline: limits.deadline)
        }
    }

    /// Blurs the planes of a JPEG file.
    private func run(_ input: InputImage, _ layout: SliceLayout, to sink: any ByteSink) throws(ImageError) {
        try run(planes(input, layout)) { () throws(ImageError) in
            try EncodedPlanes(encoding, to: sink, deadline: limits.deadline)
        }
    }

    /// Blurs some rows of a JPEG file's planes, and keeps the others.
    private func run(
        _ input: InputImage, _ layout: SliceLayout, keepingAllBut new: Range<Int>, to sink: any ByteSink
    ) throws(ImageError) {
        let original = try source.naming { () throws(ImageError) in try JPEGReader(contents, limits: limits) }
        // the header's tables are then not all that there is to know
        guard !original.mayRedefineTables else { return try run(input, layout, to: sink) }
        try run(planes(input, layout), new) { () throws(ImageError) in
            PartialJPEG(
                encoding, to: sink, original: original, inputName: source.name, layout, rows: new,
                usesThreads: plan.usesThreads, deadline: limits.deadline)
        }
        input.note(original.warning)
    }

    private func planes(_ input: InputImage, _ layout: SliceLayout) throws(ImageError) -> DecodedPlanes {
        guard let reader = input.jpeg else { throw ImageError(.fault, "only JPEG files have planes") }
        return DecodedPlanes(input, reader, layout, deadline: limits.deadline, meter: meter)
    }

    private var encoding: EncodingPlan {
        var encoding = plan.encoding
        // a PNG file says it behind its header, once there is something to follow it
        if case .jpeg = encoding.encoding { encoding.metadata.digest = digest?.value.description }
        return encoding
    }

    /// Sends the slices of the result through the stages, or some of them.
    private func run(
        _ slices: any SliceSource, _ part: Range<Int>? = nil, makeSink: () throws(ImageError) -> any SliceSink
    ) throws(ImageError) {
        var stages = Stages(usesThreads: plan.usesThreads)
        defer { stages.stop() }
        let blurred: any SliceSource
        do { blurred = try self.blurred(slices, part, &stages) } catch { throw error.about(source.name) }
        // decoding has begun: what it takes to begin with the output goes on meanwhile
        let sink = try writing { () throws(ImageError) -> any SliceSink in try makeSink() }
        defer { sink.stop() }
        // an image that has been turned has other slices
        for _ in 0..<(part?.count ?? blurred.pool.layout.count) {
            let slice = try source.naming { () throws(ImageError) -> Slice in try blurred.next() }
            let start = ContinuousClock.now
            try writing { () throws(ImageError) in try sink.write(slice) }
            meter.add(\.encode, since: start)
            blurred.pool.giveBack(slice)
        }
        let start = ContinuousClock.now
        try writing { () throws(ImageError) in try sink.finish() }
        meter.add(\.encode, since: start)
    }

    /// Names the output in the errors of `body`; but where the time is over, the input that takes so long.
    private func writing<Result>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.about(error.code == .timeout ? source.name : target.name) }
    }

    /// The slices of the result.
    private func blurred(
        _ slices: any SliceSource, _ part: Range<Int>?, _ stages: inout Stages
    ) throws(ImageError) -> any SliceSource {
        if let part, part.isEmpty { return slices }
        guard plan.isStreamed else {
            let image = try HeldImage(slices, plan.header.orientation)
            let start = ContinuousClock.now
            try image.apply(plan.blur, plan.settings)
            meter.add(\.blur, since: start)
            return image
        }
        let wanted = part ?? 0..<slices.pool.layout.count
        let decoded = stages.add(slices, count: slices.pool.layout.count)
        let blur = try SliceBlur(
            plan.blur, decoded, from: wanted.lowerBound, set: plan.settings.execution.instructionSet, meter: meter)
        return stages.add(blur, count: wanted.count)
    }
}

/// Stages that may work on threads of their own.
private struct Stages {
    let usesThreads: Bool
    private var running: [Prefetch] = []

    init(usesThreads: Bool) { self.usesThreads = usesThreads }

    /// Lets a source work ahead, if there are threads to use.
    mutating func add(_ source: any SliceSource, count: Int) -> any SliceSource {
        guard usesThreads else { return source }
        let prefetch = Prefetch(source, count: count)
        running.append(prefetch)
        return prefetch
    }

    /// Ends the threads, the last stage's first.
    mutating func stop() {
        while let last = running.popLast() { last.stop() }
    }
}

extension ImageSource {
    /// Names the source in the errors of `body`.
    func naming<Result: ~Copyable>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.about(name) }
    }
}

extension OutputTarget {
    /// Names the target in the errors of `body`.
    func naming<Result: ~Copyable>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.about(name) }
    }
}
