/// The glyphs and subroutines of a font with PostScript outlines.
///
/// Source: Adobe Technical Note 5176, "The Compact Font Format Specification"; OpenType specification, tables CFF and CFF2.
struct CompactFont {
    let font: FontTables
    /// Whether the font is in the second version of the format, whose glyphs can vary.
    let isVariable: Bool
    let glyphs: Index
    let globalSubroutines: Index
    /// The subroutines for the glyphs of each group.
    private(set) var localSubroutines: [Index] = []
    /// The numbers of regions in which glyphs vary, which instructions select.
    private(set) var regionCounts: [Int] = []
    private let start: Int
    private var groupTable: Int?

    /// A list of byte strings.
    struct Index {
        var count = 0
        fileprivate var offsetSize = 1
        fileprivate var offsets = 0
        /// Where the list ends.
        fileprivate var end = 0

        /// Where an element is; `nil` if it is beyond the list.
        func element(_ number: Int, _ font: FontTables) -> Range<Int>? {
            guard number >= 0, number < count,
                let first = font.number(at: offsets + number * offsetSize, offsetSize),
                let last = font.number(at: offsets + (number + 1) * offsetSize, offsetSize), first <= last
            else { return nil }
            // offsets count from the byte before the elements
            let base = offsets + (count + 1) * offsetSize - 1
            return base + first..<base + last
        }
    }

    /// Reads the tables of a font; `nil` if it has other outlines, or is damaged.
    init?(_ font: FontTables) {
        guard let table = font.table("CFF2") ?? font.table("CFF ") else { return nil }
        let start = table.lowerBound
        guard let version = font.number(at: start, 1), let headLength = font.number(at: start + 2, 1) else {
            return nil
        }
        isVariable = version == 2
        (self.font, self.start) = (font, start)
        func index(_ place: Int) -> Index? { Self.index(at: place, font, hasLongCount: version == 2) }
        let top: Range<Int>
        if version == 2 {
            guard let length = font.number(at: start + 3, 2) else { return nil }
            top = start + headLength..<start + headLength + length
            guard let subroutines = index(top.upperBound) else { return nil }
            globalSubroutines = subroutines
        } else {
            guard let names = index(start + headLength), let tops = index(names.end), let first = tops.element(0, font),
                let texts = index(tops.end), let subroutines = index(texts.end)
            else { return nil }
            (top, globalSubroutines) = (first, subroutines)
        }
        let members = Self.members(of: top, font)
        guard let place = members[17]?.last, let glyphs = index(start + place) else { return nil }
        self.glyphs = glyphs
        readGroups(members)
        if let place = members[24]?.last { readRegions(at: start + place + 2) }
    }

    private static func index(at place: Int, _ font: FontTables, hasLongCount: Bool) -> Index? {
        let size = hasLongCount ? 4 : 2
        guard let count = font.number(at: place, size) else { return nil }
        guard count > 0 else { return Index(end: place + size) }
        guard let offsetSize = font.number(at: place + size, 1), (1...4).contains(offsetSize),
            let last = font.number(at: place + size + 1 + count * offsetSize, offsetSize)
        else { return nil }
        let offsets = place + size + 1
        return Index(
            count: count, offsetSize: offsetSize, offsets: offsets, end: offsets + (count + 1) * offsetSize - 1 + last)
    }

    private mutating func readGroups(_ members: [Int: [Int]]) {
        guard let list = members[Self.escape + 36]?.last else {
            localSubroutines = [subroutines(ofPrivate: members[18])]
            return
        }
        groupTable = members[Self.escape + 37]?.last.map { start + $0 }
        guard let groups = Self.index(at: start + list, font, hasLongCount: isVariable) else { return }
        localSubroutines = (0..<min(groups.count, 1 << 16)).map {
            subroutines(ofPrivate: groups.element($0, font).flatMap { Self.members(of: $0, font)[18] })
        }
    }

    /// The subroutines of a private dictionary with a length and a place.
    private func subroutines(ofPrivate place: [Int]?) -> Index {
        guard let place, place.count >= 2, place[0] >= 0, place[1] >= 0 else { return Index() }
        let first = start + place[1]
        guard let offset = Self.members(of: first..<first + place[0], font)[19]?.last else { return Index() }
        return Self.index(at: first + offset, font, hasLongCount: isVariable) ?? Index()
    }

    private mutating func readRegions(at store: Int) {
        regionCounts = (0..<(font.number(at: store + 6, 2) ?? 0)).map { index in
            font.number(at: store + 8 + 4 * index, 4).flatMap { font.number(at: store + $0 + 4, 2) } ?? 0
        }
    }

    /// The group of each glyph.
    var groups: [Int] {
        var groups = [Int](repeating: 0, count: glyphs.count)
        guard let table = groupTable, let format = font.number(at: table, 1) else { return groups }
        if format == 0 {
            for glyph in groups.indices { groups[glyph] = font.number(at: table + 1 + glyph, 1) ?? 0 }
            return groups
        }
        let (numberSize, groupSize) = format == 4 ? (4, 2) : (2, 1)
        var place = table + 1 + numberSize
        for _ in 0..<(font.number(at: table + 1, numberSize) ?? 0) {
            guard let first = font.number(at: place, numberSize),
                let group = font.number(at: place + numberSize, groupSize),
                let next = font.number(at: place + numberSize + groupSize, numberSize), first <= next
            else { break }
            for glyph in first..<max(first, min(next, groups.count)) { groups[glyph] = group }
            place += numberSize + groupSize
        }
        return groups
    }

    /// Added to the second byte of an operator.
    private static let escape = 256

    /// The operands of each operator of a dictionary.
    private static func members(of range: Range<Int>, _ font: FontTables) -> [Int: [Int]] {
        var (members, operands, place) = ([Int: [Int]](), [Int](), range.lowerBound)
        while place < range.upperBound, let byte = font.number(at: place, 1) {
            place += 1
            switch byte {
            case 0...24:
                var key = byte
                if byte == 12 {
                    key = escape + (font.number(at: place, 1) ?? 0)
                    place += 1
                }
                members[key] = operands
                operands = []
            case 28, 29:
                let size = byte == 28 ? 2 : 4
                let number = font.number(at: place, size) ?? 0
                operands.append(
                    size == 2 ? Int(Int16(truncatingIfNeeded: number)) : Int(Int32(truncatingIfNeeded: number)))
                place += size
            case 30:
                while let digits = font.number(at: place, 1), digits & 0xF != 0xF { place += 1 }
                place += 1
                operands.append(0)
            case 32...246: operands.append(byte - 139)
            case 247...254:
                let next = font.number(at: place, 1) ?? 0
                operands.append(byte < 251 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108)
                place += 1
            default: break
            }
        }
        return members
    }
}
