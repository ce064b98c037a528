/// A TIFF header and its image file directories (TIFF 6.0, section 2): the container of EXIF data.
///
/// All offsets count from the first byte of the header.
struct TIFFData {
    /// The bytes from the byte order mark `II` or `MM` on.
    let bytes: [UInt8]
    let byteOrder: ByteOrder
    /// The offset of the first directory, which need not exist.
    let firstDirectoryOffset: Int

    static let headerSize = 8
    static let entrySize = 12

    /// An entry of a directory: a tag, and the type and position of its values.
    struct Entry {
        let tag: Int
        let type: Int
        let valueCount: Int
        /// The bytes of the values, all of which exist.
        let values: Range<Int>
    }

    /// Reads the header, before which there may be JPEG's prefix of EXIF data; `nil` if there is none.
    init?(_ bytes: [UInt8]) {
        let prefix = ExifData.segmentPrefix
        let bytes = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
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

    /// The offsets of the entries of the directory at an offset, as far as they exist; `nil` without an entry count.
    func entryOffsets(ofDirectoryAt offset: Int) -> StrideTo<Int>? {
        guard offset >= Self.headerSize, let count = integer(at: offset, byteCount: 2) else { return nil }
        let existing = min(count, (bytes.count - offset - 2) / Self.entrySize)
        return stride(from: offset + 2, to: offset + 2 + existing * Self.entrySize, by: Self.entrySize)
    }

    /// Whether all entries of the directory at an offset exist.
    func isComplete(directoryAt offset: Int) -> Bool {
        guard offset >= Self.headerSize, let count = integer(at: offset, byteCount: 2) else { return false }
        return count * Self.entrySize <= bytes.count - offset - 2
    }

    /// Whether all entries of the first directory exist.
    var isComplete: Bool { isComplete(directoryAt: firstDirectoryOffset) }

    /// The tag of the entry at an offset, all of which must exist.
    func tag(at offset: Int) -> Int { integer(at: offset, byteCount: 2) ?? 0 }

    /// The entry at an offset; `nil` if its type is unknown, or if its values do not exist.
    func entry(at offset: Int) -> Entry? {
        guard let type = integer(at: offset + 2, byteCount: 2), let valueCount = integer(at: offset + 4, byteCount: 4),
            let valueSize = Self.byteCount(ofType: type)
        else { return nil }
        let count = valueCount * valueSize
        guard let start = count <= 4 ? offset + 8 : integer(at: offset + 8, byteCount: 4),
            start + count <= bytes.count
        else { return nil }
        return Entry(tag: tag(at: offset), type: type, valueCount: valueCount, values: start..<start + count)
    }

    /// The first entry of a directory with a tag; `nil` if there is none.
    func entry(_ tag: Int, inDirectoryAt offset: Int) -> Entry? {
        entryOffsets(ofDirectoryAt: offset)?.first { self.tag(at: $0) == tag }.flatMap { entry(at: $0) }
    }

    /// The offset of the directory to which another one refers with a tag; `nil` if there is none.
    func directory(_ tag: Int, inDirectoryAt offset: Int) -> Int? {
        entry(tag, inDirectoryAt: offset).flatMap { integer(at: $0.values.lowerBound, byteCount: 4) }
    }

    /// The number of bytes of a value of a type (TIFF 6.0, section 2; Exif 3.0, section 4.6.2); `nil` if it is unknown.
    static func byteCount(ofType type: Int) -> Int? {
        switch type {
        case TIFFType.byte, TIFFType.ascii, TIFFType.signedByte, TIFFType.undefined, TIFFType.utf8: 1
        case TIFFType.short, TIFFType.signedShort: 2
        case TIFFType.long, TIFFType.signedLong, TIFFType.directory: 4
        case TIFFType.rational, TIFFType.signedRational: 8
        default: nil
        }
    }
}

/// The types of values that EXIF data uses.
enum TIFFType {
    static let byte = 1
    static let ascii = 2
    static let short = 3
    static let long = 4
    static let rational = 5
    static let signedByte = 6
    static let undefined = 7
    static let signedShort = 8
    static let signedLong = 9
    static let signedRational = 10
    /// The offset of a directory, which is a `long` in most files.
    static let directory = 13
    static let utf8 = 129
}
