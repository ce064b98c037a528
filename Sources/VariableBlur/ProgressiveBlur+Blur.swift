extension ProgressiveBlur {
    /// Blurs an image in place.
    ///
    /// - Parameters:
    ///   - pixels: the image; straight alpha is taken into account, so that transparent pixels lend no color.
    ///   - region: the pixels to write, all if `nil`. It limits what is written, not what is read: ramp and edges belong
    ///     to the whole image. A region that is not inside the image traps.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image; the ramp and
    ///     the radii are the image's. `nil` for an image.
    ///   - engine: the implementation.
    ///   - execution: how the fast engine uses the machine.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels); with ``BlurEngine/reference`` O(pixels × ``maximumRadius``).
    public func blur(
        _ pixels: inout PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe pixels.withUnsafeMutablePixels { (pixels) throws(BlurError) in
            try unsafe blur(pixels, region: region, sampling: sampling, engine: engine, execution: execution)
        }
    }

    /// Blurs an image, or a region of it, into a new one of that size.
    ///
    /// - Parameters:
    ///   - source: the image.
    ///   - region: the part that is wanted, all if `nil`; the result is the crop of the whole blur. A region that is not
    ///     inside the image traps.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image; the ramp and
    ///     the radii are the image's. `nil` for an image.
    ///   - engine: the implementation.
    ///   - execution: how the fast engine uses the machine.
    /// - Returns: an image of the region's size and the source's format.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels); with ``BlurEngine/reference`` O(pixels × ``maximumRadius``).
    public func blurred(
        _ source: borrowing PixelBuffer, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast,
        execution: BlurExecution = BlurExecution()
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

    /// Blurs an image in memory of the caller, in place.
    ///
    /// - Parameters:
    ///   - bytes: the image's memory, at least `layout.byteCount` bytes; fewer trap. Bytes between the rows are not
    ///     touched.
    ///   - layout: how the pixels lie in `bytes`.
    ///   - region: the pixels to write, all if `nil`; see ``blur(_:region:sampling:engine:execution:)-(PixelBuffer,_,_,_,_)``.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image; the ramp and
    ///     the radii are the image's. `nil` for an image.
    ///   - engine: the implementation.
    ///   - execution: how the fast engine uses the machine.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels); with ``BlurEngine/reference`` O(pixels × ``maximumRadius``).
    public func blur(
        _ bytes: inout MutableRawSpan, layout: PixelLayout, region: PixelRegion? = nil,
        sampling: PlaneSampling? = nil, engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(BlurError) in
            let pixels = unsafe UnsafeMutablePixels(base: checkedBase(bytes, layout), layout: layout)
            try unsafe blur(pixels, region: region, sampling: sampling, engine: engine, execution: execution)
        }
    }

    /// Blurs an image in memory of the caller, or a region of it, into other memory of the caller.
    ///
    /// - Parameters:
    ///   - source: the image's memory, at least `sourceLayout.byteCount` bytes; fewer trap.
    ///   - sourceLayout: how the pixels lie in `source`.
    ///   - region: the part that is wanted, all if `nil`; the result is the crop of the whole blur.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image; the ramp and
    ///     the radii are the image's. `nil` for an image.
    ///   - destination: memory for an image of the region's size; bytes between its rows are not touched.
    ///   - destinationLayout: how its pixels lie: the region's width and height and the source's format, else it traps.
    ///   - engine: the implementation.
    ///   - execution: how the fast engine uses the machine.
    /// - Throws: ``BlurError/Code/outOfMemory``; the destination is then unchanged.
    /// - Complexity: O(pixels); with ``BlurEngine/reference`` O(pixels × ``maximumRadius``).
    public func blur(
        _ source: RawSpan, layout sourceLayout: PixelLayout, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: inout MutableRawSpan, layout destinationLayout: PixelLayout,
        engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe source.withUnsafeBytes { (source) throws(BlurError) in
            try unsafe destination.withUnsafeMutableBytes { (destination) throws(BlurError) in
                let target = unsafe UnsafeMutablePixels(
                    base: checkedBase(destination, destinationLayout), layout: destinationLayout)
                precondition(
                    source.count >= sourceLayout.byteCount,
                    "\(source.count) bytes do not hold an image of \(sourceLayout.byteCount)")
                guard let base = source.baseAddress else { return }
                let image = unsafe UnsafePixels(base: base, layout: sourceLayout)
                try unsafe blur(
                    image, region: region, sampling: sampling, into: target, engine: engine, execution: execution)
            }
        }
    }

    /// Blurs an image behind a pointer, in place.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - region: the pixels to write, all if `nil`; see ``blur(_:region:sampling:engine:execution:)-(PixelBuffer,_,_,_,_)``.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image; the ramp and
    ///     the radii are the image's. `nil` for an image.
    ///   - engine: the implementation.
    ///   - execution: how the fast engine uses the machine.
    /// - Throws: ``BlurError/Code/outOfMemory``; the image is then unchanged.
    /// - Complexity: O(pixels); with ``BlurEngine/reference`` O(pixels × ``maximumRadius``).
    @unsafe
    public func blur(
        _ pixels: UnsafeMutablePixels, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        engine: BlurEngine = .fast,
        execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        let region = unsafe region ?? pixels.layout.bounds
        try unsafe blur(
            pixels.readOnly, region: region, sampling: sampling, into: pixels.cropped(to: region), engine: engine,
            execution: execution)
    }

    /// Blurs an image behind a pointer, or a region of it, to where another pointer points.
    ///
    /// - Parameters:
    ///   - source: the image.
    ///   - region: the part that is wanted, all if `nil`; the result is the crop of the whole blur.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image; the ramp and
    ///     the radii are the image's. `nil` for an image.
    ///   - destination: an image of the region's size and the source's format, else it traps. Its memory is either apart
    ///     from the source's, or the region itself.
    ///   - engine: the implementation.
    ///   - execution: how the fast engine uses the machine.
    /// - Throws: ``BlurError/Code/outOfMemory``; the destination is then unchanged.
    /// - Complexity: O(pixels); with ``BlurEngine/reference`` O(pixels × ``maximumRadius``).
    @unsafe
    public func blur(
        _ source: UnsafePixels, region: PixelRegion? = nil, sampling: PlaneSampling? = nil,
        into destination: UnsafeMutablePixels, engine: BlurEngine = .fast, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        let (bounds, target) = unsafe (source.layout.bounds, destination.layout)
        let region = region ?? bounds
        precondition(region.isInside(bounds), "\(region) is not inside \(bounds)")
        unsafe precondition(
            target.width == region.width && target.height == region.height
                && target.format == source.layout.format,
            "the destination has to be of the size \(region.width)×\(region.height) and of the source's format"
        )
        let sampling = sampling ?? PlaneSampling(whole: unsafe source.layout)
        switch engine {
        case .fast:
            let engine = FastBlur(blur: self, sampling: sampling, execution: execution)
            try unsafe engine.blur(source, region: region, into: destination)
        case .reference:
            let engine = ReferenceEngine(blur: self, sampling: sampling)
            try unsafe engine.blur(source, region: region, into: destination)
        }
    }

    private func checkedBase(
        _ bytes: UnsafeMutableRawBufferPointer, _ layout: PixelLayout
    ) -> UnsafeMutableRawPointer {
        guard let base = bytes.baseAddress, bytes.count >= layout.byteCount else {
            preconditionFailure("\(bytes.count) bytes do not hold an image of \(layout.byteCount)")
        }
        return unsafe base
    }
}
