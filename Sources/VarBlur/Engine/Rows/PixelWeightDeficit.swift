internal import CBlurKernels

/// The part of the horizontal filter's weight that falls beyond the ends of the image, for the pixels near the ends.
///
/// The deficits of a level's samples are interpolated as the samples themselves are.
@safe
struct PixelWeightDeficit {
    private let loops: InnerLoops
    /// Two buffers for interpolated weights: the result, and the stage before it.
    private let interpolatedWeights: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// The latest computed weights of the level's samples: deficits, or weights inside the image.
    ///
    /// Counted from an end inward. A second buffer follows.
    private let sampleWeights: UnsafeMutablePointer<Double>

    /// The number of samples on each side of an interpolated range that affect it.
    private static let context = 2
    /// The least deficit that does not round to 0.
    private var leastDeficit: Double { 0.4 / Double(loops.unitWeight) }

    init(_ axis: AxisLevels, loops: InnerLoops, arena: Arena) throws(BlurError) {
        self.loops = loops
        // 2 × the pixel count is enough for the samples of every level; 64 leaves room for the context
        capacity = 2 * axis.count + 64
        unsafe interpolatedWeights = try arena.allocate(2 * capacity, of: Float.self)
        unsafe sampleWeights = try arena.allocate(2 * (capacity + Int(BLUR_DOUBLE_PADDING)), of: Double.self)
    }

    /// The maximum distance whose cumulative weight may be required.
    static func greatestDistance(_ axis: AxisLevels) -> Int {
        EdgeWeightDeficit.greatestDistance(axis.count + context)
    }

    /// Computes the deficits of the first `count` samples at an end and of their context.
    ///
    /// - Returns: the number of samples with pixels whose deficit does not round to 0.
    @discardableResult
    func computeDeficits(_ kernel: HorizontalKernel, _ end: EdgeWeightDeficit, _ count: Int) -> Int {
        unsafe end.write(-Self.context..<count + Self.context, kernel, into: sampleWeights, loops)
        // deficits decrease from the end, and pixels depend on the samples around them
        var last = count + 2 * Self.context
        let leastDeficit = leastDeficit
        while unsafe last > 0 && sampleWeights[last - 1] < leastDeficit { last -= 1 }
        return min(count, last)
    }

    /// Computes the weights inside the image for all `length` samples of a row, both ends considered.
    ///
    /// The weights may be very small. They are therefore computed in double precision; subtracting interpolated deficits from 1
    /// would not be accurate enough.
    func computeWeightsInside(
        _ kernel: HorizontalKernel, _ start: EdgeWeightDeficit, _ end: EdgeWeightDeficit, _ length: Int
    ) {
        let samples = -Self.context..<length + Self.context
        let startDeficits = unsafe sampleWeights + capacity + Int(BLUR_DOUBLE_PADDING)
        unsafe start.write(samples, kernel, into: startDeficits, loops)
        unsafe end.write(samples, kernel, into: sampleWeights, loops)
        var (first, last) = (0, samples.count - 1)
        while first <= last {
            let (atFirst, atLast) = unsafe (
                1 - startDeficits[first] - sampleWeights[last], 1 - startDeficits[last] - sampleWeights[first]
            )
            unsafe (sampleWeights[first], sampleWeights[last]) = (atFirst, atLast)
            (first, last) = (first + 1, last - 1)
        }
    }

    /// Interpolates the computed weights of the first `samples` samples at an end, doubling their number `doublings` times.
    ///
    /// With `subtractedFromOne`, interpolates 1 minus the weights: from the deficits at one end, the weights inside.
    func interpolated(
        _ samples: Int, isReversed: Bool, doublings: Int, subtractedFromOne: Bool = false
    ) -> UnsafeMutablePointer<Float> {
        let result = unsafe interpolatedWeights
        let other = unsafe interpolatedWeights + capacity
        // each doubling consumes a sample on each side; the last one must write to `result`
        var from = unsafe doublings % 2 == 0 ? result : other
        var count = samples + 2 * Self.context
        let (offset, sign) = subtractedFromOne ? (1.0, -1.0) : (0, 1)
        let start = unsafe isReversed ? sampleWeights + (count - 1) : sampleWeights
        let step = isReversed ? -1 : 1
        for index in 0..<count { unsafe from[index] = Float(offset + sign * start[index &* step]) }
        var remainingContext = Self.context
        for doubling in 0..<doublings {
            let to = unsafe from == result ? other : result
            count -= 2
            unsafe loops.functions.pointee.upsample_floats(to, from + 1, count, doubling == 0)
            count *= 2
            remainingContext = 2 * (remainingContext - 1)
            unsafe from = to
        }
        return unsafe from + remainingContext
    }

    /// Writes the gains that normalize the pixels of some samples; the inner loop performs the last doubling.
    func writeGains(_ samples: Int, _ level: Int, isReversed: Bool, into gains: SamplePointer) {
        let doublings = max(level - 1, 0)
        let inside = unsafe interpolated(samples, isReversed: isReversed, doublings: doublings, subtractedFromOne: true)
        if level == 0 { return unsafe loops.functions.pointee.compute_gains(gains.address, inside, 1, samples) }
        unsafe loops.functions.pointee.compute_upsampled_gains(
            gains.address, inside, 1, samples << doublings, level == 1)
    }
}
