/// The glyphs of a TrueType font that consist of other glyphs.
///
/// FreeType draws every part of a glyph, and the parts of these, however many there are.
///
/// Source: OpenType specification, tables glyf, loca, head, and maxp.
struct CompositeGlyphs {
    private let font: FontTables
    private var glyphs: Range<Int> = 0..<0
    private var locations = 0
    private var hasLongLocations = false
    /// The number of glyphs that each glyph consists of, itself included; 0 if it is not known yet.
    private var counts: [Int] = []

    /// The greatest number of glyphs that a glyph may consist of.
    static let greatestCount = 256
    /// A glyph may be so many levels below another one.
    private static let greatestDepth = 16

    /// Whether a font has a glyph that consists of too many others, or of itself.
    static func exceedLimit(in font: FontTables) -> Bool {
        var glyphs = CompositeGlyphs(font)
        return glyphs.exceedLimit()
    }

    private init(_ font: FontTables) { self.font = font }

    private mutating func exceedLimit() -> Bool {
        guard let glyphs = font.table("glyf"), let locations = font.table("loca"), let head = font.table("head"),
            let profile = font.table("maxp"), let count = font.number(at: profile.lowerBound + 4, 2)
        else { return false }
        (self.glyphs, self.locations) = (glyphs, locations.lowerBound)
        hasLongLocations = font.number(at: head.lowerBound + 50, 2) != 0
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
        guard let location = font.number(at: locations + size * glyph, size),
            let next = font.number(at: locations + size * (glyph + 1), size), next > location
        else { return [] }
        let start = glyphs.lowerBound + (hasLongLocations ? location : 2 * location)
        guard let contourCount = font.number(at: start, 2), contourCount >= 0x8000 else { return [] }
        var (parts, offset) = ([Int](), start + 10)
        while parts.count <= Self.greatestCount, let flags = font.number(at: offset, 2),
            let part = font.number(at: offset + 2, 2)
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
