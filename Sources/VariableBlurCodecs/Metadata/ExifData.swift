/// EXIF data that is changed in place: a TIFF header, and directories of entries that it leads to.
struct ExifData {
    private(set) var bytes: [UInt8]
    private let isLittleEndian: Bool
    private let mainDirectory: Directory

    /// Where a directory is, and the places of its entries of 12 bytes.
    private struct Directory {
        let place: Int
        let count: Int
        var entries: [Int] { (0..<count).map { place + 2 + 12 * $0 } }
        /// Where the place of the next directory is.
        var link: Int { place + 2 + 12 * count }
        var all: Range<Int> { place..<link + 4 }
    }

    /// Takes EXIF data from the byte order mark on; `nil` if its first directory cannot be followed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
        self.bytes = bytes
        let isLittleEndian = bytes[0] == 0x49
        self.isLittleEndian = isLittleEndian
        guard Self.number(bytes, isLittleEndian, 2, 2) == 42, let place = Self.number(bytes, isLittleEndian, 4, 4),
            let directory = Self.directory(bytes, isLittleEndian, place)
        else { return nil }
        mainDirectory = directory
    }

    private static func number(_ bytes: [UInt8], _ isLittleEndian: Bool, _ place: Int, _ count: Int) -> Int? {
        guard place >= 0, count <= bytes.count - place else { return nil }
        return (0..<count).reduce(0) { $0 << 8 | Int(bytes[isLittleEndian ? place + count - 1 - $1 : place + $1]) }
    }

    private static func directory(_ bytes: [UInt8], _ isLittleEndian: Bool, _ place: Int) -> Directory? {
        guard place >= 8, let count = number(bytes, isLittleEndian, place, 2) else { return nil }
        let directory = Directory(place: place, count: count)
        return directory.all.upperBound <= bytes.count ? directory : nil
    }

    private func number(_ place: Int, _ count: Int) -> Int? { Self.number(bytes, isLittleEndian, place, count) }

    private mutating func set(_ place: Int, _ count: Int, _ value: Int) {
        for index in 0..<count {
            let shift = 8 * (isLittleEndian ? index : count - 1 - index)
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    private func entry(_ tag: Int, in directory: Directory) -> Int? {
        directory.entries.first { number($0, 2) == tag }
    }

    /// Writes an entry's value, if it is a whole number that is there.
    private mutating func setValue(_ tag: Int, in directory: Directory, _ value: Int) {
        guard let entry = entry(tag, in: directory), let type = number(entry + 2, 2) else { return }
        if type == 3 && value <= 0xFFFF { set(entry + 8, 2, value) }
        if type == 4 { set(entry + 8, 4, value) }
    }

    /// Says that the picture is stored upright, in a size.
    mutating func makeUpright(width: Int, height: Int) {
        setValue(0x0112, in: mainDirectory, 1)
        setValue(0x0100, in: mainDirectory, width)
        setValue(0x0101, in: mainDirectory, height)
        guard let pointer = entry(0x8769, in: mainDirectory), let place = number(pointer + 8, 4),
            let directory = Self.directory(bytes, isLittleEndian, place)
        else { return }
        setValue(0xA002, in: directory, width)
        setValue(0xA003, in: directory, height)
    }

    /// Removes the preview, which would show the picture as it was; whether that was possible.
    mutating func removePreview() -> Bool {
        guard let place = number(mainDirectory.link, 4) else { return false }
        set(mainDirectory.link, 4, 0)
        guard place != 0 else { return true }
        guard let directory = Self.directory(bytes, isLittleEndian, place) else { return true }
        var ranges = [directory.all]
        for entry in directory.entries { ranges += storage(of: entry) }
        let offsets = [(0x0201, 0x0202), (0x0111, 0x0117)]
        for (offsetTag, countTag) in offsets { ranges += data(offsetTag, countTag, in: directory) }
        guard ranges.allSatisfy({ !$0.overlaps(0..<8) && !$0.overlaps(mainDirectory.all) }) else { return false }
        for range in ranges.sorted(by: { $0.upperBound > $1.upperBound }) {
            if range.upperBound >= bytes.count {
                bytes.removeLast(max(bytes.count - range.lowerBound, 0))
            } else {
                for index in range { bytes[index] = 0 }
            }
        }
        return true
    }

    /// Whether something in EXIF data begins like a JPEG file, as previews in makers' notes do.
    static func mayHoldPicture(_ exif: [UInt8]) -> Bool {
        var rest = exif[...]
        while let start = rest.firstIndex(of: 0xFF) {
            if rest[start...].starts(with: [0xFF, 0xD8, 0xFF]) { return true }
            rest = rest[(start + 1)...]
        }
        return false
    }

    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8]

    /// Where an entry's value is, if it is not in the entry itself.
    private func storage(of entry: Int) -> [Range<Int>] {
        guard let type = number(entry + 2, 2), let count = number(entry + 4, 4), let size = Self.sizes[type],
            count * size > 4, let place = number(entry + 8, 4), place < bytes.count
        else { return [] }
        return [place..<min(place + count * size, bytes.count)]
    }

    /// Where the pieces of a preview are that two entries give the places and the lengths of.
    private func data(_ offsetTag: Int, _ countTag: Int, in directory: Directory) -> [Range<Int>] {
        zip(values(offsetTag, in: directory), values(countTag, in: directory)).compactMap { place, count in
            place < bytes.count && count > 0 ? place..<min(place + count, bytes.count) : nil
        }
    }

    private func values(_ tag: Int, in directory: Directory) -> [Int] {
        guard let entry = entry(tag, in: directory), let type = number(entry + 2, 2), type == 3 || type == 4,
            let count = number(entry + 4, 4)
        else { return [] }
        let size = type == 3 ? 2 : 4
        let start = count * size <= 4 ? entry + 8 : number(entry + 8, 4) ?? bytes.count
        return (0..<min(count, bytes.count)).compactMap { number(start + size * $0, size) }
    }
}
