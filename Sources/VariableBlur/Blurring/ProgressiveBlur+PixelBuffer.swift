extension ProgressiveBlur {
    /// Blurs an image in place.
    ///
    /// Straight-alpha color is weighted by alpha, so that transparent pixels do not affect their neighbors' color.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels. The ramp and the edges are those of the whole
    ///     image, and pixels outside the region are read. A region outside the image traps.
    ///   - sampling: how the pixels sample the image if they are one plane of it, such as a color plane of 4:2:0; `nil` for an
    ///     image.
    ///   - engine: the implementation.
    ///   - execution: the threads and instructions of the fast engine.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels), or O(pixels × ``maximumRadius``) with ``BlurEngine/reference``.
    public func blur(
        _ pixels: inout PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe pixels.withUnsafeMutablePixels { (pixels) throws(BlurError) in
            try unsafe blur(pixels, region: region, sampling: sampling, engine: engine, execution: execution)
        }
    }

    /// Returns a blurred image, or a blurred region of an image.
    ///
    /// - Parameters:
    ///   - source: the image.
    ///   - region: the pixels to compute, inside the image; `nil` for all pixels. The result equals the crop of the whole blurred
    ///     image. A region outside the image traps.
    ///   - sampling: how the pixels sample the image if they are one plane of it; `nil` for an image.
    ///   - engine: the implementation.
    ///   - execution: the threads and instructions of the fast engine.
    /// - Returns: an image of the region's size in the source's format.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels), or O(pixels × ``maximumRadius``) with ``BlurEngine/reference``.
    public func blurred(
        _ source: borrowing PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> PixelBuffer {
        let region = region ?? source.layout.bounds
        precondition(region.isInside(source.layout.bounds), "\(region) is not inside \(source.layout.bounds)")
        var result = try PixelBuffer(width: region.width, height: region.height, format: source.format)
        try unsafe source.withUnsafePixels { (source) throws(BlurError) in
            try unsafe result.withUnsafeMutablePixels { (result) throws(BlurError) in
                try unsafe blur(
                    source, region: region, sampling: sampling, into: result, engine: engine, execution: execution)
            }
        }
        return result
    }
}
