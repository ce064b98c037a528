/// A buffer for a range of rows: copies of source rows, or computed rows that have not been written yet.
@safe
final class RowBuffer: @unchecked Sendable {
    let rows: Range<Int>
    let rowBytes: Int
    private let memory: CheckedMemory

    /// Allocates memory, which may outlive the work on an image.
    init(_ rows: Range<Int>, rowBytes: Int, isKept: Bool = false) throws(BlurError) {
        memory = try CheckedMemory(count: rows.count, of: rowBytes, isZeroed: false, isKept: isKept)
        (self.rows, self.rowBytes) = (rows, rowBytes)
    }

    /// The first byte of a row, for writing.
    func mutableRow(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(rows.contains(index), "row \(index) is outside \(rows)")
        return unsafe (memory.base + (index - rows.lowerBound) * rowBytes).assumingMemoryBound(to: UInt8.self)
    }

    /// The first byte of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> { unsafe UnsafePointer(mutableRow(index)) }
}
