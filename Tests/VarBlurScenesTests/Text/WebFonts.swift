import TestSupport
@testable import VarBlurCodecs

/// Web fonts with the tables of a TrueType file.
struct WebFonts {
    private let flavor: ArraySlice<UInt8>
    private let tables: [(tag: [UInt8], checksum: [UInt8], bytes: [UInt8])]

    init(_ font: [UInt8]) {
        func number(_ offset: Int) -> Int { font[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        flavor = font[0..<4]
        tables = (0..<(Int(font[4]) << 8 | Int(font[5]))).map { index in
            let entry = 12 + 16 * index
            let start = number(entry + 8)
            return (
                Array(font[entry..<entry + 4]), Array(font[entry + 4..<entry + 8]),
                Array(font[start..<start + number(entry + 12)])
            )
        }
    }

    private static func big(_ value: Int, _ count: Int = 4) -> [UInt8] { FileEditing.bigEndian(value, count) }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + zeros((4 - bytes.count % 4) % 4) }

    /// What the headers of both formats begin with.
    private func header(_ signature: String, _ length: Int, _ announced: Int?) -> [UInt8] {
        var header = Array(signature.utf8)
        header += flavor
        header += Self.big(length)
        header += Self.big(tables.count, 2)
        header += Self.big(0, 2)
        header += Self.big(announced ?? unpackedCount)
        return header
    }

    private var unpackedCount: Int { tables.reduce(12 + 16 * tables.count) { $0 + Self.padded($1.bytes).count } }

    /// A WOFF file (W3C, WOFF File Format 1.0), whose tables are compressed.
    ///
    /// - Parameter announced: the length of the font that the file announces.
    /// - Returns: the file.
    /// - Throws: an error if there is not enough memory.
    func woff(announcing announced: Int? = nil) throws -> [UInt8] {
        var (directory, data) = ([UInt8](), [UInt8]())
        for table in tables {
            let compressed = try Deflate.compressed(table.bytes, deadline: nil)
            let stored = compressed.count < table.bytes.count ? compressed : table.bytes
            let offset = 44 + 20 * tables.count + data.count
            directory += table.tag + Self.big(offset) + Self.big(stored.count) + Self.big(table.bytes.count)
            directory += table.checksum
            data += Self.padded(stored)
        }
        let length = 44 + directory.count + data.count
        return header("wOFF", length, announced) + Self.zeros(24) + directory + data
    }

    /// A WOFF2 file (W3C, WOFF File Format 2.0), whose tables are neither transformed nor compressed.
    func woff2(announcing announced: Int? = nil) -> [UInt8] {
        var directory: [UInt8] = []
        for table in tables {
            // any tag; for these two, the version 3 means that they are not transformed
            let isOutline = ["glyf", "loca"].contains(String(decoding: table.tag, as: UTF8.self))
            directory += [isOutline ? 0xFF : 0x3F] + table.tag + Self.base128(table.bytes.count)
        }
        let stream = Self.brotli(tables.flatMap(\.bytes))
        let length = Self.padded(Self.zeros(48 + directory.count + stream.count)).count
        var file = header("wOF2", length, announced)
        file += Self.big(stream.count)
        file += Self.zeros(24)
        return Self.padded(file + directory + stream)
    }

    private static func base128(_ value: Int) -> [UInt8] {
        var groups = [UInt8(value & 127)]
        var rest = value >> 7
        while rest > 0 {
            groups.insert(UInt8(rest & 127) | 128, at: 0)
            rest >>= 7
        }
        return groups
    }

    /// A stream of Brotli (RFC 7932) with bytes as they are.
    private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
            let part = bytes[start..<min(start + 1 << 16, bytes.count)]
            // the size of the window before the first block, then: not the last one, 4 digits of the length, not compressed
            let shift = start == 0 ? 1 : 0
            let bits = ((part.count - 1) << 3 | 1 << 19) << shift
            result += [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255)] + part
        }
        return result + [3]
    }
}
