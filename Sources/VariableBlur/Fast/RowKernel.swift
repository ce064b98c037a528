internal import CBlurKernels

/// The weights of a row's filter, and of everything further out than one of them.
@safe
struct RowKernel {
    /// How many distances below 0 there are sums for.
    static let behind = 8

    /// The weights at distance 0, 1, …, with room for a kernel's slack behind them.
    let taps: UnsafeMutablePointer<Double>
    private(set) var count = 0
    /// The weight of the tap at a distance and of all further out, on one side, for the distances from `-behind` on.
    private let remaining: UnsafeMutablePointer<Double>
    private let capacity: Int

    /// Takes memory for some taps, and for the sums of what follows up to a distance.
    init(capacity: Int, greatestDistance: Int, arena: Arena) throws(BlurError) {
        unsafe taps = try arena.allocate(capacity + Int(BLUR_NUMBER_SLACK), of: Double.self)
        self.capacity = max(capacity, greatestDistance) + Self.behind + 1
        unsafe remaining = try arena.allocate(self.capacity + Int(BLUR_NUMBER_SLACK), of: Double.self)
    }

    /// Scales the taps that have been written, and notes that there is a tail of more weight behind the last.
    mutating func finish(count: Int, scale: Double, tail: Double) {
        self.count = count
        let zero = unsafe remaining + Self.behind
        var sum = tail * scale
        unsafe zero[count] = sum
        var index = count
        while index > 0 {
            index -= 1
            unsafe taps[index] *= scale
            unsafe sum += taps[index]
            unsafe zero[index] = sum
        }
        let all = unsafe 2 * sum - taps[0]
        for distance in 1...Self.behind { unsafe zero[-distance] = all - zero[min(1 + distance, count)] }
    }

    /// The weights of the taps at the distances from one on and of all that follow each, up to another distance.
    func sums(from distance: Int, upTo last: Int) -> UnsafePointer<Double> {
        precondition(distance >= -Self.behind && last + Self.behind < capacity, "a distance that was not planned")
        let zero = unsafe remaining + Self.behind
        var next = count + 1
        while next <= last {
            unsafe zero[next] = zero[count]
            next += 1
        }
        return unsafe UnsafePointer(zero + distance)
    }
}
