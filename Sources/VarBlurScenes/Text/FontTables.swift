/// The tables of a TrueType or OpenType font.
///
/// Source: OpenType specification, "Organization of an OpenType Font".
struct FontTables {
    let file: [UInt8]
    /// Where the directory of tables starts.
    private let start: Int

    /// The greatest number of fonts of a collection.
    static let greatestCount = 512

    /// The fonts of a file: those of a collection, or one.
    ///
    /// - Returns: `nil` if there are too many.
    static func fonts(in file: [UInt8]) -> [FontTables]? {
        let reader = FontTables(file: file, start: 0)
        guard file.starts(with: "ttcf".utf8) else { return [reader] }
        let count = reader.number(at: 8, 4) ?? 0
        guard count <= greatestCount else { return nil }
        return (0..<count).compactMap { index in
            reader.number(at: 12 + 4 * index, 4).map { FontTables(file: file, start: $0) }
        }
    }

    /// The number in big-endian order at an offset in the file; `nil` beyond its end.
    func number(at offset: Int, _ byteCount: Int) -> Int? {
        guard offset >= 0, offset + byteCount <= file.count else { return nil }
        var number = 0
        for index in offset..<offset + byteCount { number = number << 8 | Int(file[index]) }
        return number
    }

    /// Where a table is in the file; it may end beyond it.
    func table(_ tag: String) -> Range<Int>? {
        let records = (0..<(number(at: start + 4, 2) ?? 0)).lazy.map { start + 12 + 16 * $0 }
        let record = records.first { $0 + 16 <= file.count && file[$0..<$0 + 4].elementsEqual(tag.utf8) }
        guard let record, let first = number(at: record + 8, 4), let length = number(at: record + 12, 4) else {
            return nil
        }
        return first..<first + length
    }
}
