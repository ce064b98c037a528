internal import VarBlur

/// Decodes, blurs, and encodes one image; the stages pass slices to each other.
struct BlurPipeline {
    let blur: ProgressiveBlur
    let engine: BlurEngine
    let execution: BlurExecution
    /// The orientation of the decoded slices.
    let orientation: ImageOrientation
    /// Whether slices are blurred while further slices are being decoded; otherwise the whole image is buffered.
    let isStreamed: Bool
    /// Whether the stages run on their own threads.
    let usesThreads: Bool
    /// Computes the digest to write into the output; `nil` for none.
    let digest: (() -> String)?
    let source: FileLabel
    let target: FileLabel
    let contents: FileContents
    let context: JobContext

    /// Blurs an image into a sink.
    ///
    /// - Returns: the number of bytes written.
    /// - Throws: an error with the name of its file.
    func run(
        _ strategy: any BlurStrategy, _ input: InputDecoder, to sink: any ByteSink
    ) throws(ImageError) -> Int {
        let counter = CountingSink(sink, target)
        try strategy.run(self, input, to: counter)
        return counter.count
    }

    /// Sends slices through blur and encoder.
    ///
    /// - Parameters:
    ///   - slices: the decoder's slices.
    ///   - parts: the slices of the result to encode, disjoint nonempty ranges in order; `nil` for all.
    ///   - makeSink: starts the encoder; called while the decoder is already running.
    /// - Throws: an error with the name of its file.
    func process(
        _ slices: any SliceSource, only parts: [Range<Int>]? = nil,
        makeSink: () throws(ImageError) -> any SliceSink
    ) throws(ImageError) {
        var threads = StageThreads(isEnabled: usesThreads)
        defer { threads.stop() }
        let blurred = try source.attributingErrors { () throws(ImageError) in
            try blurredSlices(slices, parts, &threads)
        }
        let sink = try attributingEncoderErrors { () throws(ImageError) -> any SliceSink in try makeSink() }
        defer { sink.stop() }
        // the result of a rotated image has its own number of slices
        for _ in 0..<(parts?.totalCount ?? blurred.pool.layout.count) {
            let slice = try source.attributingErrors { () throws(ImageError) -> Slice in try blurred.next() }
            try encode { () throws(ImageError) in try sink.write(slice) }
            blurred.pool.recycle(slice)
        }
        try encode { () throws(ImageError) in try sink.finish() }
    }

    private func encode(_ body: () throws(ImageError) -> Void) throws(ImageError) {
        let start = ContinuousClock.now
        try attributingEncoderErrors(body)
        context.timings.add(\.encode, since: start)
    }

    /// Attributes errors to the output, but a timeout to the input: its size is the reason.
    private func attributingEncoderErrors<Result>(
        _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do {
            return try body()
        } catch {
            throw error.attributed(to: error.code == .timeout ? source.text : target.text)
        }
    }

    /// The slices of the result that are in some parts of it.
    private func blurredSlices(
        _ slices: any SliceSource, _ parts: [Range<Int>]?, _ threads: inout StageThreads
    ) throws(ImageError) -> any SliceSource {
        if let parts, parts.isEmpty { return slices }
        guard isStreamed else {
            let image = try BufferedImage(slices, orientation, only: parts)
            let start = ContinuousClock.now
            try image.apply(blur, engine, execution, until: context.deadline)
            context.timings.add(\.blur, since: start)
            return image
        }
        let parts = parts ?? [0..<slices.pool.layout.count]
        let decoded = threads.prefetch(slices, count: slices.pool.layout.count)
        let blurred = try RowStageSource(blur, decoded, only: parts, execution.instructionSet, context.timings)
        return threads.prefetch(blurred, count: parts.totalCount)
    }
}

extension [Range<Int>] {
    /// The number of elements of all ranges.
    fileprivate var totalCount: Int { reduce(0) { $0 + $1.count } }
}

/// The threads of a pipeline's stages.
private struct StageThreads {
    let isEnabled: Bool
    private var prefetches: [Prefetch] = []

    init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// Moves a source to its own thread, if threads are enabled.
    mutating func prefetch(_ source: any SliceSource, count: Int) -> any SliceSource {
        guard isEnabled else { return source }
        let prefetch = Prefetch(source, count: count)
        prefetches.append(prefetch)
        return prefetch
    }

    /// Stops the threads, from the last stage to the first.
    mutating func stop() {
        while let last = prefetches.popLast() { last.stop() }
    }
}
