/// The weighted sum of rows that a row of the result is, as the inner loops take it.
@safe
struct RowSum {
    let starts: UnsafeMutablePointer<UnsafePointer<Int16>?>
    let weights: UnsafeMutablePointer<Int16>
    private(set) var count = 0

    init(capacity: Int, arena: Arena) throws(BlurError) {
        unsafe starts = try arena.take(capacity, of: UnsafePointer<Int16>?.self, isZeroed: false)
        unsafe weights = try arena.take(capacity, of: Int16.self, isZeroed: false)
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
            unsafe starts[count] = UnsafePointer(rows.row(taps.first &+ index))
            unsafe weights[count] = Int16(truncatingIfNeeded: weight)
            // rows without weight are written over by the next
            count &+= weight == 0 ? 0 : 1
        }
        self.count = count
    }

    mutating func append(_ row: UnsafePointer<Int16>, _ weight: Int) {
        if weight == 0 { return }
        // 1 itself is too large for a weight
        if weight > 32767 { unsafe note(row, weight - 16384) }
        unsafe note(row, weight > 32767 ? 16384 : weight)
    }

    private mutating func note(_ row: UnsafePointer<Int16>, _ weight: Int) {
        unsafe starts[count] = row
        unsafe weights[count] = Int16(truncatingIfNeeded: weight)
        count &+= 1
    }
}
