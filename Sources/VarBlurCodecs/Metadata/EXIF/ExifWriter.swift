/// Writes the directories of EXIF data, each of which is followed by its values.
struct ExifWriter {
    private enum Content {
        case value(ExifValue)
        case directory(ExifDirectory)
    }

    private struct Entry {
        let tag: Int
        let content: Content
    }

    private struct Directory {
        var entries: [Entry] = []
        /// Where the input stores the directory.
        var sourceOffset: Int?
    }

    /// The directories in the order in which they are written, that of `ExifDirectory`.
    private var directories = [Directory](repeating: Directory(), count: 4)

    /// The offset that the input has for a directory; `nil` if it has none.
    func sourceOffset(of directory: ExifDirectory) -> Int? { directories[directory.rawValue].sourceOffset }

    /// Adds a value to a directory.
    mutating func add(_ tag: Int, _ value: ExifValue, to directory: ExifDirectory) {
        directories[directory.rawValue].entries.append(Entry(tag: tag, content: .value(value)))
    }

    /// Adds a directory, which is written if it will have entries.
    mutating func add(_ tag: Int, _ target: ExifDirectory, sourceOffset: Int, to directory: ExifDirectory) {
        directories[target.rawValue].sourceOffset = sourceOffset
        directories[directory.rawValue].entries.append(Entry(tag: tag, content: .directory(target)))
    }

    /// Leaves out the longest values, which are texts, because there are some bytes too many.
    mutating func removeLongest(excess: Int) {
        let counts = directories.flatMap { $0.entries.map(Self.externalCount) }
        let removed = CheckedMetadata.longest(of: counts, excess: excess)
        var first = 0
        for index in directories.indices {
            let entries = directories[index].entries
            directories[index].entries = entries.indices.filter { !removed.contains(first + $0) }.map { entries[$0] }
            first += entries.count
        }
    }

    /// The EXIF data from the byte order mark on; `nil` without any values.
    func bytes(in order: ByteOrder) -> [UInt8]? {
        var written = directories
        for index in written.indices.reversed() {
            let isEmpty = written.map(\.entries.isEmpty)
            written[index].entries.removeAll { entry in
                if case .directory(let target) = entry.content { isEmpty[target.rawValue] } else { false }
            }
            written[index].entries.sort { $0.tag < $1.tag }
        }
        guard !written[ExifDirectory.image.rawValue].entries.isEmpty else { return nil }
        var offsets: [Int] = []
        var end = TIFFData.headerSize
        for directory in written {
            offsets.append(end)
            end += Self.byteCount(of: directory)
        }
        let mark: UInt8 = order == .bigEndian ? 0x4D : 0x49
        var bytes = [mark, mark] + order.bytes(of: 42, count: 2) + order.bytes(of: TIFFData.headerSize, count: 4)
        bytes.reserveCapacity(end)
        for directory in written where !directory.entries.isEmpty {
            Self.append(directory, offsets, order, to: &bytes)
        }
        return bytes
    }

    /// The number of bytes of a directory and its values.
    private static func byteCount(of directory: Directory) -> Int {
        guard !directory.entries.isEmpty else { return 0 }
        return directory.entries.reduce(2 + TIFFData.entrySize * directory.entries.count + 4) { count, entry in
            count + externalCount(of: entry)
        }
    }

    /// The number of bytes of a value outside its entry, which is even.
    private static func externalCount(of entry: Entry) -> Int {
        guard case .value(let value) = entry.content, value.bytes.count > 4 else { return 0 }
        return value.bytes.count + value.bytes.count % 2
    }

    private static func append(
        _ directory: Directory, _ offsets: [Int], _ order: ByteOrder, to bytes: inout [UInt8]
    ) {
        var valueOffset = bytes.count + 2 + TIFFData.entrySize * directory.entries.count + 4
        var values: [UInt8] = []
        bytes += order.bytes(of: directory.entries.count, count: 2)
        for entry in directory.entries {
            bytes += order.bytes(of: entry.tag, count: 2)
            switch entry.content {
            case .directory(let target):
                bytes += order.bytes(of: TIFFType.long, count: 2) + order.bytes(of: 1, count: 4)
                bytes += order.bytes(of: offsets[target.rawValue], count: 4)
            case .value(let value):
                bytes += order.bytes(of: value.type, count: 2) + order.bytes(of: value.count, count: 4)
                if value.bytes.count <= 4 {
                    bytes += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
                } else {
                    bytes += order.bytes(of: valueOffset, count: 4)
                    values += value.bytes + [UInt8](repeating: 0, count: value.bytes.count % 2)
                    valueOffset += externalCount(of: entry)
                }
            }
        }
        // There is no next directory.
        bytes += [0, 0, 0, 0] + values
    }
}
