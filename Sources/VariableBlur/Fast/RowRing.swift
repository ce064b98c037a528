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

    /// Copies a row, in the place of an old one.
    func put(_ index: Int, _ codes: UnsafePointer<UInt8>) {
        unsafe place(index).update(from: codes, count: rowBytes)
        latest = index
    }

    /// A row that has been copied.
    func row(_ index: Int) -> UnsafePointer<UInt8> { unsafe UnsafePointer(place(index)) }

    private func place(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe memory.base.assumingMemoryBound(to: UInt8.self) + (index & mask) * rowBytes
    }
}
