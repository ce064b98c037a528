/// The position of a dataset in IPTC-IIM data (IPTC-IIM 4.1, chapter 3).
struct IPTCDataset {
    /// The first byte of every dataset.
    static let tagMarker: UInt8 = 0x1C

    let record: UInt8
    let number: UInt8
    /// The header and the value.
    let all: Range<Int>
    let value: Range<Int>

    /// Finds the dataset at an offset, at most the number of bytes; `nil` if there is none, or if it is incomplete.
    ///
    /// The header ends with the length of the value. In an extended dataset, it ends with the number of bytes of the
    /// length, which follows.
    init?(in bytes: [UInt8], at offset: Int) {
        let reader = ByteReader(bytes)
        guard offset < bytes.count, bytes[offset] == Self.tagMarker, var count = reader.uint16(at: offset + 3) else {
            return nil
        }
        var start = offset + 5
        if count & 0x8000 != 0 {
            let lengthSize = count & 0x7FFF
            guard (1...4).contains(lengthSize), let length = reader.integer(at: start, byteCount: lengthSize) else {
                return nil
            }
            (start, count) = (start + lengthSize, length)
        }
        guard count <= bytes.count - start else { return nil }
        (record, number) = (bytes[offset + 1], bytes[offset + 2])
        (all, value) = (offset..<start + count, start..<start + count)
    }
}
