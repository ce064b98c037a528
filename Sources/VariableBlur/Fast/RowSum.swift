/// The weighted sum of rows that a row of the result is, as the inner loops take it.
@safe
struct RowSum {
    let starts: UnsafeMutablePointer<UnsafeRawPointer?>
    let weights: UnsafeMutablePointer<Int32>
    private(set) var count = 0
    /// The weight that leaves a row as it is; too large to be one.
    private let one: Int

    init(capacity: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        one = kernels.one
        unsafe starts = try arena.allocate(capacity, of: UnsafeRawPointer?.self, isZeroed: false)
        unsafe weights = try arena.allocate(capacity, of: Int32.self, isZeroed: false)
    }

    /// Notes the rows of a level that some taps stand for.
    mutating func set(_ taps: RowTaps, _ rows: RowStore) {
        count = 0
        if taps.hasWholeWeight {
            for index in 0..<taps.count { unsafe append(rows.row(taps.first + index), Int(taps.weights[index])) }
            return
        }
        let (starts, weights) = unsafe (self.starts, self.weights)
        var count = 0
        for index in 0..<taps.count {
            let weight = unsafe taps.weights[index]
            unsafe starts[count] = UnsafeRawPointer(rows.row(taps.first &+ index).start)
            unsafe weights[count] = weight
            // rows without weight are written over by the next
            count &+= weight == 0 ? 0 : 1
        }
        self.count = count
    }

    mutating func append(_ row: Samples, _ weight: Int) {
        if weight == 0 { return }
        if weight >= one { unsafe note(row, weight - one / 2) }
        unsafe note(row, weight >= one ? one / 2 : weight)
    }

    private mutating func note(_ row: Samples, _ weight: Int) {
        unsafe starts[count] = UnsafeRawPointer(row.start)
        unsafe weights[count] = Int32(truncatingIfNeeded: weight)
        count &+= 1
    }
}
