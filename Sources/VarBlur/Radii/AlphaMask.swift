/// A mask of any size and depth that sets how strongly each part of an image is blurred.
///
/// The mask is stretched over the image and interpolated bilinearly between the centers of its samples. If the mask has the
/// size of the image, each pixel gets one sample. If it is larger, each pixel gets the average of the samples in its area. Beyond the centers
/// of its outermost samples, a mask is constant.
///
/// ```swift
/// let person = try AlphaMask(width: 2, height: 2, samples: [0, 0.5, 0.5, 1] as [Float], isInverted: true)
/// try ProgressiveBlur(field: .mask(MaskRamp(person, maximumRadius: 18))).blur(&image)
/// ```
public struct AlphaMask: Sendable, Hashable {
    /// The width in samples, at least 1.
    public let width: Int
    /// The height in samples, at least 1.
    public let height: Int
    /// Whether the mask is inverted: black parts are blurred most, instead of white parts.
    public let isInverted: Bool

    /// The alphas row by row, before inversion.
    package let samples: MaskSamples
    /// The axes along which the samples vary.
    let axes: FieldAxes

    /// Creates a mask of integers, of which the greatest possible one is alpha 1, or of floating-point alphas.
    ///
    /// - Parameters:
    ///   - width: the width in samples, at least 1.
    ///   - height: the height in samples, at least 1.
    ///   - samples: `width` × `height` samples, row by row from the top; those of `Float` are clamped to 0...1. Traps if
    ///     they do not have the size of their depth.
    ///   - isInverted: whether 0 is alpha 1.
    /// - Throws: ``BlurError/Code/invalidSize``, ``BlurError/Code/outOfMemory``, or ``BlurError/Code/invalidField`` if a
    ///   sample is NaN.
    /// - Complexity: O(`width` × `height`).
    public init<Sample: PixelSample>(
        width: Int, height: Int, samples: [Sample], isInverted: Bool = false
    ) throws(BlurError) {
        try self.init(width: width, height: height, limiting: MaskSamples(copying: samples), isInverted: isInverted)
    }

    /// Creates a mask from samples that nothing else uses; floating-point alphas are clamped to 0...1.
    ///
    /// - Throws: the errors of the other initializers.
    package init(width: Int, height: Int, limiting samples: MaskSamples, isInverted: Bool) throws(BlurError) {
        if samples.depth == .float {
            let values = unsafe samples.values(as: Float.self)
            for index in values.indices {
                guard unsafe !values[index].isNaN else {
                    throw BlurError(.invalidField, "sample \(index) of the mask is not a number; alphas are 0 to 1")
                }
                unsafe values[index] = min(max(values[index], 0), 1)
            }
        }
        try self.init(width: width, height: height, samples, isInverted: isInverted)
    }

    /// Creates a mask from samples that do not change any more.
    ///
    /// - Throws: ``BlurError/Code/invalidSize``.
    package init(width: Int, height: Int, _ samples: MaskSamples, isInverted: Bool) throws(BlurError) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width >= 1, height >= 1, !overflow, samples.count == count else {
            throw BlurError(
                .invalidSize, "a mask of \(width)×\(height) samples cannot have \(samples.count) of them")
        }
        (self.width, self.height, self.samples, self.isInverted) = (width, height, samples, isInverted)
        axes =
            switch samples.depth {
            case .eight: unsafe Self.axes(samples.values(as: UInt8.self), width)
            case .sixteen: unsafe Self.axes(samples.values(as: UInt16.self), width)
            case .float: unsafe Self.axes(samples.values(as: Float.self), width)
            }
    }

    private init(inverting mask: AlphaMask) {
        (width, height, samples, axes) = (mask.width, mask.height, mask.samples, mask.axes)
        isInverted = !mask.isInverted
    }

    /// The inverted mask, with 1 - alpha in place of every alpha.
    public var inverted: AlphaMask { AlphaMask(inverting: self) }

    /// The axes along which some values vary.
    private static func axes(_ values: UnsafeMutableBufferPointer<some Equatable>, _ width: Int) -> FieldAxes {
        let first = unsafe values[..<width]
        var axes = unsafe FieldAxes(rows: false, columns: first.contains { unsafe $0 != values[0] })
        for start in stride(from: width, to: values.count, by: width) {
            let row = unsafe values[start..<start + width]
            if !axes.rows { unsafe axes.rows = !row.elementsEqual(first) }
            if !axes.columns { unsafe axes.columns = row.contains { unsafe $0 != values[start] } }
            if axes.rows && axes.columns { break }
        }
        return axes
    }

    /// Compares the size and all samples.
    public static func == (left: AlphaMask, right: AlphaMask) -> Bool {
        left.width == right.width && left.height == right.height && left.isInverted == right.isInverted
            && left.samples == right.samples
    }

    /// Hashes only the size and the inversion.
    ///
    /// Hashing all samples would be expensive, and masks of equal size are rarely compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(width)
        hasher.combine(height)
        hasher.combine(isInverted)
    }
}

extension AlphaMask {
    /// The size of a sample in bytes.
    package var bytesPerSample: Int { samples.depth.byteCount }

    /// The size of all samples in bytes.
    package var byteCount: Int { width * height * bytesPerSample }

    /// Calls `body` with the samples in memory.
    package func withSampleBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        withExtendedLifetime(samples) { unsafe body(UnsafeRawBufferPointer(samples.bytes)) }
    }
}
