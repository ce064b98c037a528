internal import CVarBlur
internal import VarBlur

/// What a `varblur_blur *` leads to.
final class BlurHandle: Sendable {
    let blur: ProgressiveBlur
    /// The same blur for colors in the order BGR; only looks differ.
    private let reversed: ProgressiveBlur
    private let prepared = PreparedBlurs()

    init(_ blur: ProgressiveBlur) {
        self.blur = blur
        var reversed = blur
        reversed.look.channelOrder = .bgr
        self.reversed = reversed
    }

    /// The blur that C refers to.
    static func of(_ pointer: OpaquePointer?) throws(CallError) -> BlurHandle {
        guard let pointer else { throw CallError(VARBLUR_INVALID_ARGUMENT, "blur is NULL") }
        return Unmanaged<BlurHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// The blur as C refers to it, which owns it.
    var retained: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    static func release(_ pointer: OpaquePointer) {
        Unmanaged<BlurHandle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    /// The blur for the pixels of an image.
    func blur(for image: ImageLayout) throws(CallError) -> ProgressiveBlur {
        let (channels, look) = (image.layout.format.channels, blur.look)
        guard channels != .cmyk || look.isNone && !blur.light.isLinear else {
            throw CallError(VARBLUR_UNSUPPORTED, "pixels with four inks have neither looks nor linear light")
        }
        guard look.fade == 0 || channels.hasAlpha else {
            throw CallError(VARBLUR_UNSUPPORTED, "pixels without an alpha channel cannot fade")
        }
        return image.order == .bgr ? reversed : blur
    }

    /// An upper bound on the memory of `apply`, in bytes.
    func memory(_ image: ImageLayout, _ run: Run) throws(CallError) -> Int {
        let blur = try blur(for: image)
        let integers = image.floatStride == nil ? 0 : image.layout.byteCount
        return blur.workingMemoryEstimate(for: image.layout, execution: run.execution) + integers
    }

    /// Blurs an image, or a region of it, into memory that is exactly the region, or disjoint from the image.
    func apply(
        _ source: UnsafePixels, _ image: ImageLayout, _ run: Run, into destination: UnsafeMutablePixels
    ) throws(CallError) {
        if run.isInterrupted?() ?? false { throw CallError(VARBLUR_CANCELLED, "the blur was cancelled") }
        let isWhole = run.region == image.layout.bounds
        // a blur that was prepared for such pixels applies to them
        if isWhole, let small = prepared.take(image.layout, image.order) {
            small.blur(source, into: destination)
            return prepared.put(small)
        }
        let blur = try blur(for: image)
        try translated { () throws(BlurError) in
            if isWhole, let small = try PreparedBlur(blur, image.layout, instructionSet: .standard) {
                small.blur(source, into: destination)
                return prepared.put(small)
            }
            try blur.blur(
                source, region: run.region, into: destination, execution: run.execution,
                isInterrupted: run.isInterrupted)
        }
    }

    /// Blurs floating-point samples, or a region of them, into others of the size of the region.
    func apply(
        _ source: FloatPixels, _ image: ImageLayout, _ run: Run, into destination: FloatPixels
    ) throws(CallError) {
        var pixels = try translated { () throws(BlurError) in
            try PixelBuffer(width: image.layout.width, height: image.layout.height, format: image.layout.format)
        }
        try pixels.withUnsafeMutablePixels { (pixels) throws(CallError) in
            source.quantize(into: pixels)
            let region = pixels.cropped(to: run.region)
            try apply(pixels.readOnly, image, run, into: region)
            destination.write(region.readOnly, original: source.cropped(to: run.region, of: image.layout.format))
        }
    }
}
