/// The pictures of the glyphs of a font, such as emoji.
///
/// FreeType decodes PNG files of any size, and does so in the process that draws.
///
/// Source: OpenType specification, table sbix; PNG specification, chunk IHDR.
struct GlyphPictures {
    /// The greatest number of pixels of all glyphs in all sizes; those of Apple's emoji have about 180 million.
    static let greatestPixelCount = 1 << 28
    /// The greatest number of pixels of a glyph.
    static let greatestPixelCountOfGlyph = 1 << 22
    /// The greatest number of sizes.
    private static let greatestSizeCount = 64
    /// The name of the format.
    private static let png = 0x706E_6720

    /// Whether the glyphs of a font have too many pixels.
    static func exceedLimit(in font: FontTables) -> Bool {
        guard let table = font.table("sbix")?.lowerBound, let profile = font.table("maxp")?.lowerBound,
            let glyphCount = font.number(at: profile + 4, 2), let sizeCount = font.number(at: table + 4, 4)
        else { return false }
        guard sizeCount <= greatestSizeCount else { return true }
        var sum = 0
        for size in 0..<sizeCount {
            guard let offset = font.number(at: table + 8 + 4 * size, 4) else { return false }
            for glyph in 0..<glyphCount {
                let entry = table + offset + 4 + 4 * glyph
                guard let place = font.number(at: entry, 4), let next = font.number(at: entry + 4, 4) else { break }
                guard next > place else { continue }
                // after the position and the format of the picture, the signature of PNG, and the head of its first chunk
                let head = table + offset + place + 8 + 16
                guard font.number(at: head - 20, 4) == png, let width = font.number(at: head, 4),
                    let height = font.number(at: head + 4, 4)
                else { continue }
                let (count, isTooGreat) = width.multipliedReportingOverflow(by: height)
                if isTooGreat || count > greatestPixelCountOfGlyph { return true }
                sum += count
                if sum > greatestPixelCount { return true }
            }
        }
        return false
    }
}
