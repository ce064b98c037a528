extension BlurJob {
    /// An image file in memory, and the report of the job that made it.
    public struct Output: Sendable, Hashable {
        /// The file.
        public let bytes: [UInt8]
        /// The output's size, notices, and timings.
        public let report: Report
    }

    /// Blurs an image file in memory and returns the output file.
    ///
    /// ```swift
    /// let output = try job.run(from: bytes)
    /// ```
    ///
    /// The input is not copied. Errors have no file name, and ``existing`` does not apply.
    ///
    /// - Parameter bytes: the whole file.
    /// - Returns: the output, and its size, notices, and timings.
    /// - Throws: an error with the cause and the remedy.
    /// - Complexity: O(pixels).
    public func run(from bytes: [UInt8]) throws(ImageError) -> Output { try unsafe run(from: bytes.span.bytes) }

    /// Blurs an image file in memory and returns the output file.
    ///
    /// - Parameter bytes: the whole file, which is not copied.
    /// - Returns: the output, and its size, notices, and timings.
    /// - Throws: an error with the cause and the remedy.
    /// - Complexity: O(pixels).
    public func run(from bytes: Span<UInt8>) throws(ImageError) -> Output { try unsafe run(from: bytes.bytes) }

    /// Blurs an image file in memory and returns the output file.
    ///
    /// - Parameter bytes: the whole file, which is not copied.
    /// - Returns: the output, and its size, notices, and timings.
    /// - Throws: an error with the cause and the remedy.
    /// - Complexity: O(pixels).
    public func run(from bytes: RawSpan) throws(ImageError) -> Output {
        let limits = startedLimits
        return try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            var watch = StageStopwatch()
            return try unsafe run(JobInput(borrowing: bytes, limits), limits, &watch)
        }
    }

    /// Blurs an image file and returns the output file in memory.
    ///
    /// - Parameter source: the input.
    /// - Returns: the output, and its size, notices, and timings.
    /// - Throws: an error with the file, the cause, and the remedy.
    /// - Complexity: O(pixels).
    public func run(from source: ImageSource) throws(ImageError) -> Output {
        let limits = startedLimits
        var watch = StageStopwatch()
        let input = try JobInput(reading: source, limits, mustBeRegular: false, codecs)
        watch.end(\.read)
        return try run(input, limits, &watch)
    }

    /// Blurs an image file in memory and writes the output to a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole input file, which is not copied.
    ///   - target: the output.
    /// - Returns: the output's size, notices, and timings.
    /// - Throws: an error with the file, the cause, and the remedy; the code is `invalidSettings` for ``OutputTarget/input``.
    /// - Complexity: O(pixels).
    public func run(from bytes: [UInt8], to target: OutputTarget) throws(ImageError) -> Report {
        try unsafe run(from: bytes.span.bytes, to: target)
    }

    /// Blurs an image file in memory and writes the output to a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole input file, which is not copied.
    ///   - target: the output.
    /// - Returns: the output's size, notices, and timings.
    /// - Throws: an error with the file, the cause, and the remedy; the code is `invalidSettings` for ``OutputTarget/input``.
    /// - Complexity: O(pixels).
    public func run(from bytes: RawSpan, to target: OutputTarget) throws(ImageError) -> Report {
        let place = try OutputPlace(target, self)
        if place.isKeptUnread && !isMissingAlpha { return .skipped() }
        let limits = startedLimits
        return try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            var watch = StageStopwatch()
            return try unsafe run(JobInput(borrowing: bytes, limits), limits, to: place, &watch)
        }
    }

    private func run(
        _ input: JobInput, _ limits: ImageLimits, _ watch: inout StageStopwatch
    ) throws(ImageError) -> Output {
        let output = try JobOutput.memory()
        let report = try withMask(input, limits) { (job) throws(ImageError) in
            try job.run(input, limits, JobDigest.Lazy(of: job, contents: input.contents), to: output, &watch)
        }
        let contents = output.held?.contents
        return Output(bytes: contents.map { $0.bytes(0..<$0.count) } ?? [], report: report)
    }
}
