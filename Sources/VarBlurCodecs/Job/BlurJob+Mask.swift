internal import VarBlur

extension BlurJob {
    /// The job with the masks of ``maskSource`` and ``matteSource`` as its settings, notices about them, and the memory while they were
    /// read; the input, of `inputBytes`, is in memory.
    func loadingMasks(
        _ context: JobContext, besides inputBytes: Int
    ) throws(ImageError) -> (job: BlurJob, notices: [String], memory: Int) {
        var (job, notices, memory, held) = (self, [String](), inputBytes, inputBytes)
        for (role, source, isInverted) in [
            (MaskRole.mask, maskSource, isMaskInverted), (.matte, matteSource, isMatteInverted),
        ] {
            guard let source else { continue }
            let loaded =
                if let maskCache {
                    try maskCache.mask(
                        source, isInverted: isInverted, besides: held, context, codecs: codecs, as: role)
                } else {
                    try MaskFile.read(
                        source, isInverted: isInverted, besides: held, context, codecs: codecs, as: role)
                }
            switch role {
            case .mask: (job.maskSource, job.blur.mask) = (nil, loaded.mask)
            case .matte: (job.matteSource, job.blur.matte) = (nil, loaded.mask)
            }
            notices += loaded.notices
            memory = max(memory, held + loaded.readingBytes)
            held += loaded.mask.byteCount
        }
        return (job, notices, memory)
    }

    /// The settings of the blur with the masks of ``maskSource`` and ``matteSource``, and notices about them.
    ///
    /// - Throws: an error of a mask that cannot be read.
    package func settingsWithMasks() throws(ImageError) -> (blur: BlurSettings, notices: [String]) {
        let loaded = try loadingMasks(startingContext(), besides: 0)
        return (loaded.job.blur, loaded.notices)
    }

    /// Whether the alpha of the blur is to be written to a file that does not exist.
    var isMissingAlpha: Bool { alphaTarget.map { !$0.exists } ?? false }

    /// Where the alpha of the blur is written; `nil` if it is not wanted, or if its file exists and is left as it is.
    ///
    /// - Throws: an error with the code `invalidSettings` if it is to replace the input, or to be in memory.
    var alphaPlace: OutputPlace? {
        get throws(ImageError) {
            guard let alphaTarget else { return nil }
            let place = try OutputPlace(alpha: alphaTarget, self)
            return place.isKeptUnread ? nil : place
        }
    }

    /// Writes the alpha of the blur as a PNG image with 16 bits per sample; after a job that was skipped, only if its file does not
    /// exist.
    ///
    /// - Returns: the complete output, which has not appeared yet; `nil` if an existing file is kept.
    /// - Throws: an error of the output for the alpha, unless that means that an existing file is kept.
    func writtenAlpha(
        of input: JobInput, _ report: Report, to place: OutputPlace, _ context: JobContext
    ) throws(ImageError) -> JobOutput? {
        var size = (width: report.width, height: report.height)
        if report.isSkipped {
            guard isMissingAlpha else { return nil }
            size = try input.label.attributingErrors { () throws(ImageError) in
                let header = try codecs.makeReader(of: input.contents, context).header
                let frame = try Frame(header.turned(turn), crop, resize, limits: context.limits)
                return (frame.width, frame.height)
            }
        }
        do throws(ImageError) {
            return try writtenAlpha(width: size.width, height: size.height, to: place, context)
        } catch {
            guard place.isKept(after: error) else { throw error }
            return nil
        }
    }

    /// How many rows of alphas are computed together, because parts of many rows have fewer areas.
    private static let alphaRowCount = 16

    private func writtenAlpha(
        width: Int, height: Int, to place: OutputPlace, _ context: JobContext
    ) throws(ImageError) -> JobOutput {
        let blur = try ImageError.wrapping { () throws(BlurError) in
            try self.blur.progressiveBlur(width: width, height: height)
        }
        let plan = EncodingPlan(
            width: width, height: height, pixelFormat: PixelFormat(.gray, .sixteen), encoding: .png)
        let opened = try place.open(input: nil, context, isDurable: output.isDurable)
        try opened.label.attributingErrors { () throws(ImageError) in
            var encoder = try ImageEncoder(plan, to: opened.sink)
            let field = blur.field.placed(width: width, height: height)
            let sampling = PlaneSampling(wholeWidth: width, height: height)
            for start in stride(from: 0, to: height, by: Self.alphaRowCount) {
                try context.deadline?.check()
                let rows = start..<min(start + Self.alphaRowCount, height)
                var samples = [UInt16](repeating: 0, count: rows.count * width)
                field.visitAlphas(ofRows: rows, columns: 0..<width, sampling: sampling) { row, column, alpha in
                    samples[(row - start) * width + column] = UInt16((alpha * 65535).rounded())
                }
                for row in 0..<rows.count {
                    try unsafe encoder.writeRow(samples.span.extracting(row * width..<(row + 1) * width).bytes)
                }
            }
            try encoder.finish()
            try opened.prepare()
        }
        return opened
    }
}
