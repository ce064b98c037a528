// Blurs of images in arrays and spans. Parameters without a description are those of the blurs of a ``PixelBuffer``.

extension ProgressiveBlur {
    /// Blurs an image in an array in place.
    ///
    /// ```swift
    /// let layout = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgba))
    /// try blur.blur(&bytes, layout: layout)
    /// ```
    ///
    /// An array may hold 16-bit or floating-point samples:
    ///
    /// ```swift
    /// let deep = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgb, .sixteen))
    /// try blur.blur(&samples, layout: deep)
    /// ```
    ///
    /// ```swift
    /// let linear = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgb, .float))
    /// try blur.blur(&floats, layout: linear)
    /// ```
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition): the bytes of any image, or samples of
    ///     `UInt16` or `Float`. Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image, in bytes. Traps if its depth is not that of the array's samples, unless they are bytes.
    ///   - region: the pixels to write; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels).
    public func blur<Sample: PixelSample>(
        _ samples: inout [Sample], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try blur(&samples, layout, region, sampling, execution, isInterrupted: nil)
    }

    /// Blurs an image in an array in place, unless `isInterrupted` says that it should end early.
    func blur<Sample: PixelSample>(
        _ samples: inout [Sample], _ layout: PixelLayout, _ region: PixelRegion?, _ sampling: PlaneSampling?,
        _ execution: BlurExecution, isInterrupted: (@Sendable () -> Bool)?
    ) throws(BlurError) {
        Sample.check(layout.format)
        var elements = samples.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try unsafe rawBytes.withUnsafeMutableBytes { (bytes) throws(BlurError) in
            try unsafe blur(
                UnsafeMutablePixels(bytes, layout), region: region, sampling: sampling, execution: execution,
                isInterrupted: isInterrupted)
        }
    }

    /// Blurs an image in an array, or a region of it, and returns the samples of the result.
    ///
    /// - Parameters:
    ///   - samples: the image, with at least `layout.byteCount` bytes (a precondition): the bytes of any image, or samples of
    ///     `UInt16` or `Float`.
    ///   - layout: the memory layout of the image, in bytes. Traps if its depth is not that of the array's samples, unless they are bytes.
    ///   - region: the pixels to compute; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Returns: an image of the region's size in the source's format, without padding between rows.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels).
    public func blurred<Sample: PixelSample>(
        _ samples: [Sample], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> [Sample] {
        Sample.check(layout.format)
        let region = region ?? layout.bounds
        trapUnless(region.isInside(layout.bounds), "\(region) is not inside \(layout.bounds)")
        let target = try PixelLayout(width: region.width, height: region.height, format: layout.format)
        var failure: BlurError?
        let result = unsafe [Sample](
            unsafeUninitializedCapacity: target.byteCount / MemoryLayout<Sample>.size
        ) { memory, count in
            unsafe CheckedMemory.useLargePages(UnsafeMutableRawBufferPointer(memory))
            var bytes = unsafe UnsafeMutableRawBufferPointer(memory).mutableBytes
            do throws(BlurError) {
                try unsafe blur(
                    samples.span.bytes, layout: layout, region: region, sampling: sampling, into: &bytes,
                    layout: target, execution: execution)
                count = memory.count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return result
    }

    /// Blurs an image in a span in place.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image.
    ///   - region: the pixels to write; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels).
    public func blur(
        _ bytes: inout MutableRawSpan, layout: PixelLayout, region: PixelRegion? = nil,
        sampling: PlaneSampling? = nil, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(BlurError) in
            try unsafe blur(
                UnsafeMutablePixels(bytes, layout), region: region, sampling: sampling, execution: execution)
        }
    }

    /// Blurs an image, or a region of it, from one span into another.
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
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the pixels cannot have the look, or linear light, and
    ///   ``BlurError/Code/outOfMemory``; the destination is then unchanged.
    /// - Complexity: O(pixels).
    public func blur(
        _ source: RawSpan, layout sourceLayout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: inout MutableRawSpan, layout destinationLayout: PixelLayout,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe source.withUnsafeBytes { (source) throws(BlurError) in
            try unsafe destination.withUnsafeMutableBytes { (destination) throws(BlurError) in
                try unsafe blur(
                    UnsafePixels(source, sourceLayout), region: region, sampling: sampling,
                    into: UnsafeMutablePixels(destination, destinationLayout), execution: execution)
            }
        }
    }
}

extension UnsafeMutablePixels {
    /// An image in a buffer; one that is too short traps.
    init(_ bytes: UnsafeMutableRawBufferPointer, _ layout: PixelLayout) {
        guard let base = bytes.baseAddress, bytes.count >= layout.byteCount else {
            trap("an image of \(layout.byteCount) bytes exceeds the given \(bytes.count) bytes")
        }
        unsafe self.init(base: base, layout: layout)
    }
}

extension UnsafePixels {
    /// An image in a buffer; one that is too short traps.
    init(_ bytes: UnsafeRawBufferPointer, _ layout: PixelLayout) {
        unsafe self = UnsafeMutablePixels(UnsafeMutableRawBufferPointer(mutating: bytes), layout).readOnly
    }
}
