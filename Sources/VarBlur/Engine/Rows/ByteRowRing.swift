/// A ring buffer with copies of the latest rows of an image.
///
/// Copies share their memory.
@safe
struct ByteRowRing {
    private let rows: RowBuffer
    private let mask: Int
    /// The latest row.
    private(set) var latest: Int?

    /// Allocates memory for at least `count` rows, which may outlive the work on an image.
    init(count: Int, rowBytes: Int, isKept: Bool = false) throws(BlurError) {
        var capacity = 1
        while capacity < count { capacity *= 2 }
        mask = capacity - 1
        rows = try RowBuffer(0..<capacity, rowBytes: rowBytes, isKept: isKept)
    }

    /// The size of the buffer in bytes.
    var byteCount: Int { (mask + 1) * rows.rowBytes }

    /// Makes room for the rows up to `index` by discarding the oldest; the caller must then write their contents.
    mutating func advance(to index: Int) { latest = index }

    /// Forgets all rows.
    mutating func removeAll() { latest = nil }

    /// The first byte of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> {
        precondition(index <= latest ?? Int.min, "row \(index) is not available yet")
        return unsafe UnsafePointer(mutableRow(index))
    }

    /// The first byte of a row, for writing.
    func mutableRow(_ index: Int) -> UnsafeMutablePointer<UInt8> { unsafe rows.mutableRow(index & mask) }
}
