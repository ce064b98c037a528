/// The arguments of the inner loop `sum_rows` for one row of the result: the addresses of rows, and their weights.
@safe
struct RowSumArguments {
    let rows: UnsafeMutablePointer<UnsafeRawPointer?>
    let weights: UnsafeMutablePointer<Int32>
    private(set) var count = 0
    /// The weight 1.0, which 8-bit inner loops cannot apply: it is split into two.
    private let unitWeight: Int

    /// The number of arguments besides the taps: half of a unit weight that is split, and the two edge rows of `clamp`.
    private static let additionalCount = 3

    /// Allocates memory for the sum of `tapCapacity` taps.
    init(tapCapacity: Int, loops: InnerLoops, arena: Arena) throws(BlurError) {
        let capacity = tapCapacity + Self.additionalCount
        unitWeight = loops.unitWeight
        unsafe rows = try arena.allocate(capacity, of: UnsafeRawPointer?.self, isZeroed: false)
        unsafe weights = try arena.allocate(capacity, of: Int32.self, isZeroed: false)
    }

    /// Replaces the arguments with the rows of a level with the weights of some taps.
    mutating func set(_ taps: VerticalTaps, _ ring: SampleRing) {
        count = 0
        if taps.hasUnitWeight {
            for index in 0..<taps.count { unsafe append(ring.row(taps.first + index), Int(taps.weights[index])) }
            return
        }
        let (rows, weights) = unsafe (self.rows, self.weights)
        var count = 0
        for index in 0..<taps.count {
            let weight = unsafe taps.weights[index]
            unsafe rows[count] = UnsafeRawPointer(ring.row(taps.first &+ index).address)
            unsafe weights[count] = weight
            // the next row overwrites a row of weight 0
            count &+= weight == 0 ? 0 : 1
        }
        self.count = count
    }

    /// Appends a row unless its weight is 0.
    mutating func append(_ row: SamplePointer, _ weight: Int) {
        if weight == 0 { return }
        if weight >= unitWeight { unsafe appendTerm(row, weight - unitWeight / 2) }
        unsafe appendTerm(row, weight >= unitWeight ? unitWeight / 2 : weight)
    }

    private mutating func appendTerm(_ row: SamplePointer, _ weight: Int) {
        unsafe rows[count] = UnsafeRawPointer(row.address)
        unsafe weights[count] = Int32(truncatingIfNeeded: weight)
        count &+= 1
    }
}
