extension ProgressiveBlur {
    /// Blurs an image in place on other threads, and stops early if the task is cancelled.
    ///
    /// ```swift
    /// try await blur.blur(&image)
    /// ```
    ///
    /// If many tasks blur at once, some of them wait for others, and leave the image unchanged if they are cancelled meanwhile. Later,
    /// cancellation is checked between rows. Rows that have already been blurred stay blurred. To keep the image, blur a copy of it.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the image unchanged, or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ pixels: inout PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        // the memory stays valid and exclusive: the buffer is not accessible to the caller until this function returns
        let image = unsafe pixels.withUnsafeMutablePixels { unsafe SharedPixels(pixels: $0) }
        try await unsafe blur(image, region, sampling, execution)
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
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the image unchanged, or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ bytes: inout [UInt8], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        try await blur(samples: &bytes, layout, region, sampling, execution)
    }

    /// Blurs an image of 16-bit samples in an array in place on other threads, and stops early if the task is cancelled.
    ///
    /// Cancellation is checked between rows. Rows that have already been blurred stay blurred.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left
    ///     unchanged.
    ///   - layout: the memory layout of the image, in bytes. Traps unless the depth is ``SampleDepth/sixteen``.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the image unchanged, or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ samples: inout [UInt16], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        trapUnless(layout.format.depth == .sixteen, "an array of UInt16 holds samples of 16 bits")
        try await blur(samples: &samples, layout, region, sampling, execution)
    }

    /// Blurs an image of floating-point samples in an array in place on other threads, and stops early if the task is cancelled.
    ///
    /// The image is unchanged if the blur stops early.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left
    ///     unchanged.
    ///   - layout: the memory layout of the image, in bytes. Traps unless the depth is ``SampleDepth/float``.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ samples: inout [Float], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        trapUnless(layout.format.depth == .float, "an array of Float holds floating-point samples")
        try await blur(samples: &samples, layout, region, sampling, execution)
    }

    /// Blurs an image in a span in place on other threads, and stops early if the task is cancelled.
    ///
    /// Cancellation is checked between rows. Rows that have already been blurred stay blurred.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the image unchanged, or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ bytes: inout MutableRawSpan, layout: PixelLayout, region: PixelRegion? = nil,
        sampling: PlaneSampling? = nil, execution: BlurExecution = BlurExecution()
    ) async throws {
        // the memory stays valid and exclusive: the span is not accessible to the caller until this function returns
        let image = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe SharedPixels(pixels: UnsafeMutablePixels(base: layout.checkedBase(of: bytes), layout: layout))
        }
        try await unsafe blur(image, region, sampling, execution)
    }

    /// Blurs an image, or a region of it, from one span into another on other threads, and stops early if the task is cancelled.
    ///
    /// Cancellation is checked between rows. Some rows of the destination have been written then.
    ///
    /// - Parameters:
    ///   - source: the image, with at least `sourceLayout.byteCount` bytes (a precondition).
    ///   - sourceLayout: the memory layout of the image.
    ///   - region: the pixels to compute; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - destination: memory for an image of the region's size. Padding between rows is left unchanged.
    ///   - destinationLayout: the memory layout of the result. Traps unless the size is that of the region and the format is
    ///     that of the source.
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError`` with the code ``BlurError/Code/outOfMemory``, with the destination unchanged, or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ source: RawSpan, layout sourceLayout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: inout MutableRawSpan, layout destinationLayout: PixelLayout,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        let images = unsafe source.withUnsafeBytes { source in
            unsafe destination.withUnsafeMutableBytes { destination in
                let source = unsafe UnsafeMutableRawBufferPointer(mutating: source)
                return unsafe SharedImages(
                    source: UnsafePixels(base: sourceLayout.checkedBase(of: source), layout: sourceLayout),
                    target: UnsafeMutablePixels(
                        base: destinationLayout.checkedBase(of: destination), layout: destinationLayout))
            }
        }
        try await BlockingWork.run(isCancellation: { $0.code == .cancelled }) { (cancellation) throws(BlurError) in
            try unsafe blur(
                images.source, region: region, sampling: sampling, into: images.target,
                execution: execution, isInterrupted: { cancellation.isCancelled })
        }
    }

    private func blur(
        _ image: SharedPixels, _ region: PixelRegion?, _ sampling: PlaneSampling?,
        _ execution: BlurExecution
    ) async throws {
        try await BlockingWork.run(isCancellation: { $0.code == .cancelled }) { (cancellation) throws(BlurError) in
            try unsafe blur(
                image.pixels, region: region, sampling: sampling, execution: execution,
                isInterrupted: { cancellation.isCancelled })
        }
    }

    private func blur<Sample: BitwiseCopyable & Sendable>(
        samples: inout [Sample], _ layout: PixelLayout, _ region: PixelRegion?, _ sampling: PlaneSampling?,
        _ execution: BlurExecution
    ) async throws {
        // the object has the only reference to the array, so that blurring it does not copy it
        let image = OwnedSamples(samples)
        samples = []
        defer { samples = image.take() }
        try await BlockingWork.run(isCancellation: { $0.code == .cancelled }) { (cancellation) throws(BlurError) in
            try image.blur(
                self, layout: layout, region: region, sampling: sampling, execution: execution,
                isInterrupted: { cancellation.isCancelled })
        }
    }
}

/// An image that one thread blurs while another waits.
@unsafe
private struct SharedPixels: @unchecked Sendable {
    let pixels: UnsafeMutablePixels
}

/// An image that one thread blurs into another one while another thread waits.
@unsafe
private struct SharedImages: @unchecked Sendable {
    let source: UnsafePixels
    let target: UnsafeMutablePixels
}

/// An array that one thread blurs while another waits.
private final class OwnedSamples<Sample: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private var samples: [Sample]

    init(_ samples: [Sample]) { self.samples = samples }

    /// The array, which the object loses.
    func take() -> [Sample] {
        defer { samples = [] }
        return samples
    }

    func blur(
        _ blur: ProgressiveBlur, layout: PixelLayout, region: PixelRegion?, sampling: PlaneSampling?,
        execution: BlurExecution, isInterrupted: @escaping @Sendable () -> Bool
    ) throws(BlurError) {
        var samples = take()
        defer { self.samples = samples }
        var elements = samples.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try blur.blur(
            &rawBytes, layout: layout, region: region, sampling: sampling, execution: execution,
            isInterrupted: isInterrupted)
    }
}
