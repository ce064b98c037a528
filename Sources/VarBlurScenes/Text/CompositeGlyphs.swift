/// The glyphs of a TrueType font that consist of other glyphs.
///
/// FreeType draws every part of a glyph, and the parts of these, however many there are.
///
/// Source: OpenType specification, tables glyf, loca, head, and maxp.
struct CompositeGlyphs {
    private let font: [UInt8]
    private var glyphs: Range<Int> = 0..<0
    private var locations = 0
    private var hasLongLocations = false
    /// The number of glyphs that each glyph consists of, itself included; 0 if it is not known yet.
    private var counts: [Int] = []

    /// The greatest number of glyphs that a glyph may consist of.
    static let greatestCount = 256
    /// A glyph may be so many levels below another one.
    private static let greatestDepth = 16

    /// Whether a font, or one of a collection, has a glyph that consists of too many others, or of itself.
    static func exceedLimit(in font: [UInt8]) -> Bool {
        let reader = CompositeGlyphs(font)
        let isCollection = font.starts(with: "ttcf".utf8)
        let count = isCollection ? min(reader.number(at: 8, 4) ?? 0, font.count / 4) : 1
        return (0..<count).contains { index in
            var glyphs = reader
            return glyphs.exceedLimit(at: isCollection ? reader.number(at: 12 + 4 * index, 4) ?? 0 : 0)
        }
    }

    private init(_ font: [UInt8]) { self.font = font }

    /// The number in big-endian order at an offset; `nil` beyond the end of the file.
    private func number(at offset: Int, _ byteCount: Int) -> Int? {
        guard offset >= 0, offset + byteCount <= font.count else { return nil }
        return font[offset..<offset + byteCount].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func exceedLimit(at start: Int) -> Bool {
        func table(_ tag: String) -> Range<Int>? {
            let records = (0..<(number(at: start + 4, 2) ?? 0)).map { start + 12 + 16 * $0 }
            let record = records.first { $0 + 16 <= font.count && font[$0..<$0 + 4].elementsEqual(tag.utf8) }
            guard let record, let first = number(at: record + 8, 4), let length = number(at: record + 12, 4) else {
                return nil
            }
            return first..<first + length
        }
        guard let glyphs = table("glyf"), let locations = table("loca"), let head = table("head"),
            let profile = table("maxp"), let count = number(at: profile.lowerBound + 4, 2)
        else { return false }
        (self.glyphs, self.locations) = (glyphs, locations.lowerBound)
        hasLongLocations = number(at: head.lowerBound + 50, 2) != 0
        counts = [Int](repeating: 0, count: count)
        return counts.indices.contains { !countParts(of: $0, depth: 0) }
    }

    /// Counts the glyphs of which a glyph consists; `false` if there are too many.
    private mutating func countParts(of glyph: Int, depth: Int) -> Bool {
        guard counts.indices.contains(glyph), counts[glyph] == 0 else { return true }
        guard depth < Self.greatestDepth else { return false }
        var count = 1
        for part in parts(of: glyph) where counts.indices.contains(part) {
            guard countParts(of: part, depth: depth + 1) else { return false }
            count += counts[part]
            guard count <= Self.greatestCount else { return false }
        }
        counts[glyph] = count
        return true
    }

    private func parts(of glyph: Int) -> [Int] {
        let size = hasLongLocations ? 4 : 2
        guard let location = number(at: locations + size * glyph, size),
            let next = number(at: locations + size * (glyph + 1), size), next > location
        else { return [] }
        let start = glyphs.lowerBound + (hasLongLocations ? location : 2 * location)
        guard let contourCount = number(at: start, 2), contourCount >= 0x8000 else { return [] }
        var (parts, offset) = ([Int](), start + 10)
        while parts.count <= Self.greatestCount, let flags = number(at: offset, 2), let part = number(at: offset + 2, 2)
        {
            parts.append(part)
            let hasMore = flags & 0x20 != 0
            guard hasMore else { break }
            let transform = flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
            offset += 4 + (flags & 0x1 != 0 ? 4 : 2) + transform
        }
        return parts
    }
}
