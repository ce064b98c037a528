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
    private var rounding = CarriedRounding()

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
        rounding = CarriedRounding()
    }

    /// Appends the weights of the next rows, each multiplied by `scale`.
    mutating func append(_ exact: UnsafePointer<Double>, count added: Int, scale: Double) {
        precondition(count + added <= capacity, "a vertical kernel exceeds the capacity of \(capacity) taps")
        let target = unsafe weights + count
        var (rounding, largest) = (self.rounding, 0)
        let scale = scale * Double(unitWeight)
        for index in 0..<added {
            let weight = unsafe rounding.next(exact[index] * scale)
            largest = max(largest, weight)
            unsafe target[index] = Int32(truncatingIfNeeded: weight)
        }
        self.rounding = rounding
        count += added
        if largest >= unitWeight { hasUnitWeight = true }
    }

    /// Sets the weights of the edge rows, after all others.
    mutating func setEdges(top: Double, bottom: Double) {
        topWeight = rounding.next(top * Double(unitWeight))
        bottomWeight = rounding.next(bottom * Double(unitWeight))
    }

    /// The last required row of the level.
    var last: Int { first + count - 1 }
}
