internal import VariableBlur

/// Blurs some MCU rows in the stored planes of a JPEG file; the other rows keep their coefficients.
struct JPEGCoefficientStrategy: BlurStrategy {
    private let planes: JPEGPlaneStrategy
    /// The MCU rows in which any component is blurred: disjoint nonempty ranges in order.
    private let blurredRows: [Range<Int>]
    private let usesThreads: Bool

    /// The minimum fraction of the image that must be unblurred for keeping coefficients to be worthwhile.
    private static let minimumUnblurredFraction = 0.25

    /// Returns `nil` if too little of the image stays as it is, or if its quality changes.
    init?(_ request: ShortcutRequest, _ planes: JPEGPlaneStrategy) {
        guard request.engine == .fast, !request.allowsDamage, request.encoding.encoding.jpeg?.quality == nil,
            let quantization = request.header.jpegStyle?.quantization,
            quantization == request.encoding.encoding.jpeg?.style.quantization
        else { return nil }
        let layout = planes.layout
        let rows = Self.blurredRows(request.blur, layout)
        let unblurredCount = rows.reduce(layout.count) { $0 - $1.count }
        let minimumCount = Self.minimumUnblurredFraction * Double(layout.count)
        guard unblurredCount > 0, Double(unblurredCount) >= minimumCount else { return nil }
        (self.planes, blurredRows, usesThreads) = (planes, rows, request.usesThreads)
    }

    private static func blurredRows(_ blur: ProgressiveBlur, _ layout: SliceLayout) -> [Range<Int>] {
        let ranges = layout.components.flatMap { component -> [Range<Int>] in
            guard let sampling = component.sampling else { return [] }
            let rows = blur.blurredRows(
                width: component.width, height: component.height, format: component.format, sampling: sampling)
            return rows.map { rows in
                rows.lowerBound / component.rowsPerSlice..<(rows.upperBound - 1) / component.rowsPerSlice + 1
            }
        }
        return ranges.merged()
    }

    var layout: SliceLayout { planes.layout }

    /// The whole output is held in memory, and its new rows are held twice.
    func codecByteCount(_ inputByteCount: Int) -> Int {
        2 * inputByteCount + planes.readerByteCount + planes.coefficientByteCount
    }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        do throws(ImageError) {
            try keepCoefficients(pipeline, input, to: sink)
        } catch  where error.code == .fault && sink.count == 0 {
            // libjpeg can read some files whose coefficients it cannot write
            try pipeline.source.attributingErrors { () throws(ImageError) in try input.restart() }
            try planes.run(pipeline, input, to: sink)
        }
    }

    private func keepCoefficients(
        _ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink
    ) throws(ImageError) {
        let original = try pipeline.source.attributingErrors { () throws(ImageError) in
            // the metadata has been read already
            var limits = pipeline.limits
            limits.strippedMetadata = .all
            return try JPEGReader(pipeline.contents, limits: limits)
        }
        // blurred rows need the tables of all scans, and the header may have only some of them
        guard !original.mayRedefineTables else { return try planes.run(pipeline, input, to: sink) }
        try pipeline.process(planes.slices(of: input, pipeline.stage), only: blurredRows) { () throws(ImageError) in
            CoefficientSliceSink(
                planes.encoding.with(pipeline.digest), to: sink, original: original, inputName: pipeline.source.text,
                layout, rows: blurredRows, usesThreads: usesThreads, deadline: pipeline.stage.deadline)
        }
        input.otherWarning = original.warning
    }
}
