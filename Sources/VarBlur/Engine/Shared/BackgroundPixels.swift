internal import CBlurKernels

/// Converts between pixels and samples of their background, of which a matte says how much is in front.
///
/// Where sums of weights may be small, such samples are floats for every depth. Each is multiplied by 1 - coverage, and a channel
/// with that weight follows. With transparent edges it is the coverage instead: 1 minus the sum of coverages also counts the weight
/// beyond the image, which is not stored.
@safe
final class BackgroundPixels: @unchecked Sendable {
    let coverage: MatteCoverage
    private let loops: InnerLoops
    private let format: PixelFormat
    private let kind: blur_pixels
    /// Whether the last channel is the coverage: that of pixels wholly in front is 1 then, and otherwise that of uncovered ones.
    let keepsCoverage: Bool

    /// Inner loops for samples of a background, which are integers or floats.
    static func loops(_ set: InstructionSet, _ tables: LightTables?, areIntegers: Bool) -> InnerLoops {
        set.innerLoops(areIntegers ? .eight : .sixteen, tables)
    }

    /// Whether samples may be integers where sums of weights are large enough.
    static func canBeIntegers(_ task: BlurTask, _ format: PixelFormat) -> Bool {
        format.depth == .eight && !task.light.isLinear && task.look?.backgroundFade ?? 0 == 0
    }

    init(
        _ coverage: MatteCoverage, _ format: PixelFormat, edges: EdgeMode, loops: InnerLoops
    ) {
        (self.coverage, self.loops, self.format) = (coverage, loops, format)
        keepsCoverage = edges == .transparent
        unsafe kind = blur_pixels(
            channels: format.channels.count, alpha: format.alphaKind, value_size: format.depth.byteCount,
            light: loops.light)
    }

    /// The number of channels with the weight.
    var channelCount: Int { format.channels.count + 1 }

    /// Whether sums of pixels that nothing covers are the same without weights.
    var sumsValues: Bool { loops.sampleSize == 2 && format.alphaKind != BLUR_STRAIGHT }

    /// Writes the last channel of pixels whose weight is 1; as many samples as a pixel has channels are overwritten after it.
    func writeOnes(_ samples: SamplePointer, count: Int) {
        var (pixel, coverage) = (UInt64(0), Float(keepsCoverage ? 1 : 0))
        unsafe withUnsafeBytes(of: &pixel) { bytes in
            guard let pixel = bytes.baseAddress else { return }
            unsafe load(
                pixel.assumingMemoryBound(to: UInt8.self), coverage: &coverage, count: 1, into: samples + count)
        }
        for index in 0..<count { unsafe (samples + index).copy(1, from: samples + (count + format.channels.count)) }
    }

    /// Converts adjacent pixels of a row to interleaved samples.
    func load(
        _ pixels: UnsafePointer<UInt8>, coverage: UnsafePointer<Float>, count: Int, into samples: SamplePointer
    ) {
        var kind = unsafe kind
        unsafe loops.functions.pointee.load_background(
            samples.address, pixels, &kind, coverage, keepsCoverage, count)
    }

    /// Puts pixels in front of their blurred background, which planes of samples hold; returns whether any is wholly in front.
    ///
    /// `roundingBias` is the mean excess of integers.
    func composite(
        _ planes: SamplePointer, stride: Int, with pixels: UnsafePointer<UInt8>, coverage: UnsafePointer<Float>,
        count: Int, roundingBias: UInt16
    ) -> Bool {
        var kind = unsafe kind
        return unsafe loops.functions.pointee.composite_background(
            planes.address, stride, pixels, &kind, coverage, keepsCoverage, count, roundingBias)
    }

    /// Converts planes of composited samples to pixels; `isEncoded` says that they are no longer linear light.
    func store(
        _ planes: SamplePointer, stride: Int, isEncoded: Bool, count: Int, into values: UnsafeMutablePointer<UInt8>
    ) {
        if isEncoded {
            unsafe loops.storeEncoded(planes, stride: stride, format, count: count, roundingBias: 0, into: values)
        } else {
            unsafe loops.store(
                planes, channelStep: stride, pixelStep: 1, format, count: count, roundingBias: 0, into: values)
        }
    }
}
