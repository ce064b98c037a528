extension ProgressiveBlur {
    /// Blurs an image in place on other threads, and stops early if the task is cancelled.
    ///
    /// ```swift
    /// try await blur.blur(&image)
    /// ```
    ///
    /// Cancellation is checked between rows. Rows that have already been blurred stay blurred. To keep the image, blur a copy
    /// of it.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - engine: the implementation.
    ///   - execution: the threads and instructions of the fast engine.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the image unchanged, or `CancellationError`.
    /// - Complexity: O(pixels), or O(pixels × ``maximumRadius``) with ``BlurEngine/reference``.
    public func blur(
        _ pixels: inout PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) async throws {
        // the memory stays valid and exclusive: the buffer is not accessible to the caller until this function returns
        let image = unsafe pixels.withUnsafeMutablePixels { unsafe SharedPixels(pixels: $0) }
        try await BlockingWork.run(isCancellation: { $0.code == .cancelled }) { (cancellation) throws(BlurError) in
            try unsafe blur(
                image.pixels, region: region, sampling: sampling, engine: engine, execution: execution,
                isInterrupted: { cancellation.isCancelled })
        }
    }

    /// Blurs an image in an array in place on other threads, and stops early if the task is cancelled.
    ///
    /// Cancellation is checked between rows. Rows that have already been blurred stay blurred.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - engine: the implementation.
    ///   - execution: the threads and instructions of the fast engine.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the image unchanged, or `CancellationError`.
    /// - Complexity: O(pixels), or O(pixels × ``maximumRadius``) with ``BlurEngine/reference``.
    public func blur(
        _ bytes: inout [UInt8], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) async throws {
        // the object has the only reference to the array, so that blurring it does not copy it
        let image = OwnedBytes(bytes)
        bytes = []
        defer { bytes = image.take() }
        try await BlockingWork.run(isCancellation: { $0.code == .cancelled }) { (cancellation) throws(BlurError) in
            try image.blur(
                self, layout: layout, region: region, sampling: sampling, engine: engine, execution: execution,
                isInterrupted: { cancellation.isCancelled })
        }
    }
}

/// An image that one thread blurs while another waits.
@unsafe
private struct SharedPixels: @unchecked Sendable {
    let pixels: UnsafeMutablePixels
}

/// An array that one thread blurs while another waits.
private final class OwnedBytes: @unchecked Sendable {
    private var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The array, which the object loses.
    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    func blur(
        _ blur: ProgressiveBlur, layout: PixelLayout, region: PixelRegion?, sampling: PlaneSampling?,
        engine: BlurEngine, execution: BlurExecution, isInterrupted: @escaping @Sendable () -> Bool
    ) throws(BlurError) {
        var bytes = take()
        defer { self.bytes = bytes }
        var elements = bytes.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try blur.blur(
            &rawBytes, layout: layout, region: region, sampling: sampling, engine: engine, execution: execution,
            isInterrupted: isInterrupted)
    }
}
