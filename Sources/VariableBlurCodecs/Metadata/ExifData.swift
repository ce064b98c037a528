/// EXIF data that is edited in place.
struct ExifData {
    private var tiff: TIFFData
    private let mainDirectory: TIFFData.Directory

    /// The data from the byte order mark on.
    var bytes: [UInt8] { tiff.bytes }

    private enum Tag {
        static let imageWidth = 0x0100
        static let imageHeight = 0x0101
        static let stripOffsets = 0x0111
        static let orientation = 0x0112
        static let stripByteCounts = 0x0117
        static let jpegOffset = 0x0201
        static let jpegByteCount = 0x0202
        static let exifDirectory = 0x8769
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
    }

    /// Reads EXIF data from the byte order mark on; `nil` if the header or the first directory is invalid.
    init?(_ bytes: [UInt8]) {
        guard let tiff = TIFFData(bytes), let directory = tiff.completeDirectory(at: tiff.firstDirectoryOffset) else {
            return nil
        }
        (self.tiff, mainDirectory) = (tiff, directory)
    }

    /// Sets the orientation to upright, and the image size.
    mutating func makeUpright(width: Int, height: Int) {
        setValue(of: Tag.orientation, in: mainDirectory, to: ImageOrientation.up.rawValue)
        setValue(of: Tag.imageWidth, in: mainDirectory, to: width)
        setValue(of: Tag.imageHeight, in: mainDirectory, to: height)
        guard let pointer = tiff.entry(Tag.exifDirectory, in: mainDirectory),
            let offset = tiff.integer(at: pointer + 8, byteCount: 4),
            let directory = tiff.completeDirectory(at: offset)
        else { return }
        setValue(of: Tag.pixelWidth, in: directory, to: width)
        setValue(of: Tag.pixelHeight, in: directory, to: height)
    }

    /// Sets the value of an entry, if it exists and is of type SHORT or LONG.
    private mutating func setValue(of tag: Int, in directory: TIFFData.Directory, to value: Int) {
        guard let entry = tiff.entry(tag, in: directory), let type = tiff.valueType(ofEntry: entry) else { return }
        if type == .short && value > 0xFFFF { return }
        tiff.setInteger(value, at: entry + 8, byteCount: type.byteCount)
    }

    /// Removes the thumbnail, which shows the original image: the second directory and all that it refers to.
    ///
    /// - Returns: whether the data contains no thumbnail afterward; otherwise it must not be written.
    mutating func removePreview() -> Bool {
        guard let offset = tiff.integer(at: mainDirectory.linkOffset, byteCount: 4) else { return false }
        tiff.setInteger(0, at: mainDirectory.linkOffset, byteCount: 4)
        guard offset != 0, let directory = tiff.completeDirectory(at: offset) else { return true }
        var ranges = [directory.range]
        for entry in directory.entries { ranges += valueRange(ofEntry: entry) }
        ranges += previewRanges(Tag.jpegOffset, Tag.jpegByteCount, in: directory)
        ranges += previewRanges(Tag.stripOffsets, Tag.stripByteCounts, in: directory)
        let header = 0..<TIFFData.headerSize
        guard ranges.allSatisfy({ !$0.overlaps(header) && !$0.overlaps(mainDirectory.range) }) else { return false }
        for range in ranges.sorted(by: { $0.upperBound > $1.upperBound }) { tiff.erase(range) }
        return true
    }

    /// Whether EXIF data contains the beginning of a JPEG file, as thumbnails in maker notes do.
    static func mayContainPreview(_ exif: [UInt8]) -> Bool {
        var rest = exif[...]
        while let start = rest.firstIndex(of: 0xFF) {
            if rest[start...].starts(with: [0xFF, 0xD8, 0xFF]) { return true }
            rest = rest[(start + 1)...]
        }
        return false
    }

    /// The byte counts of the value types (TIFF 6.0, section 2).
    private static let byteCounts = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8]

    /// The range of an entry's values, unless the entry itself contains them.
    private func valueRange(ofEntry entry: Int) -> [Range<Int>] {
        guard let type = tiff.integer(at: entry + 2, byteCount: 2), let byteCount = Self.byteCounts[type],
            let count = tiff.integer(at: entry + 4, byteCount: 4), count * byteCount > 4,
            let offset = tiff.integer(at: entry + 8, byteCount: 4), offset < bytes.count
        else { return [] }
        return [offset..<min(offset + count * byteCount, bytes.count)]
    }

    /// The ranges of a thumbnail, given the tags of its offsets and its byte counts.
    private func previewRanges(
        _ offsetTag: Int, _ byteCountTag: Int, in directory: TIFFData.Directory
    ) -> [Range<Int>] {
        zip(values(offsetTag, in: directory), values(byteCountTag, in: directory)).compactMap { offset, count in
            offset < bytes.count && count > 0 ? offset..<min(offset + count, bytes.count) : nil
        }
    }

    /// The values of an entry of type SHORT or LONG.
    private func values(_ tag: Int, in directory: TIFFData.Directory) -> [Int] {
        guard let entry = tiff.entry(tag, in: directory), let type = tiff.valueType(ofEntry: entry),
            let count = tiff.integer(at: entry + 4, byteCount: 4)
        else { return [] }
        let size = type.byteCount
        let start = count * size <= 4 ? entry + 8 : tiff.integer(at: entry + 8, byteCount: 4) ?? bytes.count
        return (0..<min(count, bytes.count)).compactMap { tiff.integer(at: start + size * $0, byteCount: size) }
    }
}
