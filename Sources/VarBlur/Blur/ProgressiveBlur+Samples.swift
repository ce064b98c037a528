// Blurs of images with 16-bit and floating-point samples in arrays. Parameters without a description are those of the blurs of a
// ``PixelBuffer``.

extension ProgressiveBlur {
    /// Blurs an image of 16-bit samples in an array in place.
    ///
    /// ```swift
    /// let deep = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgb, .sixteen))
    /// try blur.blur(&samples, layout: deep)
    /// ```
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left
    ///     unchanged.
    ///   - layout: the memory layout of the image, in bytes. Traps unless the depth is ``SampleDepth/sixteen``.
    ///   - region: the pixels to write; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels).
    public func blur(
        _ samples: inout [UInt16], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        trapUnless(layout.format.depth == .sixteen, "an array of UInt16 holds samples of 16 bits")
        var elements = samples.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try blur(&rawBytes, layout: layout, region: region, sampling: sampling, execution: execution)
    }

    /// Blurs an image of 16-bit samples in an array, or a region of it, and returns the samples of the result.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition).
    ///   - layout: the memory layout of the image, in bytes. Traps unless the depth is ``SampleDepth/sixteen``.
    ///   - region: the pixels to compute; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Returns: an image of the region's size in the source's format, without padding between rows.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels).
    public func blurred(
        _ samples: [UInt16], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> [UInt16] {
        trapUnless(layout.format.depth == .sixteen, "an array of UInt16 holds samples of 16 bits")
        var result: [UInt16] = []
        try unsafe blurred(samples.span.bytes, zero: 0, to: &result, layout, region, sampling, execution)
        return result
    }

    /// Blurs an image of floating-point samples in an array in place.
    ///
    /// ```swift
    /// let linear = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgb, .float))
    /// try blur.blur(&floats, layout: linear)
    /// ```
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left
    ///     unchanged.
    ///   - layout: the memory layout of the image, in bytes. Traps unless the depth is ``SampleDepth/float``.
    ///   - region: the pixels to write; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels).
    public func blur(
        _ samples: inout [Float], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        trapUnless(layout.format.depth == .float, "an array of Float holds floating-point samples")
        var elements = samples.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try blur(&rawBytes, layout: layout, region: region, sampling: sampling, execution: execution)
    }

    /// Blurs an image of floating-point samples in an array, or a region of it, and returns the samples of the result.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition).
    ///   - layout: the memory layout of the image, in bytes. Traps unless the depth is ``SampleDepth/float``.
    ///   - region: the pixels to compute; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Returns: an image of the region's size in the source's format, without padding between rows.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels).
    public func blurred(
        _ samples: [Float], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> [Float] {
        trapUnless(layout.format.depth == .float, "an array of Float holds floating-point samples")
        var result: [Float] = []
        try unsafe blurred(samples.span.bytes, zero: 0, to: &result, layout, region, sampling, execution)
        return result
    }
}
