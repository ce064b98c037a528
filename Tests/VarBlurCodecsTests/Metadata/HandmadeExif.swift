import TestSupport

/// EXIF data that is built entry by entry, to contain what no camera writes.
struct HandmadeExif {
    /// An entry of a directory.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// The contents of the last field: a short value, or an offset.
        let field: [UInt8]
    }

    static let (byte, ascii, short, long, rational, undefined, directory) = (1, 2, 3, 4, 5, 7, 13)

    let isLittleEndian: Bool
    private(set) var bytes: [UInt8]

    init(littleEndian: Bool = false) {
        isLittleEndian = littleEndian
        bytes = Array((littleEndian ? "II" : "MM").utf8)
        bytes += number(42, 2) + number(0, 4)
    }

    func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = FileEditing.bigEndian(value, count)
        return isLittleEndian ? bytes.reversed() : bytes
    }

    /// Appends bytes that no entry needs to refer to, and returns their offset.
    mutating func append(_ contents: [UInt8]) -> Int {
        if bytes.count % 2 == 1 { bytes.append(0) }
        bytes += contents
        return bytes.count - contents.count
    }

    /// An entry with bytes of a type of one byte.
    mutating func entry(_ tag: Int, _ type: Int, _ contents: [UInt8]) -> Entry {
        if contents.count <= 4 {
            let padding = [UInt8](repeating: 0, count: 4 - contents.count)
            return Entry(tag: tag, type: type, count: contents.count, field: contents + padding)
        }
        return Entry(tag: tag, type: type, count: contents.count, field: number(append(contents), 4))
    }

    /// An entry with a text and its zero byte.
    mutating func text(_ tag: Int, _ text: String) -> Entry { entry(tag, Self.ascii, Array(text.utf8) + [0]) }

    /// An entry with a number.
    func integer(_ tag: Int, _ value: Int, _ type: Int = long) -> Entry {
        Entry(
            tag: tag, type: type, count: 1,
            field: type == Self.short ? number(value, 2) + [0, 0] : number(value, 4))
    }

    /// Appends a directory, and returns its offset.
    mutating func directory(_ entries: [Entry], next: Int = 0, count: Int? = nil) -> Int {
        let fields = entries.flatMap { number($0.tag, 2) + number($0.type, 2) + number($0.count, 4) + $0.field }
        return append(number(count ?? entries.count, 2) + fields + number(next, 4))
    }

    /// Appends the first directory, with an entry for the camera, and returns all bytes.
    mutating func finish(_ entries: [Entry] = [], next: Int = 0) -> [UInt8] {
        let camera = text(0x010F, Self.camera)
        let offset = directory([camera] + entries, next: next)
        bytes.replaceSubrange(4..<8, with: number(offset, 4))
        return bytes
    }

    /// The value of the camera's tag in every directory IFD0.
    static let camera = "A camera"
}
