import TestSupport

/// Fonts as bytes.
enum FontBytes {
    static func big(_ value: Int, _ count: Int = 2) -> [UInt8] { FileEditing.bigEndian(value, count) }

    /// Numbers of two bytes.
    static func numbers(_ values: Int...) -> [UInt8] { values.flatMap { big($0) } }

    /// A font with some tables, in a file with others before it.
    static func font(_ tables: [(tag: String, bytes: [UInt8])], start: Int = 0) -> [UInt8] {
        var directory = [0, 1, 0, 0] + big(tables.count) + [UInt8](repeating: 0, count: 6)
        var contents: [UInt8] = []
        for (tag, bytes) in tables {
            directory += Array(tag.utf8) + [0, 0, 0, 0] + big(start + 12 + 16 * tables.count + contents.count, 4)
            directory += big(bytes.count, 4)
            contents += bytes
        }
        return directory + contents
    }
}
