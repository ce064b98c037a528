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

    /// A copy of a font with other contents of a table.
    static func font(_ font: [UInt8], replacing tag: String, by table: [UInt8]) -> [UInt8] {
        var copy = font
        for record in stride(from: 12, to: 12 + 16 * (Int(font[4]) << 8 | Int(font[5])), by: 16)
        where font[record..<record + 4].elementsEqual(tag.utf8) {
            copy.replaceSubrange(record + 8..<record + 16, with: big(font.count, 4) + big(table.count, 4))
        }
        return copy + table
    }

    /// Elements with the offsets from their start before them; equal ones are written once.
    static func list(_ elements: [[UInt8]], before: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
        let start = before.count + 2 + 2 * elements.count
        var (places, contents, offsets) = ([[UInt8]: Int](), after, [UInt8]())
        for element in elements {
            let place = places[element] ?? start + contents.count
            if places.updateValue(place, forKey: element) == nil { contents += element }
            offsets += big(place)
        }
        return before + big(elements.count) + offsets + contents
    }

    /// A table GSUB whose lookups, each with its own subtables, replace letters of all texts.
    static func substitutions(_ lookups: [[UInt8]]) -> [UInt8] {
        let scripts = numbers(1) + Array("DFLT".utf8) + numbers(8, 4, 0, 0, 0xFFFF, 1, 0)
        let features =
            numbers(1) + Array("ccmp".utf8) + numbers(8, 0, lookups.count) + lookups.indices.flatMap { big($0) }
        return numbers(1, 0, 10, 10 + scripts.count, 10 + scripts.count + features.count) + scripts + features
            + list(lookups)
    }

    /// A lookup of a type.
    static func lookup(_ type: Int, _ subtables: [[UInt8]]) -> [UInt8] {
        list(subtables, before: numbers(type, 0))
    }
}
