internal import CBlurKernels

/// How much of a row's filter lies beyond an end of the image, for the pixels near that end.
@safe
struct PixelShares {
    private let kernels: Kernels
    /// Shares on their way to full width: what is there, and what is made of it.
    private let shares: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// Those of the coarse samples, counted from the end inwards.
    private let coarse: UnsafeMutablePointer<Double>

    /// Samples on each side of those that are interpolated that count too.
    private static let context = 2
    /// A share of which less is nothing when it becomes a fraction of 32768.
    private static let least = 1.2e-5

    init(_ axis: AxisLevels, kernels: Kernels, arena: Arena) throws(BlurError) {
        self.kernels = kernels
        // a level has at least 16 samples, or is the image's own; a few more are needed around them
        capacity = 2 * axis.count + 64
        unsafe shares = try arena.take(3 * capacity, of: Float.self)
        unsafe coarse = try arena.take(capacity + Int(BLUR_NUMBER_SLACK), of: Double.self)
    }

    /// The greatest distance of a tap whose weight is asked for.
    static func greatestDistance(_ axis: AxisLevels) -> Int { EdgeShares.greatestDistance(axis.count + context) }

    /// Finds the shares of the coarse samples from an end on, and of those around them; returns how many samples have pixels
    /// whose share is not nothing.
    @discardableResult
    func find(_ kernel: RowKernel, _ end: EdgeShares, _ count: Int) -> Int {
        unsafe end.write(-Self.context..<count + Self.context, kernel, into: coarse, kernels)
        // the shares fall from the end on, and pixels take theirs from the samples around them
        var last = count + 2 * Self.context
        while unsafe last > 0 && coarse[last - 1] < Self.least { last -= 1 }
        return min(count, last)
    }

    /// The shares at the pixels of some coarse samples from an end on, interpolated as the samples are, or as far as some
    /// stages go.
    func interpolated(
        _ samples: Int, _ level: Int, slot: Int, isReversed: Bool, stages: Int? = nil
    ) -> UnsafeMutablePointer<Float> {
        let stages = stages ?? level
        let result = unsafe shares + slot * capacity
        let other = unsafe shares + 2 * capacity
        // each doubling costs a sample on each side; the last one has to write where the result belongs
        var from = unsafe stages % 2 == 0 ? result : other
        var count = samples + 2 * Self.context
        for index in 0..<count { unsafe from[index] = Float(coarse[isReversed ? count - 1 - index : index]) }
        var spare = Self.context
        for stage in 0..<stages {
            let to = unsafe from == result ? other : result
            count -= 2
            unsafe kernels.table.double_shares(to, from + 1, count, stage == 0)
            count *= 2
            spare = 2 * (spare - 1)
            unsafe from = to
        }
        return unsafe from + spare
    }

    /// Writes what the pixels of some coarse samples are enlarged by; the last doubling is part of the division.
    func divide(_ samples: Int, _ level: Int, isReversed: Bool, into numbers: UnsafeMutablePointer<Int16>) {
        let doublings = max(level - 1, 0)
        let shares = unsafe interpolated(samples, level, slot: 0, isReversed: isReversed, stages: doublings)
        if level == 0 { return unsafe kernels.table.divide(numbers, shares, 1, samples) }
        unsafe kernels.table.divide_doubled(numbers, shares, 1, samples << doublings, level == 1)
    }
}
