internal import VarBlur

extension BlurPlan {
    /// The least step by which a tint becomes more opaque.
    private static let opacityStep = 1.0 / 256

    /// Makes the output of a job as ``run(_:to:digest:for:)`` does, and chooses the opacity of its tint.
    ///
    /// The rows where text stands are made without a tint first, and measured as they will be seen: in sRGB. The output is made with the opacity
    /// that follows, decoded again, and made with more until text is legible on it, or the tint is opaque. The parameters and errors are those
    /// of ``run(_:to:digest:for:)``.
    func run(
        _ job: BlurJob, choosingOpacityFor contrast: TextContrast, _ input: InputDecoder, to output: JobOutput,
        digest: (() -> String)?
    ) throws(ImageError) -> WrittenOutput {
        let text = try contrast.text(on: job.blur.look.tint)
        let (width, height) = (request.geometry.width, request.geometry.height)
        let legibility = TintLegibility(
            text.layer, request.blur.field, request.blur.matte, width: width, height: height)
        var (opacity, step) = (0.0, Self.opacityStep)
        if !legibility.rows.isEmpty {
            let seen = try tinted(job, 0, input).measured(legibility, input)
            if seen.opacity > 0 { opacity = min(seen.opacity + step, 1) }
            try input.label.attributingErrors(input.restart())
        }
        while true {
            let held = try MemoryFile()
            held.limit = max(input.context.limits.memory - memoryEstimate(), 0)
            held.remedy = "raise the limit, or set the opacity of the tint"
            let target = JobOutput(sink: held, label: output.label, held: held, copy: nil, commit: {})
            let plan = try tinted(job, opacity, input)
            // rows that are stored exactly need not be decoded again
            let isExact = plan.request.encoding.encoding.settings.compression.isLossless && !legibility.rows.isEmpty
            let rows = isExact ? try plan.seenRows(legibility, opacity, input) : nil
            var written = try plan.run(input, to: target, digest: digest, for: rows)
            // a timeout is attributed to the input: its size is the reason
            let seen = try input.label.attributingErrors { () throws(ImageError) in
                if let rows { rows.result } else { try measured(held, legibility, opacity, input.context) }
            }
            let isReached = seen.map { $0.opacity <= opacity } ?? true
            if isReached || opacity == 1 {
                try output.label.attributingErrors(held.write(to: output.sink))
                written.legibility = seen.map {
                    TextLegibility(
                        opacity: opacity, textColor: text.color, contrast: $0.contrast, isReached: isReached)
                }
                return written
            }
            (opacity, step) = (min((seen?.opacity ?? opacity) + step, 1), 2 * step)
            try input.label.attributingErrors(input.restart())
        }
    }

    /// The plan of a job whose tint has an opacity.
    private func tinted(_ job: BlurJob, _ opacity: Double, _ input: InputDecoder) throws(ImageError) -> BlurPlan {
        var (job, header) = (job, input.header)
        job.blur.look = job.blur.look.tinted(opacity)
        // a map that is left out for its memory stays out
        if gainMap == nil { header.gainMap = nil }
        return try input.label.attributingErrors(
            BlurPlan(header, job, input.context, inputByteCount: input.contents.count))
    }

    /// What measures the text on rows of the output, as they are encoded.
    private func seenRows(
        _ legibility: TintLegibility, _ opacity: Double, _ input: InputDecoder
    ) throws(ImageError) -> SeenRows {
        let plan = request.encoding
        var header = ImageHeader(
            format: request.writer.format, width: plan.width, height: plan.height, pixelFormat: plan.pixelFormat)
        (header.profile, header.metadata) = (plan.writtenProfile, plan.metadata)
        return try input.label.attributingErrors(SeenRows(header, legibility, tintedBy: opacity))
    }

    /// Measures the text on the output of a job whose tint is transparent, without encoding it.
    private func measured(
        _ legibility: TintLegibility, _ input: InputDecoder
    ) throws(ImageError) -> TintLegibility.Measurement {
        let (plan, conversion, rows) = (request.encoding, request.conversion, legibility.rows)
        let seen = try seenRows(legibility, 0, input)
        var route = BlurRoute.pixels(request)
        let rowsPerSlice = route.blurred.components[0].rowsPerSlice
        let slices = rows.lowerBound / rowsPerSlice..<(rows.upperBound - 1) / rowsPerSlice + 1
        route.encodedSlices = [slices]
        route.makeSink = { (input, _) throws(ImageError) in
            try RowSliceSink(nil, conversion, plan, input.context, for: seen, from: slices.lowerBound)
        }
        if request.framing.isIdentity && request.isStreamed && request.blur.edges != .wrap {
            // no kernel reaches further, whatever the pyramid
            let reach = 6 * request.blur.field.placed(width: plan.width, height: plan.height).maximumRadius + 64
            if reach < Double(rows.lowerBound) { input.firstRow = rows.lowerBound - Int(reach) }
        }
        _ = try send(input, through: route, to: RouteOutput(sink: try MemoryFile(), digest: nil), input.label)
        return seen.result
    }

    /// Measures the text on an encoded output; `nil` if nothing of it is tinted.
    private func measured(
        _ file: MemoryFile, _ legibility: TintLegibility, _ opacity: Double, _ context: JobContext
    ) throws(ImageError) -> TintLegibility.Measurement? {
        if legibility.rows.isEmpty { return nil }
        let input = try InputDecoder(file.contents, request.writer, context.asSeen, label: .memory)
        try context.limits.check(memory: file.contents.count + request.writer.readerByteCount(input.header))
        let seen = try SeenRows(input.header, legibility, tintedBy: opacity)
        try seen.add(input)
        return seen.result
    }

    /// An upper bound on the memory that choosing the opacity of a tint takes, in bytes: the encoded output, and what decodes it.
    var legibilityByteCount: Int {
        request.writer.outputByteCount(request) + 16 * request.geometry.width * request.geometry.height
    }
}

/// How legible text is on the tint of an output.
public struct TextLegibility: Sendable, Hashable {
    /// The opacity of the tint that was chosen, 0 to 1.
    public var opacity: Double
    /// The color of the text in sRGB.
    public var textColor: RGBColor
    /// The contrast of the text, 1 to 21, rounded down to two decimals: that of the 5 % of the pixels with the least, in the worst cell.
    public var contrast: Double
    /// Whether this is the contrast that was asked for; if not, the tint is opaque.
    public var isReached: Bool

    /// The notice if it is not.
    var notice: String {
        "even where the tint is opaque, text in \(textColor.hexadecimal) has a contrast of only \(ReadableNumber.text(contrast))"
    }
}
