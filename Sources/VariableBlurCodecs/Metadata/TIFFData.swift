/// A TIFF header and its image file directories (TIFF 6.0, section 2): the container of EXIF data.
///
/// All offsets count from the first byte of the header.
struct TIFFData {
    /// The bytes from the byte order mark `II` or `MM` on.
    private(set) var bytes: [UInt8]
    private let byteOrder: ByteOrder
    /// The offset of the first directory, which need not exist.
    let firstDirectoryOffset: Int

    static let headerSize = 8

    /// A directory: the number of its entries, the entries, and the offset of the next directory.
    struct Directory {
        let offset: Int
        let entryCount: Int
        /// The offsets of the entries, of 12 bytes each.
        var entries: [Int] { (0..<entryCount).map { offset + 2 + 12 * $0 } }
        /// The offset of the field that stores the next directory's offset.
        var linkOffset: Int { offset + 2 + 12 * entryCount }
        var range: Range<Int> { offset..<linkOffset + 4 }
    }

    /// The type of an entry's values.
    enum ValueType: Int {
        case short = 3
        case long = 4

        var byteCount: Int { self == .short ? 2 : 4 }
    }

    /// Reads the header; `nil` if the bytes do not begin with one.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerSize, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else {
            return nil
        }
        let order = bytes[0] == 0x49 ? ByteOrder.littleEndian : .bigEndian
        let reader = ByteReader(bytes, order)
        guard reader.uint16(at: 2) == 42, let offset = reader.uint32(at: 4) else { return nil }
        (self.bytes, byteOrder, firstDirectoryOffset) = (bytes, order, offset)
    }

    /// The integer that begins at `offset`; `nil` unless all of its bytes exist.
    func integer(at offset: Int, byteCount: Int) -> Int? {
        ByteReader(bytes, byteOrder).integer(at: offset, byteCount: byteCount)
    }

    /// Overwrites the integer that begins at `offset`, where all of its bytes must exist.
    mutating func setInteger(_ value: Int, at offset: Int, byteCount: Int) {
        bytes.replaceSubrange(offset..<offset + byteCount, with: byteOrder.bytes(of: value, count: byteCount))
    }

    /// The directory at an offset; `nil` if its entry count lies beyond the end of the data.
    ///
    /// The entries themselves need not exist.
    func directory(at offset: Int) -> Directory? {
        integer(at: offset, byteCount: 2).map { Directory(offset: offset, entryCount: $0) }
    }

    /// The directory at an offset; `nil` unless it follows the header and exists completely.
    func completeDirectory(at offset: Int) -> Directory? {
        guard offset >= Self.headerSize, let directory = directory(at: offset),
            directory.range.upperBound <= bytes.count
        else { return nil }
        return directory
    }

    /// The offset of the first entry with a tag; `nil` if there is none.
    func entry(_ tag: Int, in directory: Directory) -> Int? {
        directory.entries.first { integer(at: $0, byteCount: 2) == tag }
    }

    /// The type of the values of the entry at an offset; `nil` unless it is SHORT or LONG.
    func valueType(ofEntry offset: Int) -> ValueType? {
        integer(at: offset + 2, byteCount: 2).flatMap(ValueType.init)
    }

    /// Removes bytes: drops a range that reaches the end, and overwrites any other with zeros, so that no offset changes.
    mutating func erase(_ range: Range<Int>) {
        if range.upperBound >= bytes.count {
            bytes.removeLast(max(bytes.count - range.lowerBound, 0))
        } else {
            for index in range { bytes[index] = 0 }
        }
    }
}
