internal import VariableBlur

/// Blurs one image file into another: from disk to disk, or in memory.
public struct BlurJob: Sendable {
    /// The blur.
    public var blur = BlurSettings()
    /// The format and the encoding of the output.
    public var output = OutputSettings()
    /// Limits that protect against hostile inputs.
    public var limits = ImageLimits()
    /// What to do if the output exists.
    public var existing = ExistingOutput.fail
    /// An image file that replaces ``BlurSettings/mask``; `nil` to keep the setting.
    ///
    /// Its alpha channel is the mask if any pixel is not opaque, else Rec. 601 luma is. The mask is turned upright and stretched over the
    /// upright image. The limits of the job apply to it too, except that damage is always an error.
    public var maskSource: ImageSource?
    /// Whether the mask of ``maskSource`` is inverted.
    public var isMaskInverted = false
    /// Where the mask of ``maskSource`` is kept for other jobs; `nil` to read it for this job alone.
    public var maskCache: MaskCache?
    /// Where to write the alpha of the blur, as a gray PNG image with 16 bits per sample; `nil` for nowhere.
    public var alphaTarget: OutputTarget?
    /// Whether to write a ``JobDigest`` into the output, by which ``ExistingOutput/skipSame`` recognizes it.
    public var writesDigest = false

    /// The codecs of inputs and outputs.
    var codecs = CodecRegistry.standard

    /// A job with default settings.
    public init() {}

    /// Reads, blurs and writes an image.
    ///
    /// The output file appears when it is complete, or not at all; an existing file of that name remains until then.
    /// When an unrotated image is blurred from the top or bottom with the fast engine, decoding, blurring, and encoding
    /// overlap, and only some rows are in memory. Otherwise the whole image is in memory.
    ///
    /// From JPEG to JPEG, the stored planes are usually blurred without color conversion; not if the image is rotated,
    /// edges are transparent, or the sampling is unusual. If at least a quarter of the image is outside the blur, and
    /// neither the quality is changed nor damage allowed, those parts keep their entropy-coded data, or at least their
    /// coefficients.
    ///
    /// - Returns: the output's size, notices and timings.
    /// - Throws: an error with file, cause and remedy.
    /// - Complexity: O(pixels).
    public func run(from source: ImageSource, to target: OutputTarget) throws(ImageError) -> Report {
        let place = try OutputPlace(target, for: source, self)
        if place.isKeptUnread && !isMissingAlpha { return .skipped() }
        let limits = startedLimits
        var watch = StageStopwatch()
        let input = try JobInput(reading: source, limits, mustBeRegular: place.isInPlace, codecs)
        watch.end(\.read)
        return try run(input, limits, to: place, &watch)
    }

    /// Blurs an input that has been read into a file.
    func run(
        _ input: JobInput, _ limits: ImageLimits, to place: OutputPlace, _ watch: inout StageStopwatch
    ) throws(ImageError) -> Report {
        try withMask(input, limits) { (job) throws(ImageError) in
            try job.runWithMask(input, limits, to: place, &watch)
        }
    }

    private func runWithMask(
        _ input: JobInput, _ limits: ImageLimits, to place: OutputPlace, _ watch: inout StageStopwatch
    ) throws(ImageError) -> Report {
        let digest = JobDigest.Lazy(of: self, contents: input.contents)
        if place.isKept(input.contents, digest, limits, codecs) {
            return .skipped(digest: digest.known, inputBytes: input.contents.count, timings: watch.timings)
        }
        do throws(ImageError) {
            let output = try place.open(input: input.identity, limits, isDurable: self.output.isDurable)
            return try run(input, limits, digest, to: output, &watch)
        } catch {
            // another job may have written the output in the meantime
            guard place.isKept(after: error) else { throw error }
            return .skipped(digest: digest.known, inputBytes: input.contents.count, timings: watch.timings)
        }
    }

    /// Decodes, blurs and encodes an input; the mask is loaded.
    func run(
        _ input: JobInput, _ limits: ImageLimits, _ digest: JobDigest.Lazy, to output: JobOutput,
        _ watch: inout StageStopwatch
    ) throws(ImageError) -> Report {
        let contents = input.contents
        let (decoder, plan) = try input.label.attributingErrors { () throws(ImageError) in
            try open(contents, limits, output)
        }
        if writesDigest && plan.usesThreads { digest.computeInBackground() }
        let pipeline = BlurPipeline(
            plan: plan, digest: writesDigest ? digest : nil, source: input.label, target: output.label,
            contents: contents, limits: limits)
        let result = try pipeline.run(decoder, to: output.sink)
        watch.restart()
        try output.label.attributingErrors(output.commit)
        watch.end(\.commit)
        var report = Report(decoder, plan)
        (report.inputBytes, report.outputBytes) = (contents.count, result.outputByteCount)
        (report.digest, report.timings) = (digest.known, watch.timings + result.timings)
        return report
    }

    /// The limits of a job that starts now.
    var startedLimits: ImageLimits {
        var limits = limits.startingNow()
        limits.strippedMetadata = output.stripping
        limits.needsColors = blur.light == .linear
        return limits
    }

    /// Opens the input and plans its blur; an output that is held in memory gets what is left of it.
    private func open(
        _ contents: FileContents, _ limits: ImageLimits, _ output: JobOutput
    ) throws(ImageError) -> (InputDecoder, BlurPlan) {
        let input = try InputDecoder(contents, limits: limits, codecs: codecs)
        let plan = try BlurPlan(input.header, blur, self.output, limits: limits, codecs: codecs)
        let count = contents.count
        try limits.check(memory: plan.memoryEstimate(inputBytes: count, outputCopies: output.copyCount))
        if output.copyCount > 0 {
            output.held?.limit = (limits.memory - plan.memoryEstimate(inputBytes: count)) / output.copyCount
        }
        return (input, plan)
    }
}
