internal import VarBlur

/// The decisions about one image before its pixels are decoded: pixel formats, encoding, and strategy.
struct BlurPlan {
    let header: ImageHeader
    let settings: BlurSettings
    let blur: ProgressiveBlur
    let conversion: ImageConversion
    let encoding: EncodingPlan
    let strategy: any BlurStrategy
    /// Whether the stages run on their own threads.
    let usesThreads: Bool
    /// Notices about information that the output loses, one sentence each.
    let notices: [String]

    /// The least size at which threads save time, in pixels.
    private static let leastPixelsForThreads = 150_000

    /// Plans the blur of an image.
    ///
    /// - Throws: an error with the code `unsupported` if the output's format cannot hold the result, or
    ///   `invalidSettings`.
    init(
        _ header: ImageHeader, _ settings: BlurSettings, _ output: OutputSettings, _ context: JobContext,
        codecs: CodecRegistry = .standard
    ) throws(ImageError) {
        let reader = try codecs.codec(of: header.format)
        let writer = try codecs.codec(of: output.format ?? header.format)
        var blur = try ImageError.wrapping { () throws(BlurError) in
            try settings.progressiveBlur(width: header.uprightWidth, height: header.uprightHeight)
        }
        let conversion = try ImageConversion(
            from: header, edges: settings.edges, to: writer, background: output.background,
            alternatives: codecs.nameList("or") { $0.holdsAlpha })
        try blur.look.check(on: header)
        var lightNotices: [String] = []
        if settings.light == .linear { (blur.light, lightNotices) = try header.linearLight() }
        blur.look.dithersSixteenBits = conversion.written.depth == .eight
        let isLarge = header.pixelCount >= Self.leastPixelsForThreads
        let usesThreads = isLarge && settings.execution.threadCount > 1
        var (encoding, metadataNotices) = try EncodingPlan.upright(
            header, as: conversion.written, output, writer, deadline: context.deadline)
        if !conversion.keepsProfile { encoding.profile = nil }
        encoding.threadCount = usesThreads ? settings.execution.threadCount : 1
        try encoding.check(writer)
        (self.header, self.settings, self.blur, self.conversion) = (header, settings, blur, conversion)
        (self.encoding, self.usesThreads) = (encoding, usesThreads)
        notices =
            conversion.notices(on: header, to: writer, strips: output.stripping) + metadataNotices
            + settings.maskNotices(on: header) + blur.look.notices(on: header) + lightNotices
        let request = ShortcutRequest(
            header: header, conversion: conversion, encoding: encoding, blur: blur,
            engine: settings.engine, usesThreads: usesThreads, allowsDamage: context.limits.allowsDamage)
        strategy = try Self.strategy(request, reader, writer)
    }

    private static func strategy(
        _ request: ShortcutRequest, _ reader: any ImageCodec, _ writer: any ImageCodec
    ) throws(ImageError) -> any BlurStrategy {
        if reader.format == writer.format, let shortcut = try writer.shortcut(request) { return shortcut }
        return PixelStrategy(
            header: request.header, conversion: request.conversion, encoding: request.encoding, reader: reader,
            writer: writer)
    }

    /// The pipeline that performs the plan.
    ///
    /// - Parameters:
    ///   - contents: the input.
    ///   - source: the name of the input in errors.
    ///   - target: the name of the output in errors.
    ///   - digest: computes the digest to write into the output; `nil` for none.
    ///   - context: the limits and the deadline of the job.
    /// - Returns: the pipeline, which runs once.
    func pipeline(
        _ contents: FileContents, source: FileLabel, target: FileLabel, digest: (() -> String)?, context: JobContext
    ) -> BlurPipeline {
        BlurPipeline(
            blur: blur, engine: settings.engine, execution: settings.execution, orientation: header.orientation,
            isStreamed: isStreamed, usesThreads: usesThreads, digest: digest, source: source, target: target,
            contents: contents, context: context)
    }

    /// Whether slices are blurred while further slices are being decoded; otherwise the whole image is buffered.
    var isStreamed: Bool { Self.isStreamed(header, settings, blur) }

    private static func isStreamed(_ header: ImageHeader, _ settings: BlurSettings, _ blur: ProgressiveBlur) -> Bool {
        settings.engine.algorithm.supportsRowStreaming && blur.field.variation == .betweenRows
            && header.orientation == .up
    }
}
