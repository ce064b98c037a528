internal import VariableBlur

/// Blurs one image file into another.
public struct BlurJob: Sendable {
    /// The blur.
    public var blur = BlurSettings()
    /// The format and the encoding of the output.
    public var output = OutputSettings()
    /// Limits that protect against hostile inputs.
    public var limits = ImageLimits()
    /// Whether the output replaces the input file.
    public var isInPlace = false
    /// The action if the output exists.
    public var existing = ExistingOutput.asTargetSpecifies
    /// An image file that replaces ``BlurSettings/mask``; `nil` to keep the setting.
    ///
    /// Its alpha channel is the mask if any pixel is not opaque, else Rec. 601 luma is. The mask is turned upright and stretched over the
    /// upright image. The limits of the job apply to it too, except that damage is always an error.
    public var maskSource: ImageSource?
    /// Whether the mask of ``maskSource`` is inverted.
    public var isMaskInverted = false
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
        if existing == .skip && target.exists { return .skipped() }
        let limits = startedLimits
        try alphaTarget?.attributingErrors { () throws(ImageError) in
            try alphaTarget?.check(input: nil, isInPlace: false)
        }
        let (job, notices) = try loadingMask(limits)
        var report = try job.run(from: source, to: target, limits)
        report.notices = notices + report.notices
        if let alphaTarget, !report.isSkipped {
            try job.writeAlpha(width: report.width, height: report.height, to: alphaTarget, limits)
        }
        return report
    }

    /// Performs a job whose mask is loaded.
    private func run(
        from source: ImageSource, to target: OutputTarget, _ limits: ImageLimits
    ) throws(ImageError) -> Report {
        var watch = StageStopwatch()
        let (contents, identity) = try source.attributingErrors { () throws(ImageError) in
            try source.read(limits: limits, mustBeRegular: isInPlace, codecs: codecs)
        }
        watch.end(\.read)
        let digest = JobDigest.Lazy(of: self, contents: contents)
        if existing == .skipSame && target.contains(digest.value, limits: limits, codecs: codecs) {
            return .skipped(digest: digest.value, inputBytes: contents.count, timings: watch.timings)
        }
        let (output, held) = try openOutput(target, input: identity, limits)
        let (input, plan) = try source.attributingErrors { () throws(ImageError) in
            try open(contents, limits, held)
        }
        if writesDigest && plan.usesThreads { digest.computeInBackground() }
        let pipeline = BlurPipeline(
            plan: plan, digest: writesDigest ? digest : nil, source: source, target: target, contents: contents,
            limits: limits)
        let result = try pipeline.run(input, to: output.sink)
        watch.restart()
        try target.attributingErrors(output.commit)
        watch.end(\.commit)
        var report = Report(input, plan)
        (report.inputBytes, report.outputBytes) = (contents.count, result.outputByteCount)
        (report.digest, report.timings) = (digest.known, watch.timings + result.timings)
        return report
    }

    /// The limits of a job that starts now.
    var startedLimits: ImageLimits {
        var limits = limits.startingNow()
        limits.strippedMetadata = output.stripping
        return limits
    }

    /// Opens the input and plans its blur; an output that is held in memory gets what is left of it.
    private func open(
        _ contents: FileContents, _ limits: ImageLimits, _ held: MemoryFile?
    ) throws(ImageError) -> (InputDecoder, BlurPlan) {
        let input = try InputDecoder(contents, limits: limits, codecs: codecs)
        let plan = try BlurPlan(input.header, blur, output, limits: limits, codecs: codecs)
        let count = contents.count
        try limits.check(memory: plan.memoryEstimate(inputBytes: count, holdsOutput: held != nil))
        held?.limit = limits.memory - plan.memoryEstimate(inputBytes: count)
        return (input, plan)
    }

    /// Opens the output before the input is decoded, so that no work is done for an output that cannot be written.
    private func openOutput(
        _ target: OutputTarget, input: FileIdentity?, _ limits: ImageLimits
    ) throws(ImageError) -> (OutputTarget.OpenedOutput, held: MemoryFile?) {
        try target.attributingErrors { () throws(ImageError) in
            try target.check(input: input, isInPlace: isInPlace)
            if target.canOpenEarly { return (try target.open(isDurable: output.isDurable), held: nil) }
            // bytes written to a pipe cannot be withdrawn, so nothing is written until the output is complete
            let file = try MemoryFile()
            let opened = OutputTarget.OpenedOutput(sink: file) { () throws(ImageError) in
                let opened = try target.open(isDurable: output.isDurable, until: limits.deadline)
                try file.write(to: opened.sink)
                try opened.commit()
            }
            return (opened, held: file)
        }
    }
}
