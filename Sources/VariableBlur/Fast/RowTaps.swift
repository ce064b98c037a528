/// The rows of a level that a row of the result is the weighted sum of: neighbors, and the image's own edge rows.
@safe
struct RowTaps {
    /// The first row of the level.
    private(set) var first = 0
    /// The weights of that row and of those that follow, as fractions of `one`; `one` itself is possible.
    let weights: UnsafeMutablePointer<Int32>
    private let capacity: Int
    private(set) var count = 0
    /// Whether one of them is `one`.
    private(set) var hasWholeWeight = false
    /// The weights of the image's first and last row, reduced along their length only; `clamp` needs them.
    private(set) var (topWeight, bottomWeight) = (0, 0)
    private var (exactSum, roundedSum) = (0.0, 0)

    private let one: Int

    init(capacity: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        one = kernels.one
        unsafe weights = try arena.allocate(capacity, of: Int32.self, isZeroed: false)
        self.capacity = capacity
    }

    mutating func removeAll(first: Int) {
        self.first = first
        count = 0
        hasWholeWeight = false
        (topWeight, bottomWeight) = (0, 0)
        (exactSum, roundedSum) = (0, 0)
    }

    /// Adds the weights of the next rows, each times a scale; what one loses by rounding is carried on to the one behind.
    mutating func append(_ exact: UnsafePointer<Double>, count added: Int, scale: Double) {
        precondition(count + added <= capacity, "a kernel with more taps than any has")
        let target = unsafe weights + count
        var (sum, written, largest) = (exactSum, roundedSum, 0)
        let scale = scale * Double(one)
        for index in 0..<added {
            unsafe sum += exact[index] * scale
            let total = FixedPoint.rounded(sum)
            largest = max(largest, total &- written)
            unsafe target[index] = Int32(truncatingIfNeeded: total &- written)
            written = total
        }
        (exactSum, roundedSum) = (sum, written)
        count += added
        if largest >= one { hasWholeWeight = true }
    }

    /// Sets the weights of the edge rows, once all others are there.
    mutating func setEdges(top: Double, bottom: Double) {
        topWeight = rounded(top)
        bottomWeight = rounded(bottom)
    }

    private mutating func rounded(_ weight: Double) -> Int {
        exactSum += weight * Double(one)
        let total = FixedPoint.rounded(exactSum)
        defer { roundedSum = total }
        return total - roundedSum
    }

    /// The last row of the level that is needed.
    var last: Int { first + count - 1 }
}
