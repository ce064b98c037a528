/// The instructions of the glyphs of a font with PostScript outlines.
///
/// FreeType executes up to 20 million of them for each glyph, and Fontconfig can load all glyphs. Subroutines that call others many times
/// need only a few bytes.
///
/// Source: Adobe Technical Note 5177, "The Type 2 Charstring Format"; OpenType specification, "CFF2 CharString Format".
struct CharStrings {
    private let font: CompactFont
    private let bytes: FontTables
    /// How many more numbers and instructions may be executed.
    private var rest: Int
    private var local = CompactFont.Index()

    // of the glyph
    private var numbers: [Int?] = []
    private var hintCount = 0
    private var regionCount = 0
    private var hasEnded = false

    /// The greatest number of numbers and instructions of all glyphs of a font; those of Chinese have about 16 million.
    static let greatestCount = 1 << 25
    /// FreeType does not execute subroutines that are so many levels below a glyph.
    private static let greatestDepth = 16
    /// FreeType does not draw glyphs with more numbers before an instruction.
    private static let greatestNumberCount = 513

    /// Whether the glyphs of a font have too many instructions, or call subroutines by numbers that they compute.
    static func exceedLimit(in tables: FontTables, _ limit: Int = greatestCount) -> Bool {
        guard let font = CompactFont(tables) else { return false }
        var strings = CharStrings(font, limit)
        let groups = font.groups
        return groups.indices.contains { !strings.execute(glyph: $0, group: groups[$0]) }
    }

    private init(_ font: CompactFont, _ limit: Int) { (self.font, bytes, rest) = (font, font.font, limit) }

    /// Executes a glyph; `false` if there are too many instructions.
    private mutating func execute(glyph: Int, group: Int) -> Bool {
        numbers.removeAll(keepingCapacity: true)
        (hintCount, hasEnded) = (0, false)
        regionCount = font.regionCounts.first ?? 0
        local = font.localSubroutines.indices.contains(group) ? font.localSubroutines[group] : CompactFont.Index()
        guard let range = font.glyphs.element(glyph, bytes) else { return true }
        return execute(range, depth: 0)
    }

    private mutating func execute(_ range: Range<Int>, depth: Int) -> Bool {
        let (file, end) = (bytes.file, min(range.upperBound, bytes.file.count))
        var place = range.lowerBound
        while place < end, !hasEnded {
            rest -= 1
            guard rest >= 0 else { return false }
            let byte = Int(file[place])
            place += 1
            switch byte {
            case 32...246: numbers.append(byte - 139)
            case 28, 247...255: place += push(byte, at: place)
            case 10, 29:
                guard call(byte == 10 ? local : font.globalSubroutines, depth: depth + 1) else { return false }
            case 11: return true
            case 12:
                compute(bytes.number(at: place, 1) ?? 0)
                place += 1
            case 14: hasEnded = true
            case 15, 16: vary(isBlend: byte == 16)
            case 1, 3, 18, 19, 20, 23:
                hintCount += numbers.count / 2
                numbers.removeAll(keepingCapacity: true)
                if byte == 19 || byte == 20 { place += (hintCount + 7) / 8 }
            default: numbers.removeAll(keepingCapacity: true)
            }
            if numbers.count > Self.greatestNumberCount { hasEnded = true }
        }
        return true
    }

    private mutating func call(_ subroutines: CompactFont.Index, depth: Int) -> Bool {
        guard let last = numbers.popLast() else { return true }
        guard let last else { return false }
        let bias = subroutines.count < 1240 ? 107 : subroutines.count < 33900 ? 1131 : 32768
        guard depth <= Self.greatestDepth, let range = subroutines.element(last + bias, bytes) else {
            hasEnded = true
            return true
        }
        return execute(range, depth: depth)
    }

    /// Adds a number.
    ///
    /// - Returns: the number of bytes after the first one.
    private mutating func push(_ byte: Int, at place: Int) -> Int {
        let count = byte == 28 ? 2 : byte == 255 ? 4 : 1
        let next = bytes.number(at: place, count) ?? 0
        switch byte {
        case 28: numbers.append(Int(Int16(truncatingIfNeeded: next)))
        // a fraction
        case 255: numbers.append(Int(Int32(truncatingIfNeeded: next)) >> 16)
        case 247...250: numbers.append((byte - 247) * 256 + next + 108)
        default: numbers.append(-(byte - 251) * 256 - next - 108)
        }
        return count
    }

    /// Replaces numbers by results, which are not known.
    private mutating func compute(_ instruction: Int) {
        let (operands, results) =
            switch font.isVariable ? 0 : instruction {
            case 3, 4, 10, 11, 12, 15, 24: (2, 1)
            case 5, 9, 14, 21, 26, 29: (1, 1)
            case 18: (1, 0)
            case 20: (2, 0)
            case 22: (4, 1)
            case 23: (0, 1)
            case 27: (1, 2)
            case 28: (2, 2)
            // any of the other numbers change their places
            case 30: (numbers.count, max(numbers.count - 2, 0))
            default: (numbers.count, 0)
            }
        numbers.removeLast(min(operands, numbers.count))
        for _ in 0..<results { numbers.append(nil) }
    }

    /// Selects a list of regions, or replaces numbers for each region by those of the font.
    private mutating func vary(isBlend: Bool) {
        guard font.isVariable, let last = numbers.popLast(), let last else {
            return numbers.removeAll(keepingCapacity: true)
        }
        if isBlend {
            numbers.removeLast(min(max(last, 0) * regionCount, numbers.count))
        } else {
            regionCount = font.regionCounts.indices.contains(last) ? font.regionCounts[last] : 0
            numbers.removeAll(keepingCapacity: true)
        }
    }
}
