internal import CBlurKernels

/// How much of a row's filter lies beyond an end of the image, for the pixels near that end.
@safe
struct PixelShares {
    private let kernels: Kernels
    /// Shares on their way to full width: what is there, and what is made of it.
    private let shares: UnsafeMutablePointer<Float>
    private let capacity: Int
    /// Those of the coarse samples, counted from an end inwards; behind them there is room for as many.
    private let coarse: UnsafeMutablePointer<Double>

    /// Samples on each side of those that are interpolated that count too.
    private static let context = 2
    /// A share of which less is nothing when it becomes a fraction.
    private var least: Double { 0.4 / Double(kernels.one) }

    init(_ axis: AxisLevels, kernels: Kernels, arena: Arena) throws(BlurError) {
        self.kernels = kernels
        // a level has at least 16 samples, or is the image's own; a few more are needed around them
        capacity = 2 * axis.count + 64
        unsafe shares = try arena.allocate(2 * capacity, of: Float.self)
        unsafe coarse = try arena.allocate(2 * (capacity + Int(BLUR_NUMBER_SLACK)), of: Double.self)
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
        let least = least
        while unsafe last > 0 && coarse[last - 1] < least { last -= 1 }
        return min(count, last)
    }

    /// Finds how much of the filter lies inside the image, where both ends count, for all samples from its start on.
    ///
    /// It may be very little; numbers that began as the much that lies outside would not be exact enough.
    func findInside(_ kernel: RowKernel, _ start: EdgeShares, _ end: EdgeShares, _ length: Int) {
        let places = -Self.context..<length + Self.context
        let coarseOfStart = unsafe coarse + capacity + Int(BLUR_NUMBER_SLACK)
        unsafe start.write(places, kernel, into: coarseOfStart, kernels)
        unsafe end.write(places, kernel, into: coarse, kernels)
        var (first, last) = (0, places.count - 1)
        while first <= last {
            let (atFirst, atLast) = unsafe (
                1 - coarseOfStart[first] - coarse[last], 1 - coarseOfStart[last] - coarse[first]
            )
            unsafe (coarse[first], coarse[last]) = (atFirst, atLast)
            (first, last) = (first + 1, last - 1)
        }
    }

    /// What was found, or 1 less that, at the pixels of some coarse samples from an end on, interpolated as the samples are, or as
    /// far as some stages go.
    func interpolated(
        _ samples: Int, isReversed: Bool, stages: Int, isTakenFromOne: Bool = false
    ) -> UnsafeMutablePointer<Float> {
        let result = unsafe shares
        let other = unsafe shares + capacity
        // each doubling costs a sample on each side; the last one has to write where the result belongs
        var from = unsafe stages % 2 == 0 ? result : other
        var count = samples + 2 * Self.context
        let (offset, sign) = isTakenFromOne ? (1.0, -1.0) : (0, 1)
        let start = unsafe isReversed ? coarse + (count - 1) : coarse
        let step = isReversed ? -1 : 1
        for index in 0..<count { unsafe from[index] = Float(offset + sign * start[index &* step]) }
        var spare = Self.context
        for stage in 0..<stages {
            let to = unsafe from == result ? other : result
            count -= 2
            unsafe kernels.table.pointee.double_shares(to, from + 1, count, stage == 0)
            count *= 2
            spare = 2 * (spare - 1)
            unsafe from = to
        }
        return unsafe from + spare
    }

    /// Writes what the pixels of some coarse samples are enlarged by; the last doubling is part of the division.
    func divide(_ samples: Int, _ level: Int, isReversed: Bool, into numbers: Samples) {
        let doublings = max(level - 1, 0)
        let inside = unsafe interpolated(samples, isReversed: isReversed, stages: doublings, isTakenFromOne: true)
        if level == 0 { return unsafe kernels.table.pointee.divide(numbers.start, inside, 1, samples) }
        unsafe kernels.table.pointee.divide_doubled(numbers.start, inside, 1, samples << doublings, level == 1)
    }
}
