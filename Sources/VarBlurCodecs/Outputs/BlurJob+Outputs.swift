public import VarBlur

extension BlurJob {
    /// One of several files that are made from an input.
    public struct Output: Sendable {
        /// The size of the file; `nil` for that of the cropped image.
        public var resize: Resize?
        /// The format and the encoding of the file.
        public var settings: OutputSettings
        /// Where the file goes.
        public var target: OutputTarget

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - resize: the size; `nil` for that of the cropped image.
        ///   - settings: the format and the encoding.
        ///   - target: where the file goes; by default, ``BlurJob/Report/bytes``.
        public init(
            resize: Resize? = nil, settings: OutputSettings = OutputSettings(), target: OutputTarget = .memory
        ) {
            (self.resize, self.settings, self.target) = (resize, settings, target)
        }
    }

    /// Reads and decodes an image once, and makes several files from it.
    ///
    /// ```swift
    /// let outputs = [320.0, 640].map { width in
    ///     BlurJob.Output(
    ///         resize: Resize(width: .pixels(width), height: nil),
    ///         target: .file(path: "photo-\(Int(width)).jpg"))
    /// }
    /// let results = try job.run(from: .file(path: "photo.jpg"), to: outputs)
    /// ```
    ///
    /// ``resize`` and ``output`` of the job are ignored, all else applies to each output. Each size is blurred once, and held in
    /// memory until all its files are written. The files appear when all of them are complete.
    ///
    /// An output that fails does not affect the others: the result of each tells whether it succeeded. If all outputs are skipped,
    /// nothing is decoded.
    ///
    /// A file has the same bytes and the same ``JobDigest`` as that of a job with the same settings, with one exception: the decoder of JPEG
    /// images reduces the image as far as suits the largest output, so smaller ones are computed from more pixels than they would be on their
    /// own, and not from stored planes. Whether some outputs exist already makes no difference. An output of the size of the input that can keep data of
    /// the input is decoded on its own. Beside JPEG or AVIF files, WebP and JPEG XL files without a quality have the default one, even if the
    /// input is lossless.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - outputs: the files to make; the targets differ.
    /// - Returns: the result of each output, in order, with the timings of all outputs together.
    /// - Throws: an error if no output can be made, because of the input, the mask, or the limits. The code is `invalidSettings` if
    ///   ``alphaTarget`` is set for several outputs: their sizes differ.
    /// - Complexity: O(pixels of the input and of the outputs).
    public func run(from source: ImageSource, to outputs: [Output]) throws(ImageError) -> [Result<Report, ImageError>] {
        try run(from: source, to: outputs, nil)
    }

    /// Makes several files from an image until a cancellation is requested.
    func run(
        from source: ImageSource, to outputs: [Output], _ cancellation: Cancellation?
    ) throws(ImageError) -> [Result<Report, ImageError>] {
        let set = try OutputSet(outputs, for: source, self)
        set.skipUnread()
        if set.isFinished {
            var context = startingContext(cancellation, gainMaps: .nothing)
            if set.readsKept {
                try context.waitForTurn()
                try context.reserve(memory: set.keptByteCount(context))
            }
            set.describeKept(context)
            return set.results
        }
        let (context, input, maskNotices, _) = try start(source, set, cancellation)
        defer { withExtendedLifetime(context.reservation) {} }
        try set.run(input, maskNotices, context)
        return set.results
    }

    /// Checks outputs without decoding the pixels of the input, and without writing anything.
    ///
    /// The whole input is read, but only its header is parsed. Masks and mattes are decoded.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - outputs: the files to make.
    /// - Returns: the properties of each output, or why it would fail; the memory is that for all outputs together.
    /// - Throws: an error if no output could be made.
    /// - Complexity: O(bytes of the input).
    public func preflight(
        from source: ImageSource, to outputs: [Output]
    ) throws(ImageError) -> [Result<Preflight, ImageError>] {
        let set = try OutputSet(outputs, for: source, self)
        let (context, input, maskNotices, maskMemory) = try start(source, set, nil)
        return try set.preflight(input, context).map { result in
            result.map { preflight in
                var preflight = preflight
                preflight.memory = max(preflight.memory, maskMemory)
                if !preflight.isSkipped { preflight.notices = maskNotices + preflight.notices }
                return preflight
            }
        }
    }

    /// Reads the input and the mask of a set of outputs.
    private func start(
        _ source: ImageSource, _ set: OutputSet, _ cancellation: Cancellation?
    ) throws(ImageError) -> (JobContext, JobInput, maskNotices: [String], maskMemory: Int) {
        var context = set.readingJob.startingContext(cancellation, gainMaps: set.gainMaps)
        try context.waitForTurn()
        let start = Instant.now
        let input = try JobInput(reading: source, context, mustBeRegular: set.replacesInput, codecs)
        context.timings.add(.read, since: start)
        set.chooseLoss(input)
        try set.checkAlpha(input)
        let fills = try set.fillPlans(of: input, context)
        let (job, notices, memory) = try loadingMasks(context, of: input, painting: fills)
        set.setMasks(job)
        return (context, input, notices, memory)
    }

    /// The picture that the job would blur: its input, cropped and resized.
    ///
    /// - Parameter source: the input.
    /// - Returns: upright pixels in the format of the blur.
    /// - Throws: an error with the file, the cause, and the remedy.
    /// - Complexity: O(pixels of the input).
    package func picture(of source: ImageSource) throws(ImageError) -> PixelBuffer {
        let context = startingContext(gainMaps: .nothing)
        let input = try JobInput(reading: source, context, mustBeRegular: false, codecs)
        let decoder = try input.makeDecoder(context)
        return try input.label.attributingErrors { () throws(ImageError) in
            let plan = try BlurPlan(decoder.header, self, context, inputByteCount: input.contents.count)
            try context.limits.check(memory: plan.memoryEstimate())
            return try plan.request.framing.pixels(of: decoder)
        }
    }

    /// The size in pixels of the upright input after the crop, and its format; only the header is decoded.
    ///
    /// - Throws: an error with the file, the cause, and the remedy.
    package func croppedSize(
        of source: ImageSource
    ) throws(ImageError) -> (width: Int, height: Int, format: ImageFormat) {
        let context = JobContext(startingNow: limits, stripping: .all, gainMaps: .nothing)
        let input = try JobInput(reading: source, context, mustBeRegular: false, codecs)
        return try input.label.attributingErrors { () throws(ImageError) in
            let header = try input.header(context)
            let geometry = try PictureGeometry(header.turned(turn), crop, nil, limits: limits)
            return (geometry.width, geometry.height, header.format)
        }
    }
}
