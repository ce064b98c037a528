internal import VarBlur

/// Blurs some MCUs of a JPEG file, in its stored planes or as pixels; the others keep their coefficients.
struct JPEGCoefficientStrategy: BlurStrategy {
    private let blurred: any MCURowStrategy
    private let replaced: ReplacedMCUs
    private let usesThreads: Bool

    /// The minimum fraction of the image that must be unblurred for keeping coefficients to be worthwhile.
    private static let minimumKeptFraction = 0.25

    /// Returns `nil` if too little of the image stays as it is, or if its quality changes.
    init?(_ request: ShortcutRequest, _ blurred: any MCURowStrategy) {
        guard request.engine == .fast, !request.allowsDamage, request.encoding.encoding.jpeg?.quality == nil,
            let style = request.header.jpegStyle, let quantization = style.quantization,
            quantization == request.encoding.encoding.jpeg?.style.quantization
        else { return nil }
        let replaced = ReplacedMCUs(request.blur, blurred.planes, style)
        guard replaced.keptFraction >= Self.minimumKeptFraction else { return nil }
        (self.blurred, self.replaced, usesThreads) = (blurred, replaced, request.usesThreads)
    }

    var layout: SliceLayout { blurred.layout }

    /// The whole output is held in memory, and its new rows are held twice.
    func codecByteCount(_ inputByteCount: Int) -> Int {
        2 * inputByteCount + replaced.byteCount + blurred.readerByteCount + blurred.coefficientByteCount
    }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        do throws(ImageError) {
            try keepCoefficients(pipeline, input, to: sink)
        } catch  where error.code == .fault && sink.count == 0 {
            // libjpeg can read some files whose coefficients it cannot write
            try pipeline.source.attributingErrors { () throws(ImageError) in try input.restart() }
            try blurred.run(pipeline, input, to: sink)
        }
    }

    private func keepCoefficients(
        _ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink
    ) throws(ImageError) {
        let original = try pipeline.source.attributingErrors { () throws(ImageError) in
            // the metadata has been read already
            try JPEGReader(pipeline.contents, pipeline.context.withoutMetadata)
        }
        // blurred rows need the tables of all scans, and the header may have only some of them
        guard !original.mayRedefineTables else { return try blurred.run(pipeline, input, to: sink) }
        try pipeline.process(blurred.slices(of: input, pipeline.context), only: replaced.rows) {
            () throws(ImageError) in
            CoefficientSliceSink(
                blurred.encoding.with(pipeline.digest), to: sink, original: original, inputName: pipeline.source.text,
                layout, replacing: replaced, usesThreads: usesThreads, deadline: pipeline.context.deadline)
        }
        input.otherWarning = original.warning
    }
}
