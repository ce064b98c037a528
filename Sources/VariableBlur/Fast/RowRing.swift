/// Copies of the last rows that came in, one after the other.
@safe
final class RowRing {
    private let memory: CheckedMemory
    private let rowBytes: Int
    private let mask: Int
    /// The row that came in last.
    private(set) var latest: Int?

    /// Takes memory for at least `rows` rows.
    init(rows: Int, rowBytes: Int) throws(BlurError) {
        var capacity = 1
        while capacity < rows { capacity *= 2 }
        mask = capacity - 1
        self.rowBytes = rowBytes
        memory = try CheckedMemory(count: capacity, of: rowBytes, isZeroed: false)
    }

    /// What the ring takes, in bytes.
    var byteCount: Int { (mask + 1) * rowBytes }

    /// Makes room for the rows up to one, in the places of old ones: they have to be written at once.
    func advance(to index: Int) { latest = index }

    /// A row that has been copied.
    func row(_ index: Int) -> UnsafePointer<UInt8> {
        precondition(index <= latest ?? Int.min, "row \(index) has not come in")
        return unsafe UnsafePointer(place(index))
    }

    /// Where a row is written.
    func place(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe memory.base.assumingMemoryBound(to: UInt8.self) + (index & mask) * rowBytes
    }
}
