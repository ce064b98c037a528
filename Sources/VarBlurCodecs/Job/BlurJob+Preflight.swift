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
        /// The input.
        public var input: InputSummary
        /// What the job would average, with the curves of the image if it is linear light.
        public var light: BlurLight
        /// Notices for the user that are known before the pixels are decoded, one sentence each, without a period.
        public var notices: [String]
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
        try preflight(from: source, to: [output(at: target)])[0].get()
    }
}
