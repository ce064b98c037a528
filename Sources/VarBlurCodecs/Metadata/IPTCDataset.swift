/// A dataset in IPTC-IIM data (IPTC-IIM 4.1, chapter 3).
struct IPTCDataset {
    /// What a value is.
    enum Content {
        case text
        /// A version, a format, or the character set, which is an escape sequence.
        case binary
    }

    /// The first byte of every dataset.
    static let tagMarker: UInt8 = 0x1C
    /// The first of the numbers that programs use for texts of their own.
    private static let firstPrivateNumber = 221

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

    /// What the value is (IPTC-IIM 4.1, chapters 5 and 6); `nil` if the dataset is unknown.
    ///
    /// Unknown are also rasterized captions, previews, and renditions of the image.
    var content: Content? {
        switch (record, number) {
        case (1, 0), (1, 20), (1, 22), (1, 90), (1, 120), (1, 122), (2, 0): .binary
        case (1, 5), (1, 30...80), (1, 100), (2, 3...122), (2, 130...199), (2, 221...255): .text
        default: nil
        }
    }

    /// Whether the dataset may occur several times (IPTC-IIM 4.1, chapters 5 and 6).
    var isRepeatable: Bool {
        switch (record, number) {
        case (1, 5), (1, 50): true
        case (2, 4), (2, 12), (2, 20), (2, 25...27), (2, 45), (2, 47), (2, 50): true
        case (2, 80), (2, 85), (2, 118), (2, 122): true
        default: record == 2 && number >= Self.firstPrivateNumber
        }
    }
}
