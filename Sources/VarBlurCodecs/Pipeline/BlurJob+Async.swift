internal import VarBlur

extension BlurJob {
    /// Reads, blurs, and writes an image on other threads, and stops early if the task is cancelled.
    ///
    /// Cancellation is checked between rows, and every 50 milliseconds while the job waits for a pipe. A cancelled job writes
    /// no output, and leaves an existing output untouched.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - target: the output.
    /// - Returns: the output's size, notices, and timings.
    /// - Throws: an error with the file, the cause, and the remedy; the code is `cancelled` if the task was cancelled.
    /// - Complexity: O(pixels).
    public func run(from source: ImageSource, to target: OutputTarget) async throws(ImageError) -> Report {
        try await BlockingWork.run { (cancellation) throws(ImageError) in
            try cancelled(by: cancellation).run(from: source, to: target)
        }
    }

    /// Blurs an image file and returns the output file in memory, on other threads, and stops early if the task is cancelled.
    ///
    /// - Parameter source: the input.
    /// - Returns: the output, and its size, notices, and timings.
    /// - Throws: an error with the file, the cause, and the remedy; the code is `cancelled` if the task was cancelled.
    /// - Complexity: O(pixels).
    public func run(from source: ImageSource) async throws(ImageError) -> Output {
        try await BlockingWork.run { (cancellation) throws(ImageError) in
            try cancelled(by: cancellation).run(from: source)
        }
    }

    /// Blurs an image file in memory and returns the output file, on other threads, and stops early if the task is cancelled.
    ///
    /// ```swift
    /// let output = try await job.run(from: bytes)
    /// ```
    ///
    /// - Parameter bytes: the whole file.
    /// - Returns: the output, and its size, notices, and timings.
    /// - Throws: an error with the cause and the remedy; the code is `cancelled` if the task was cancelled.
    /// - Complexity: O(pixels).
    public func run(from bytes: [UInt8]) async throws(ImageError) -> Output {
        try await BlockingWork.run { (cancellation) throws(ImageError) in
            try cancelled(by: cancellation).run(from: bytes)
        }
    }

    /// Blurs an image file in memory and writes the output to a file, on other threads, and stops early if the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - bytes: the whole input file.
    ///   - target: the output.
    /// - Returns: the output's size, notices, and timings.
    /// - Throws: an error with the file, the cause, and the remedy; the code is `cancelled` if the task was cancelled.
    /// - Complexity: O(pixels).
    public func run(from bytes: [UInt8], to target: OutputTarget) async throws(ImageError) -> Report {
        try await BlockingWork.run { (cancellation) throws(ImageError) in
            try cancelled(by: cancellation).run(from: bytes, to: target)
        }
    }

    private func cancelled(by cancellation: Cancellation) -> BlurJob {
        var job = self
        job.limits.cancellation = cancellation
        return job
    }
}
