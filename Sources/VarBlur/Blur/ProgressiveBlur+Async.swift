// Blurs on other threads. Parameters without a description are those of the blurs that wait.

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
    /// - Throws: a ``BlurError``, with the image unchanged: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels
    ///   cannot have the look, or linear light, and ``BlurError/Code/outOfMemory``; or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ pixels: inout PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        // the memory stays valid and exclusive: the buffer is not accessible to the caller until this function returns
        let images = unsafe pixels.withUnsafeMutablePixels { unsafe SharedImages($0, region) }
        try await unsafe blur(images, region, sampling, execution)
    }

    /// Blurs an image in an array in place on other threads, and stops early if the task is cancelled.
    ///
    /// Cancellation is checked between rows. Rows that have already been blurred stay blurred; an image of `Float` is unchanged.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition): the bytes of any image, or samples of
    ///     `UInt16` or `Float`. Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image, in bytes. Traps if its depth is not that of the array's samples, unless they are bytes.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: a ``BlurError``, with the image unchanged: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels
    ///   cannot have the look, or linear light, and ``BlurError/Code/outOfMemory``; or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur<Sample: PixelSample>(
        _ samples: inout [Sample], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        // the object has the only reference to the array, so that blurring it does not copy it
        let image = OwnedSamples(samples)
        samples = []
        defer { samples = image.samples }
        try await run { (isInterrupted) throws(BlurError) in
            try blur(&image.samples, layout, region, sampling, execution, isInterrupted: isInterrupted)
        }
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
    /// - Throws: a ``BlurError``, with the image unchanged: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels
    ///   cannot have the look, or linear light, and ``BlurError/Code/outOfMemory``; or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ bytes: inout MutableRawSpan, layout: PixelLayout, region: PixelRegion? = nil,
        sampling: PlaneSampling? = nil, execution: BlurExecution = BlurExecution()
    ) async throws {
        // the memory stays valid and exclusive: the span is not accessible to the caller until this function returns
        let images = unsafe bytes.withUnsafeMutableBytes {
            unsafe SharedImages(UnsafeMutablePixels($0, layout), region)
        }
        try await unsafe blur(images, region, sampling, execution)
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
    /// - Throws: a ``BlurError``, with the destination unchanged: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels
    ///   cannot have the look, or linear light, and ``BlurError/Code/outOfMemory``; or `CancellationError`.
    /// - Complexity: O(pixels).
    public func blur(
        _ source: RawSpan, layout sourceLayout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: inout MutableRawSpan, layout destinationLayout: PixelLayout,
        execution: BlurExecution = BlurExecution()
    ) async throws {
        let images = unsafe source.withUnsafeBytes { source in
            unsafe destination.withUnsafeMutableBytes { destination in
                unsafe SharedImages(
                    source: UnsafePixels(source, sourceLayout),
                    target: UnsafeMutablePixels(destination, destinationLayout))
            }
        }
        try await unsafe blur(images, region, sampling, execution)
    }

    private func blur(
        _ images: SharedImages, _ region: PixelRegion?, _ sampling: PlaneSampling?, _ execution: BlurExecution
    ) async throws {
        try await run { (isInterrupted) throws(BlurError) in
            try unsafe blur(
                images.source, region: region, sampling: sampling, into: images.target, execution: execution,
                isInterrupted: isInterrupted)
        }
    }

    private func run(
        _ blur: @escaping @Sendable (_ isInterrupted: @escaping @Sendable () -> Bool) throws(BlurError) -> Void
    ) async throws {
        try await BlockingWork.run(isCancellation: { $0.code == .cancelled }) { (cancellation) throws(BlurError) in
            try blur { cancellation.isCancelled }
        }
    }
}

/// An image that one thread blurs, into another one or in place, while another thread waits.
@unsafe
private struct SharedImages: @unchecked Sendable {
    let source: UnsafePixels
    let target: UnsafeMutablePixels

    init(source: UnsafePixels, target: UnsafeMutablePixels) {
        unsafe (self.source, self.target) = (source, target)
    }

    /// A region of an image in its place.
    init(_ pixels: UnsafeMutablePixels, _ region: PixelRegion?) {
        unsafe self.init(source: pixels.readOnly, target: pixels.cropped(to: region ?? pixels.layout.bounds))
    }
}

/// An array that one thread blurs while another waits.
private final class OwnedSamples<Sample: PixelSample>: @unchecked Sendable {
    var samples: [Sample]

    init(_ samples: [Sample]) { self.samples = samples }
}
