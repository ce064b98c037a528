/// The order in which a file stores the bytes of an integer.
enum ByteOrder {
    /// The most significant byte first.
    case bigEndian
    /// The least significant byte first.
    case littleEndian

    /// The low bytes of an integer, in this order.
    func bytes(of integer: Int, count: Int) -> [UInt8] {
        (0..<count).map { index in
            let significance = self == .bigEndian ? count - 1 - index : index
            return UInt8(truncatingIfNeeded: integer >> (8 * significance))
        }
    }
}
