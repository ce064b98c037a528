extension ProgressiveBlur {
    /// Blurs an image in caller-owned memory in place.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - region: the pixels to write, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels).
    @unsafe
    public func blur(
        _ pixels: UnsafeMutablePixels, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe blur(
            pixels, region: region, sampling: sampling, execution: execution, isInterrupted: nil)
    }

    /// Blurs an image in caller-owned memory in place, unless `isInterrupted` says that it should end early: it is asked
    /// between rows, by several threads at once.
    @unsafe
    package func blur(
        _ pixels: UnsafeMutablePixels, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution, isInterrupted: (@Sendable () -> Bool)?
    ) throws(BlurError) {
        let region = unsafe region ?? pixels.layout.bounds
        try unsafe blur(
            pixels.readOnly, region: region, sampling: sampling, into: pixels.cropped(to: region),
            execution: execution, isInterrupted: isInterrupted)
    }

    /// Blurs an image, or a region of it, from one caller-owned buffer into another.
    ///
    /// - Parameters:
    ///   - source: the image.
    ///   - region: the pixels to compute, inside the image; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - destination: an image of the region's size in the source's format; anything else traps. Its memory must either be
    ///     exactly the region of the source, or not overlap the source.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``; the destination is then unchanged.
    /// - Complexity: O(pixels).
    @unsafe
    public func blur(
        _ source: UnsafePixels, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: UnsafeMutablePixels, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe blur(
            source, region: region, sampling: sampling, into: destination, execution: execution,
            isInterrupted: nil)
    }

    /// Blurs an image from one caller-owned buffer into another, unless `isInterrupted` says that it should end early.
    @unsafe
    package func blur(
        _ source: UnsafePixels, region: PixelRegion?, sampling: PlaneSampling? = nil,
        into destination: UnsafeMutablePixels, execution: BlurExecution,
        isInterrupted: (@Sendable () -> Bool)?
    ) throws(BlurError) {
        let (layout, target) = unsafe (source.layout, destination.layout)
        let region = region ?? layout.bounds
        trapUnless(region.isInside(layout.bounds), "\(region) is not inside \(layout.bounds)")
        trapUnless(
            target.width == region.width && target.height == region.height && target.format == layout.format,
            "the destination must have the size \(region.width)×\(region.height) and the source's format")
        try check(layout.format)
        guard layout.format.depth != .float else {
            var integers = try unsafe QuantizedPixels(source)
            return try unsafe integers.replace(source, region: region, into: destination) {
                (integers, result) throws(BlurError) in
                try unsafe blur(
                    integers, region: region, sampling: sampling, into: result, execution: execution,
                    isInterrupted: isInterrupted)
            }
        }
        let task = BlurTask(
            self, layout.format, sampling ?? PlaneSampling(whole: layout), execution, isInterrupted: isInterrupted)
        guard let image = try unsafe mosaicked(source, task) else {
            return try unsafe FastBlur.blur(source, region: region, into: destination, task: task)
        }
        try unsafe image.withUnsafePixels { (image) throws(BlurError) in
            try unsafe FastBlur.blur(image, region: region, into: destination, task: task)
        }
    }
}
