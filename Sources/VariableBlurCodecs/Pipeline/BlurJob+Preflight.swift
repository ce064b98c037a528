extension BlurJob {
    /// The result of a preflight: the properties of a job, according to the input's header.
    public struct Preflight: Sendable, Hashable {
        /// The width in pixels of the upright image.
        public var width: Int
        /// The height in pixels of the upright image.
        public var height: Int
        /// The estimated memory of the job, in bytes.
        public var memory: Int
        /// The length of the input in bytes.
        public var inputBytes: Int
        /// Whether the output exists and would be left as it is.
        public var isSkipped: Bool
    }

    /// Checks a job without decoding pixels, and without writing anything.
    ///
    /// - Throws: an error with file, cause and remedy, if ``run(from:to:)`` would fail for a reason known by then.
    /// - Complexity: O(bytes of the input).
    public func preflight(from source: ImageSource, to target: OutputTarget) throws(ImageError) -> Preflight {
        let limits = startedLimits
        return try loadingMask(limits).job.preflight(from: source, to: target, limits)
    }

    /// Checks a job whose mask is loaded.
    private func preflight(
        from source: ImageSource, to target: OutputTarget, _ limits: ImageLimits
    ) throws(ImageError) -> Preflight {
        try source.attributingErrors { () throws(ImageError) in
            let (contents, identity) = try source.read(limits: limits, mustBeRegular: isInPlace, codecs: codecs)
            let header = try codecs.makeReader(of: contents, limits: limits).header
            let plan = try BlurPlan(header, blur, output, limits: limits, codecs: codecs)
            let memory = plan.memoryEstimate(inputBytes: contents.count, holdsOutput: !target.canOpenEarly)
            try limits.check(memory: memory)
            let isSkipped = skips(contents, target, limits)
            if !isSkipped {
                try target.attributingErrors { () throws(ImageError) in
                    try target.check(input: identity, isInPlace: isInPlace)
                }
            }
            return Preflight(
                width: header.uprightWidth, height: header.uprightHeight, memory: memory, inputBytes: contents.count,
                isSkipped: isSkipped)
        }
    }

    private func skips(_ contents: FileContents, _ target: OutputTarget, _ limits: ImageLimits) -> Bool {
        switch existing {
        case .asTargetSpecifies: false
        case .skip: target.exists
        case .skipSame:
            target.contains(JobDigest(of: self, contents: contents), limits: limits, codecs: codecs)
        }
    }
}
