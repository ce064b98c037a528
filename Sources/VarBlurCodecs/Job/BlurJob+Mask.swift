internal import VarBlur

extension BlurJob {
    /// The job with the masks of its files and of its input as its settings, notices about them, and the memory while they were read.
    ///
    /// What is painted of the input, in any of its outputs, has no effect on its masks.
    func loadingMasks(
        _ context: JobContext, of input: JobInput?, painting fills: [FillPlan]
    ) throws(ImageError) -> (job: BlurJob, notices: [String], memory: Int) {
        var held = input?.contents.count ?? 0
        var (job, notices, memory) = (self, [String](), held)
        func note(_ loaded: LoadedMask) -> AlphaMask {
            notices += loaded.notices
            memory = max(memory, held + loaded.readingBytes)
            held += loaded.mask.byteCount
            return loaded.mask
        }
        // those of files first, which others may have read
        for role in MaskRole.allCases {
            guard case .image(let source) = self[role] else { continue }
            let isInverted = isInverted(role)
            func read() throws(ImageError) -> LoadedMask {
                try MaskFile.read(source, isInverted: isInverted, besides: held, context, codecs: codecs, as: role)
            }
            let loaded =
                if let maskCache {
                    try maskCache.mask(source, isInverted: isInverted, context.limits, as: role, read: read)
                } else {
                    try read()
                }
            (job[role], job.blur[role]) = (nil, note(loaded))
        }
        for role in MaskRole.allCases {
            guard let plane = self[role]?.plane else { continue }
            guard let input else {
                throw ImageError(
                    .invalidSettings, "frames tell neither subject nor depth",
                    remedy: "use a file as the \(role.rawValue)")
            }
            job.blur[role] = note(
                try input.label.attributingErrors(
                    MaskFile.read(
                        plane, of: input.contents, turn, isInverted: isInverted(role), painting: fills, besides: held,
                        context,
                        codecs: codecs, as: role)))
        }
        return (job, notices, memory)
    }

    /// What is painted of an input, whatever happens to its colors; `nil` for nothing.
    func fillPlan(_ header: ImageHeader, _ context: JobContext) throws(ImageError) -> FillPlan? {
        guard let fill else { return nil }
        let header = header.turned(turn)
        return try FillPlan(
            fill, header, PictureGeometry(header, crop, resize, limits: context.limits), converted: nil,
            changesPixels: false, context.deadline)
    }

    /// The settings of the blur with the masks of ``maskSource`` and ``matteSource``, and notices about them.
    ///
    /// - Throws: an error of a mask that cannot be read.
    package func settingsWithMasks() throws(ImageError) -> (blur: BlurSettings, notices: [String]) {
        let loaded = try loadingMasks(startingContext(gainMaps: .nothing), of: nil, painting: [])
        return (loaded.job.blur, loaded.notices)
    }

    /// The settings of the blur with what masks of the photo show of a picture; other masks lie over the whole result.
    func blurSettings(in geometry: PictureGeometry, _ limits: ImageLimits) throws(ImageError) -> BlurSettings {
        let (whole, placement) = (geometry.uprightInput, geometry.placement)
        func part(_ mask: AlphaMask?) throws(ImageError) -> AlphaMask? {
            if placement.source == SourceRegion(wholeWidth: whole.width, height: whole.height), !placement.hasBars {
                return mask
            }
            return try ImageError.wrapping(mask?.part(ofWidth: whole.width, height: whole.height, placement))
        }
        let roles = photoRoles
        if roles.isEmpty { return blur }
        let parts = roles.compactMap {
            self.blur[$0]?.partByteCount(ofWidth: whole.width, height: whole.height, placement)
        }
        try limits.check(memory: parts.reduce(self.blur.maskByteCount, +))
        var blur = blur
        for role in roles { blur[role] = try part(blur[role]) }
        return blur
    }

    /// The memory of the masks of settings for a picture, of those of which they are parts, and of their reduced copies, in bytes.
    func maskByteCount(_ settings: BlurSettings, in geometry: PictureGeometry) -> Int {
        MaskRole.allCases.reduce(settings.maskByteCount) { sum, role in
            let reduced = settings[role]?.reducedByteCount(width: geometry.width, height: geometry.height) ?? 0
            let isWhole = blur[role]?.samples === settings[role]?.samples
            return sum + reduced + (isWhole ? 0 : blur[role]?.byteCount ?? 0)
        }
    }

    /// The job with what a photo knows of itself as masks of the result.
    ///
    /// - Throws: an error with the name of the file.
    package func loadingPhotoMasks(of photo: ImageSource) throws(ImageError) -> BlurJob {
        let roles = photoRoles
        if roles.isEmpty { return self }
        let context = startingContext(gainMaps: .presence)
        let input = try JobInput(reading: photo, context, mustBeRegular: false, codecs)
        let header = try input.header(context)
        let fill = try input.label.attributingErrors(fillPlan(header, context))
        let loaded = try loadingMasks(context, of: input, painting: fill.map { [$0] } ?? []).job
        var job = loaded
        job.blur = try loaded.blurSettings(of: input, context).blur
        for role in roles { job[role] = nil }
        return job
    }

    /// The settings of the blur with what masks of the photo show of the result, and its geometry.
    ///
    /// - Throws: an error with the name of the file.
    private func blurSettings(
        of input: JobInput, _ context: JobContext
    ) throws(ImageError) -> (blur: BlurSettings, geometry: PictureGeometry) {
        try input.label.attributingErrors { () throws(ImageError) in
            let geometry = try PictureGeometry(input.header(context).turned(turn), crop, resize, limits: context.limits)
            return (try blurSettings(in: geometry, context.limits), geometry)
        }
    }

    /// The settings without masks of the photo, which lie over the picture as its writer intended.
    var settingsWithoutPhoto: BlurSettings {
        var blur = blur
        for role in photoRoles { blur[role] = nil }
        return blur
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
        var (job, size) = (self, (width: report.width, height: report.height))
        if report.isSkipped && !isMissingAlpha { return nil }
        if report.isSkipped || maskSource?.plane != nil {
            let (blur, geometry) = try blurSettings(of: input, context)
            (job.blur, size) = (blur, (geometry.width, geometry.height))
        }
        do throws(ImageError) {
            return try job.writtenAlpha(width: size.width, height: size.height, to: place, context)
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
        let blur = try ImageError.wrapping(self.blur.progressiveBlur(width: width, height: height))
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
