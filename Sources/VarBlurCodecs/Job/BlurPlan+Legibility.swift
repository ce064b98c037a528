internal import VarBlur

extension BlurPlan {
    /// The least step by which a tint becomes more opaque.
    private static let opacityStep = 1.0 / 256

    /// Makes the output of a job as ``run(_:to:digest:)`` does, and chooses the opacity of its tint if the job asks for that.
    ///
    /// The output is made without a tint first, and measured as it will be seen: decoded again, in sRGB. It is then made with the opacity that
    /// follows, and with more until text is legible on it, or the tint is opaque. The parameters and errors are those of
    /// ``run(_:to:digest:)``.
    func run(
        _ job: BlurJob, _ input: InputDecoder, to output: JobOutput, digest: (() -> String)?
    ) throws(ImageError) -> WrittenOutput {
        guard let contrast = job.textContrast else { return try run(input, to: output, digest: digest) }
        let text = try contrast.text(on: job.blur.look.tint)
        let (width, height) = (request.frame.width, request.frame.height)
        let legibility = TintLegibility(
            text.layer, request.blur.field, request.blur.matte, width: width, height: height)
        var (opacity, step) = (0.0, Self.opacityStep)
        while true {
            let held = try MemoryFile()
            held.limit = max(input.context.limits.memory - memoryEstimate(), 0)
            held.remedy = "raise the limit, or set the opacity of the tint"
            let target = JobOutput(sink: held, label: output.label, held: held, copy: nil, commit: {})
            var written = try tinted(job, opacity, input).run(input, to: target, digest: digest)
            // a timeout is attributed to the input: its size is the reason
            let seen = try input.label.attributingErrors { () throws(ImageError) in
                try Self.measured(held, legibility, opacity, input.context)
            }
            let isReached = seen.map { $0.opacity <= opacity } ?? true
            if isReached || opacity == 1 {
                try output.label.attributingErrors { () throws(ImageError) in try held.write(to: output.sink) }
                written.legibility = seen.map {
                    TextLegibility(
                        opacity: opacity, textColor: text.color, contrast: $0.contrast, isReached: isReached)
                }
                return written
            }
            (opacity, step) = (min((seen?.opacity ?? opacity) + step, 1), 2 * step)
            try input.label.attributingErrors { () throws(ImageError) in try input.restart() }
        }
    }

    /// The plan of a job whose tint has an opacity.
    private func tinted(_ job: BlurJob, _ opacity: Double, _ input: InputDecoder) throws(ImageError) -> BlurPlan {
        var job = job
        job.blur.look = job.blur.look.tinted(opacity)
        return try input.label.attributingErrors { () throws(ImageError) in
            try BlurPlan(input.header, job, input.context, inputByteCount: input.contents.count)
        }
    }

    /// Measures the text on an encoded output; `nil` if nothing of it is tinted.
    private static func measured(
        _ file: MemoryFile, _ legibility: TintLegibility, _ opacity: Double, _ context: JobContext
    ) throws(ImageError) -> TintLegibility.Measurement? {
        let rows = legibility.rows
        guard !rows.isEmpty else { return nil }
        let file = try LoadedImageFile(output: file.contents, context)
        let region = PixelRegion(x: 0, y: rows.lowerBound, width: file.header.uprightWidth, height: rows.count)
        let picture = try file.picture(
            SourceRegion(region), of: region, width: region.width, height: region.height)
        return legibility.measure(picture, tintedBy: opacity)
    }

    /// An upper bound on the memory that choosing the opacity of a tint takes, in bytes: the encoded output and its pixels.
    var legibilityByteCount: Int {
        request.writer.outputByteCount(request) + 16 * request.frame.width * request.frame.height
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
