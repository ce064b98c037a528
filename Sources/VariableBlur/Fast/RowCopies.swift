/// Room for some rows: copies of an image's, or finished ones that wait to be written.
@safe
final class RowCopies: @unchecked Sendable {
    let rows: Range<Int>
    let rowBytes: Int
    private let memory: CheckedMemory

    init(_ rows: Range<Int>, rowBytes: Int) throws(BlurError) {
        memory = try CheckedMemory(count: rows.count, of: rowBytes, isZeroed: false)
        (self.rows, self.rowBytes) = (rows, rowBytes)
    }

    /// The first byte of a row, to write.
    func mutableRow(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(rows.contains(index), "row \(index) was not planned")
        return unsafe (memory.base + (index - rows.lowerBound) * rowBytes).assumingMemoryBound(to: UInt8.self)
    }

    /// The first byte of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> { unsafe UnsafePointer(mutableRow(index)) }
}
