internal import CVarBlur
internal import VarBlur

/// What a `varblur_blur *` leads to.
final class BlurHandle: Sendable {
    let blur: ProgressiveBlur
    private let prepared = PreparedBlurs()

    init(_ blur: ProgressiveBlur) { self.blur = blur }

    /// The blur that C refers to.
    static func of(_ pointer: OpaquePointer?) throws(CallError) -> BlurHandle {
        let pointer = try required(pointer, "blur")
        return Unmanaged<BlurHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// The blur as C refers to it, which owns it.
    var retained: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    static func release(_ pointer: OpaquePointer) {
        Unmanaged<BlurHandle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    /// The blur, after a check that it applies to pixels.
    func blur(for format: PixelFormat) throws(CallError) -> ProgressiveBlur {
        do throws(BlurError) { try blur.check(format) } catch { throw CallError(VARBLUR_UNSUPPORTED, error.message) }
        return blur
    }

    /// An upper bound on the memory of `apply`, in bytes.
    func memory(_ layout: PixelLayout, _ run: Run) throws(CallError) -> Int {
        try blur(for: layout.format).workingMemoryEstimate(for: layout, execution: run.execution)
    }

    /// Blurs an image, or a region of it, into memory that is exactly the region, or disjoint from the image.
    func apply(_ source: UnsafePixels, _ run: Run, into destination: UnsafeMutablePixels) throws(CallError) {
        try run.checkInterruption()
        let layout = source.layout
        if layout.format.depth == .float {
            var integers = try translated(QuantizedPixels(source))
            return try integers.replace(source, region: run.region, into: destination) {
                (integers, result) throws(CallError) in
                try apply(integers, run, into: result)
            }
        }
        let isWhole = run.region == layout.bounds
        // a blur that was prepared for such pixels applies to them
        let known = isWhole ? prepared.take(layout) : nil
        let blur = try known == nil ? blur(for: layout.format) : self.blur
        try translated { () throws(BlurError) in
            if isWhole, let small = known ?? PreparedBlur(blur, layout, instructionSet: .standard) {
                try small.blur(source, into: destination)
                return prepared.put(small)
            }
            try blur.blur(
                source, region: run.region, into: destination, execution: run.execution,
                isInterrupted: run.isInterrupted)
        }
    }
}
