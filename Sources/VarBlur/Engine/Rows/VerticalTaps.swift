/// The vertical filter for one row of the result: the weights of adjacent rows of a level, and of the image's edge rows.
@safe
struct VerticalTaps {
    /// The first row of the level.
    private(set) var first = 0
    /// The weights of that row and of those after it, as fractions of `unitWeight`; `unitWeight` itself is possible.
    let weights: UnsafeMutablePointer<Int32>
    private let capacity: Int
    private(set) var count = 0
    /// Whether a weight equals `unitWeight`.
    private(set) var hasUnitWeight = false
    /// The weights of the image's first and last row, decimated horizontally only; for clamped edges.
    private(set) var (topWeight, bottomWeight) = (0, 0)
    private var (exactSum, roundedSum) = (0.0, 0)

    private let unitWeight: Int

    init(capacity: Int, loops: InnerLoops, arena: Arena) throws(BlurError) {
        unitWeight = loops.unitWeight
        unsafe weights = try arena.allocate(capacity, of: Int32.self, isZeroed: false)
        self.capacity = capacity
    }

    mutating func removeAll(first: Int) {
        self.first = first
        count = 0
        hasUnitWeight = false
        (topWeight, bottomWeight) = (0, 0)
        (exactSum, roundedSum) = (0, 0)
    }

    /// Appends the weights of the next rows, each multiplied by `scale`.
    ///
    /// Rounding errors are carried over to the next weight, so that the sum is exact.
    mutating func append(_ exact: UnsafePointer<Double>, count added: Int, scale: Double) {
        precondition(count + added <= capacity, "a vertical kernel exceeds the capacity of \(capacity) taps")
        let target = unsafe weights + count
        var (sum, written, largest) = (exactSum, roundedSum, 0)
        let scale = scale * Double(unitWeight)
        for index in 0..<added {
            unsafe sum += exact[index] * scale
            let total = FastRounding.nearest(sum)
            largest = max(largest, total &- written)
            unsafe target[index] = Int32(truncatingIfNeeded: total &- written)
            written = total
        }
        (exactSum, roundedSum) = (sum, written)
        count += added
        if largest >= unitWeight { hasUnitWeight = true }
    }

    /// Sets the weights of the edge rows, after all others.
    mutating func setEdges(top: Double, bottom: Double) {
        topWeight = rounded(top)
        bottomWeight = rounded(bottom)
    }

    private mutating func rounded(_ weight: Double) -> Int {
        exactSum += weight * Double(unitWeight)
        let total = FastRounding.nearest(exactSum)
        defer { roundedSum = total }
        return total - roundedSum
    }

    /// The last required row of the level.
    var last: Int { first + count - 1 }
}
