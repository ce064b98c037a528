/// The rows of a level that a row of the result is the weighted sum of: neighbours, and the image's own edge rows.
@safe
struct RowTaps {
    /// The first row of the level.
    private(set) var first = 0
    /// The weights of that row and of those that follow, as fractions of 32768; 32768 itself is possible.
    let weights: UnsafeMutablePointer<Int32>
    private let capacity: Int
    private(set) var count = 0
    /// The weights of the image's first and last row, reduced along their length only; `clamp` needs them.
    private(set) var (topWeight, bottomWeight) = (0, 0)
    private var (exactSum, roundedSum) = (0.0, 0)

    init(capacity: Int, arena: Arena) throws(BlurError) {
        unsafe weights = try arena.take(capacity, of: Int32.self, isZeroed: false)
        self.capacity = capacity
    }

    mutating func removeAll(first: Int) {
        self.first = first
        count = 0
        (topWeight, bottomWeight) = (0, 0)
        (exactSum, roundedSum) = (0, 0)
    }

    /// Adds the weight of the next row; what it loses by rounding is carried on to the one behind.
    mutating func append(_ weight: Double) {
        precondition(count < capacity, "a kernel with more taps than any has")
        unsafe weights[count] = Int32(truncatingIfNeeded: rounded(weight))
        count += 1
    }

    /// Sets the weights of the edge rows, once all others are there.
    mutating func setEdges(top: Double, bottom: Double) {
        topWeight = rounded(top)
        bottomWeight = rounded(bottom)
    }

    private mutating func rounded(_ weight: Double) -> Int {
        exactSum += weight
        let total = FixedPoint.rounded(exactSum)
        defer { roundedSum = total }
        return total - roundedSum
    }

    /// The last row of the level that is needed.
    var last: Int { first + count - 1 }
}
