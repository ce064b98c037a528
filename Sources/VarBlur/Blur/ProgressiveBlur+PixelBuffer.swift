extension ProgressiveBlur {
    /// Blurs an image in place.
    ///
    /// Colors with straight alpha are weighted by alpha, so that transparent pixels do not affect the color of their
    /// neighbors.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels. The ramp and the edge mode apply to the whole
    ///     image, and pixels outside the region are read. Traps if the region is outside the image.
    ///   - sampling: the sampling of the pixels if they are one plane of an image, such as a 4:2:0 chroma plane; `nil` for a
    ///     whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels).
    public func blur(
        _ pixels: inout PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe pixels.withUnsafeMutablePixels { (pixels) throws(BlurError) in
            try unsafe blur(pixels, region: region, sampling: sampling, execution: execution)
        }
    }

    /// Returns a blurred image, or a blurred region of an image.
    ///
    /// - Parameters:
    ///   - source: the image.
    ///   - region: the pixels to compute, inside the image; `nil` for all pixels. The result equals the same region of the
    ///     whole blurred image. Traps if the region is outside the image.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Returns: an image of the region's size in the source's format.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels).
    public func blurred(
        _ source: borrowing PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> PixelBuffer {
        let region = region ?? source.layout.bounds
        trapUnless(region.isInside(source.layout.bounds), "\(region) is not inside \(source.layout.bounds)")
        var result = try PixelBuffer(width: region.width, height: region.height, format: source.format)
        try unsafe source.withUnsafePixels { (source) throws(BlurError) in
            try unsafe result.withUnsafeMutablePixels { (result) throws(BlurError) in
                try unsafe blur(
                    source, region: region, sampling: sampling, into: result, execution: execution)
            }
        }
        return result
    }
}
