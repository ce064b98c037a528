// Blurs of images in arrays and spans. Parameters without a description are those of the blurs of a ``PixelBuffer``.

extension ProgressiveBlur {
    /// Blurs an image in an array in place.
    ///
    /// ```swift
    /// let layout = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgba))
    /// try blur.blur(&bytes, layout: layout)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image.
    ///   - region: the pixels to write; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    public func blur(
        _ bytes: inout [UInt8], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        var elements = bytes.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try blur(&rawBytes, layout: layout, region: region, sampling: sampling, execution: execution)
    }

    /// Blurs an image in an array, or a region of it, and returns the bytes of the result.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes (a precondition).
    ///   - layout: the memory layout of the image.
    ///   - region: the pixels to compute; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Returns: an image of the region's size in the source's format, without padding between rows.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    public func blurred(
        _ bytes: [UInt8], layout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> [UInt8] {
        var result: [UInt8] = []
        try unsafe blurred(bytes.span.bytes, zero: 0, to: &result, layout, region, sampling, execution)
        return result
    }

    /// Blurs an image in a span, in place.
    ///
    /// - Parameters:
    ///   - bytes: the image, with at least `layout.byteCount` bytes (a precondition). Padding between rows is left unchanged.
    ///   - layout: the memory layout of the image.
    ///   - region: the pixels to write; `nil` for all pixels.
    ///   - sampling: the sampling of the pixels if they are one plane of an image; `nil` for a whole image.
    ///   - execution: the threads and instructions.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    public func blur(
        _ bytes: inout MutableRawSpan, layout: PixelLayout, region: PixelRegion? = nil,
        sampling: PlaneSampling? = nil, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try blur(
            &bytes, layout: layout, region: region, sampling: sampling, execution: execution,
            isInterrupted: nil)
    }

    /// Blurs an image in a span in place, unless `isInterrupted` says that it should end early: it is asked between rows, by
    /// several threads at once.
    func blur(
        _ bytes: inout MutableRawSpan, layout: PixelLayout, region: PixelRegion?, sampling: PlaneSampling?,
        execution: BlurExecution, isInterrupted: (@Sendable () -> Bool)?
    ) throws(BlurError) {
        try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(BlurError) in
            let pixels = unsafe UnsafeMutablePixels(base: layout.checkedBase(of: bytes), layout: layout)
            try unsafe blur(
                pixels, region: region, sampling: sampling, execution: execution,
                isInterrupted: isInterrupted)
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
    /// - Throws: ``BlurError/Code/outOfMemory``; the destination is then unchanged.
    public func blur(
        _ source: RawSpan, layout sourceLayout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: inout MutableRawSpan, layout destinationLayout: PixelLayout,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe source.withUnsafeBytes { (source) throws(BlurError) in
            try unsafe destination.withUnsafeMutableBytes { (destination) throws(BlurError) in
                let target = unsafe UnsafeMutablePixels(
                    base: destinationLayout.checkedBase(of: destination), layout: destinationLayout)
                trapUnless(
                    source.count >= sourceLayout.byteCount,
                    "an image of \(sourceLayout.byteCount) bytes exceeds the given \(source.count) bytes")
                guard let base = source.baseAddress else { return }
                let image = unsafe UnsafePixels(base: base, layout: sourceLayout)
                try unsafe blur(
                    image, region: region, sampling: sampling, into: target, execution: execution)
            }
        }
    }

    /// Blurs an image, or a region of it, into a new array.
    func blurred<Sample: BitwiseCopyable>(
        _ bytes: RawSpan, zero: Sample, to result: inout [Sample], _ layout: PixelLayout, _ region: PixelRegion?,
        _ sampling: PlaneSampling?, _ execution: BlurExecution
    ) throws(BlurError) {
        let region = region ?? layout.bounds
        trapUnless(region.isInside(layout.bounds), "\(region) is not inside \(layout.bounds)")
        let resultLayout = try PixelLayout(width: region.width, height: region.height, format: layout.format)
        result = [Sample](repeating: zero, count: resultLayout.byteCount / MemoryLayout<Sample>.size)
        var elements = result.mutableSpan
        var rawBytes = unsafe elements.mutableBytes
        try blur(
            bytes, layout: layout, region: region, sampling: sampling, into: &rawBytes, layout: resultLayout,
            execution: execution)
    }
}

extension PixelLayout {
    /// The first byte of an image in a buffer; a buffer that is too short traps.
    func checkedBase(of bytes: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawPointer {
        guard let base = bytes.baseAddress, bytes.count >= byteCount else {
            trap("an image of \(byteCount) bytes exceeds the given \(bytes.count) bytes")
        }
        return unsafe base
    }
}
