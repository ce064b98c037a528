internal import CBlurKernels

/// A symmetric horizontal kernel in double precision, with the cumulative weights that the edge modes require.
@safe
struct HorizontalKernel {
    /// The number of negative distances that have cumulative weights.
    static let negativeDistanceCount = 8

    /// The weights at distance 0, 1, …, followed by padding for vector loops.
    let taps: UnsafeMutablePointer<Double>
    private(set) var count = 0
    /// The weight at a distance and beyond, on one side, from distance `-negativeDistanceCount`.
    private let cumulativeWeights: UnsafeMutablePointer<Double>
    private let capacity: Int

    /// Allocates memory for `capacity` taps, and for cumulative weights up to a distance.
    init(capacity: Int, greatestDistance: Int, arena: Arena) throws(BlurError) {
        unsafe taps = try arena.allocate(capacity + Int(BLUR_DOUBLE_PADDING), of: Double.self)
        self.capacity = max(capacity, greatestDistance) + Self.negativeDistanceCount + 1
        unsafe cumulativeWeights = try arena.allocate(self.capacity + Int(BLUR_DOUBLE_PADDING), of: Double.self)
    }

    /// Scales the first `count` taps and computes the cumulative weights; `tail` is the unscaled weight beyond the last tap.
    mutating func finish(count: Int, scale: Double, tail: Double) {
        self.count = count
        let zero = unsafe cumulativeWeights + Self.negativeDistanceCount
        var sum = tail * scale
        unsafe zero[count] = sum
        var index = count
        while index > 0 {
            index -= 1
            unsafe taps[index] *= scale
            unsafe sum += taps[index]
            unsafe zero[index] = sum
        }
        let total = unsafe 2 * sum - taps[0]
        for distance in 1...Self.negativeDistanceCount {
            unsafe zero[-distance] = total - zero[min(1 + distance, count)]
        }
    }

    /// Extends the cumulative weights up to distance `last` and returns a pointer to the one at `distance`.
    func extendCumulativeWeights(from distance: Int, upTo last: Int) -> UnsafePointer<Double> {
        precondition(
            distance >= -Self.negativeDistanceCount && last + Self.negativeDistanceCount < capacity,
            "distance \(distance) or \(last) is outside the allocated range")
        let zero = unsafe cumulativeWeights + Self.negativeDistanceCount
        var next = count + 1
        while next <= last {
            unsafe zero[next] = zero[count]
            next += 1
        }
        return unsafe UnsafePointer(zero + distance)
    }
}
