/// Copies of the last rows that came in, one after the other.
@safe
final class RowRing {
    private let memory: CheckedMemory
    private let rowBytes: Int
    private let mask: Int
    private var latest: Int?

    init(rows: Int, rowBytes: Int) throws(BlurError) {
        var capacity = 1
        while capacity < rows { capacity *= 2 }
        mask = capacity - 1
        self.rowBytes = rowBytes
        memory = try CheckedMemory(count: capacity, of: rowBytes, isZeroed: false)
    }

    /// A row that was copied before, or the next one: that is copied now.
    func row(_ index: Int, of source: (Int) -> UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        if index > latest ?? index - 1 {
            unsafe start(index).update(from: source(index), count: rowBytes)
            latest = index
        }
        return unsafe UnsafePointer(start(index))
    }

    private func start(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe memory.base.assumingMemoryBound(to: UInt8.self) + (index & mask) * rowBytes
    }
}
