internal import VarBlur

extension BlurJob {
    /// Reads, blurs, and writes an image on other threads, and stops early if the task is cancelled.
    ///
    /// If many jobs run at once, some of them wait for others. ``ImageLimits/time`` includes this.
    ///
    /// A job that waits for others ends as soon as its task is cancelled. Later, cancellation is checked between rows, and every 50
    /// milliseconds while the job waits for a pipe. A cancelled job writes no output, and leaves an existing output untouched.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - target: the output; by default, ``Report/bytes``.
    /// - Returns: the output's size, notices, and timings, and the output itself if it is in memory.
    /// - Throws: an ``ImageError`` with the file, the cause, and the remedy, or `CancellationError` if the task was cancelled.
    /// - Complexity: O(pixels).
    public func run(from source: ImageSource, to target: OutputTarget = .memory) async throws -> Report {
        try await runBlocking { (cancellation) throws(ImageError) in
            try run(from: source, to: [output(at: target)], cancellation)[0].get()
        }
    }

    /// Makes several files from an image on other threads, and stops early if the task is cancelled.
    ///
    /// It waits for other jobs as a job with a single output does.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - outputs: the files to make; the targets differ.
    /// - Returns: the result of each output, in order.
    /// - Throws: an ``ImageError`` if no output can be made, or `CancellationError` if the task was cancelled before the image was decoded.
    /// - Complexity: O(pixels of the input and of the outputs).
    public func run(
        from source: ImageSource, to outputs: [Output]
    ) async throws -> [Result<Report, ImageError>] {
        try await runBlocking { (cancellation) throws(ImageError) in try run(from: source, to: outputs, cancellation) }
    }

    private func runBlocking<Value: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws(ImageError) -> Value
    ) async throws -> Value {
        try await BlockingWork.run(
            timeLimit: limits.time.map { ($0, ImageError(timeLimit: $0)) }, isCancellation: { $0.code == .cancelled },
            body)
    }
}
