extension BlurJob {
    /// What a job would do, as far as the input's header tells.
    public struct Examination: Sendable, Hashable {
        /// The upright image's width in pixels.
        public var width: Int
        /// The upright image's height in pixels.
        public var height: Int
        /// The memory that it would need, by estimate, in bytes.
        public var memory: Int
        /// The input's length in bytes.
        public var inputBytes: Int
        /// Whether the output is there already, and ``BlurJob/existing`` says to leave it.
        public var isSkipped: Bool
    }

    /// Looks at the input as ``run(from:to:)`` would, without decoding its pixels, and without writing anything.
    ///
    /// - Throws: an error that names the file, the cause and the remedy, where the job would fail for what is known by then.
    /// - Complexity: O(bytes of the input).
    public func examine(from source: ImageSource, to target: OutputTarget) throws(ImageError) -> Examination {
        do {
            let limits = limits.begun()
            let (contents, identity) = try source.read(limits: limits)
            let header = try ImageDecoder(contents, limits: limits).header
            let plan = try BlurPlan(header, blur, output, allowsDamage: limits.allowsDamage)
            let memory = plan.memoryEstimate(inputBytes: contents.count)
            try limits.check(memory: memory)
            let isSkipped = skips(contents, target, limits)
            if !isSkipped { try check(target, identity) }
            return Examination(
                width: header.uprightWidth, height: header.uprightHeight, memory: memory, inputBytes: contents.count,
                isSkipped: isSkipped)
        } catch {
            throw error.about(source.name)
        }
    }

    private func skips(_ contents: FileContents, _ target: OutputTarget, _ limits: ImageLimits) -> Bool {
        switch existing {
        case .asTheTargetSays: false
        case .skip: target.exists
        case .skipSame: target.holds(JobDigest(of: self, contents: contents), limits: limits)
        }
    }

    private func check(_ target: OutputTarget, _ identity: FileIdentity?) throws(ImageError) {
        do {
            try target.check(input: identity, isInPlace: isInPlace)
        } catch {
            throw error.about(target.name)
        }
    }
}
