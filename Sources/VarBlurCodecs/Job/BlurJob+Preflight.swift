public import VarBlur

extension BlurJob {
    /// The result of a preflight check: the properties of a job, derived from the header of the input.
    public struct Preflight: Sendable, Hashable {
        /// The width in pixels of the output.
        public var width: Int
        /// The height in pixels of the output.
        public var height: Int
        /// The estimated memory of the job with its masks, in bytes.
        public var memory: Int
        /// The length of the input in bytes.
        public var inputBytes: Int
        /// Whether the output exists and would be left unchanged.
        public var isSkipped: Bool
        /// What the job would average, with the curves of the image if it is linear light.
        public var light: BlurLight
    }

    /// Checks a job without decoding the pixels of the input, and without writing anything.
    ///
    /// The whole input is read, but only its header is parsed. Masks and mattes are decoded.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - target: the output.
    /// - Returns: the properties of the job.
    /// - Throws: an error with the file, the cause, and the remedy, if the job would fail for a reason that is already known.
    /// - Complexity: O(bytes of the input).
    public func preflight(
        from source: ImageSource, to target: OutputTarget = .memory
    ) throws(ImageError) -> Preflight {
        let place = try OutputPlace(target, for: source, self)
        let context = startingContext()
        let input = try JobInput(reading: source, context, mustBeRegular: place.isInPlace, codecs)
        let (job, _, memory) = try loadingMasks(context, besides: input.contents.count)
        var preflight = try job.preflightWithMask(input, place, context)
        preflight.memory = max(preflight.memory, memory)
        return preflight
    }

    private func preflightWithMask(
        _ input: JobInput, _ place: OutputPlace, _ context: JobContext
    ) throws(ImageError) -> Preflight {
        let contents = input.contents
        let (plan, memory) = try input.label.attributingErrors { () throws(ImageError) in
            let header = try codecs.makeReader(of: contents, context).header
            let plan = try BlurPlan(header, self, context, inputByteCount: contents.count)
            let memory = plan.memoryEstimate(outputCopies: place.copyCount)
            try context.limits.check(memory: memory)
            return (plan, memory)
        }
        let isSkipped = place.isKept(contents, JobDigest.Lazy(of: self, contents: contents), context, codecs)
        if !isSkipped { try place.check(input: input.identity) }
        if !isSkipped || isMissingAlpha { try alphaPlace?.check(input: input.identity) }
        return Preflight(
            width: plan.request.frame.width, height: plan.request.frame.height, memory: memory,
            inputBytes: contents.count, isSkipped: isSkipped, light: plan.request.blur.light)
    }
}
