/// The index of the images in a JPEG file (CIPA DC-007, Multi-Picture Format).
enum MultiPictureIndex {
    /// The prefix of its segment.
    static let prefix = Array("MPF\0".utf8)
    private static let (versionTag, countTag, entryTag) = (0xB000, 0xB001, 0xB002)
    private static let entryByteCount = 16
    /// The greatest number of fields and entries that are read.
    private static let maxCount = 64

    /// The places in the file of all images but the first.
    ///
    /// - Parameters:
    ///   - contents: the contents of the segment.
    ///   - file: the file.
    /// - Returns: nonempty ranges of the file, as far as the index is valid.
    static func additionalImages(_ contents: Range<Int>, in file: FileContents) -> [Range<Int>] {
        // offsets count from the byte order
        let origin = contents.lowerBound + prefix.count
        let data = file.bytes(min(origin, contents.upperBound)..<contents.upperBound)
        let isLittleEndian = data.starts(with: Array("II*\0".utf8))
        guard isLittleEndian || data.starts(with: Array("MM\0*".utf8)) else { return [] }
        let reader = ByteReader(data, isLittleEndian ? .littleEndian : .bigEndian)
        guard let directory = reader.uint32(at: 4), let fieldCount = reader.uint16(at: directory) else { return [] }
        for field in 0..<min(fieldCount, maxCount) {
            let start = directory + 2 + 12 * field
            guard reader.uint16(at: start) == entryTag else { continue }
            guard let byteCount = reader.uint32(at: start + 4), let entries = reader.uint32(at: start + 8) else {
                break
            }
            return (1..<max(1, min(byteCount / entryByteCount, maxCount))).compactMap { index in
                let entry = entries + entryByteCount * index
                guard let count = reader.uint32(at: entry + 4), let offset = reader.uint32(at: entry + 8), offset > 0,
                    count > 0, origin + offset <= file.count, count <= file.count - origin - offset
                else { return nil }
                return origin + offset..<origin + offset + count
            }
        }
        return []
    }

    /// The number of bytes of a segment for two images.
    static let segmentByteCount = 4 + prefix.count + 50 + 2 * entryByteCount

    /// A segment for two images.
    ///
    /// - Parameters:
    ///   - firstByteCount: the length of the first image.
    ///   - secondByteCount: the length of the second image, which follows the first.
    ///   - position: the offset of the segment in the first image.
    /// - Returns: the segment, of ``segmentByteCount`` bytes with its marker and its length.
    static func segment(_ firstByteCount: Int, _ secondByteCount: Int, at position: Int) -> JPEGSegment {
        func integer(_ value: Int, _ count: Int = 4) -> [UInt8] { ByteOrder.bigEndian.bytes(of: value, count: count) }
        func field(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) -> [UInt8] {
            integer(tag, 2) + integer(type, 2) + integer(count) + value
        }
        let (undefined, long, primary) = (7, 4, 0x030000)
        var contents = prefix + Array("MM\0*".utf8) + integer(8) + integer(3, 2)
        contents += field(versionTag, type: undefined, count: 4, Array("0100".utf8))
        contents += field(countTag, type: long, count: 1, integer(2))
        contents += field(entryTag, type: undefined, count: 2 * entryByteCount, integer(50)) + integer(0)
        contents += integer(primary) + integer(firstByteCount) + integer(0) + integer(0)
        let origin = position + 4 + prefix.count
        contents += integer(0) + integer(secondByteCount) + integer(firstByteCount - origin) + integer(0)
        return JPEGSegment(marker: JPEGMarker.app2, contents: contents)
    }
}
