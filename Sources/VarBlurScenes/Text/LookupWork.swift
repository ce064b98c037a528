/// How long HarfBuzz may take for each letter of a font, because of the font's tables.
///
/// Each lookup of a font is tried at each letter, and each of its rules may be compared with the letters around it. Tables that HarfBuzz
/// ignores because they are damaged may count, too.
///
/// Source: OpenType specification, tables GSUB and GPOS, and common table formats; measured with HarfBuzz 6.
struct LookupWork {
    private let font: FontTables
    private let isPositioning: Bool
    /// How many more subtables and rules are counted, so that counting takes little time itself.
    private var rest: Int
    /// The lookups that rules refer to.
    private var nested: Set<Int> = []

    /// The time for a subtable or a rule, in nanoseconds.
    private static let rule = 28.0
    /// The time for a letter that is compared, in nanoseconds.
    private static let letter = 9.0
    /// The time for a subtable for kerning, or for a state machine, in nanoseconds.
    private static let machine = 60.0
    /// The least number of bytes of such a part.
    private static let leastMachineLength = 14
    /// How many lookups HarfBuzz applies for each letter because rules refer to them.
    private static let nestedCount = 64.0
    /// HarfBuzz ignores tables of which it checks more places for each byte.
    private static let greatestCountPerByte = 16

    private enum Kind { case context, chain, reverseChain, ligature, other }

    /// The greatest time of a letter in nanoseconds; infinite if it was not counted.
    static func nanoseconds(_ font: FontTables) -> Double {
        let machines = ["kern", "kerx", "mort", "morx"].reduce(0.0) { $0 + machine * Double(machineCount(font, $1)) }
        return ["GSUB", "GPOS"].reduce(machines) { sum, tag in
            guard let table = font.table(tag) else { return sum }
            var work = LookupWork(
                font: font, isPositioning: tag == "GPOS", rest: greatestCountPerByte * table.count)
            let time = work.time(ofTable: table.lowerBound)
            return sum + (work.rest > 0 ? time : .infinity)
        }
    }

    /// The number of parts of a table of Apple's, which follow each other.
    private static func machineCount(_ font: FontTables, _ tag: String) -> Int {
        guard let table = font.table(tag) else { return 0 }
        let (start, greatest) = (table.lowerBound, table.count / leastMachineLength)
        let isOld = tag == "kern" && font.number(at: start, 2) == 0
        let count = min(font.number(at: start + (isOld ? 2 : 4), isOld ? 2 : 4) ?? 0, greatest)
        guard tag.hasPrefix("mor") else { return count }
        // chains of parts
        var (sum, chain) = (0, start + 8)
        for _ in 0..<count {
            let (place, size) = tag == "morx" ? (12, 4) : (10, 2)
            guard let length = font.number(at: chain + 4, 4), let parts = font.number(at: chain + place, size) else {
                break
            }
            sum += parts
            chain += length
        }
        return min(sum, greatest)
    }

    private func count(at place: Int) -> Int { font.number(at: place, 2) ?? 0 }

    /// Counts for each place of a list of offsets that follow their number.
    private mutating func forEach(
        ofListAt list: Int, from base: Int, _ body: (inout LookupWork, Int) -> Void
    ) {
        for index in 0..<count(at: list) {
            guard let offset = font.number(at: list + 2 + 2 * index, 2) else { return }
            rest -= 1
            guard rest > 0 else { return }
            if offset > 0 { body(&self, base + offset) }
        }
    }

    private mutating func time(ofTable table: Int) -> Double {
        let offset = count(at: table + 8)
        guard offset > 0 else { return 0 }
        let list = table + offset
        var times: [Double] = []
        forEach(ofListAt: list, from: list) { work, lookup in times.append(work.time(ofLookup: lookup)) }
        let greatest = nested.reduce(0.0) { times.indices.contains($1) ? max($0, times[$1]) : $0 }
        return times.reduce(greatest * Self.nestedCount, +)
    }

    private mutating func time(ofLookup lookup: Int) -> Double {
        var sum = 0.0
        forEach(ofListAt: lookup + 4, from: lookup) { work, start in
            var (type, subtable) = (work.count(at: lookup), start)
            if type == (work.isPositioning ? 9 : 7) {
                type = work.count(at: start + 2)
                subtable += work.font.number(at: start + 4, 4) ?? 0
            }
            let kinds: [Int: Kind] =
                work.isPositioning
                ? [7: .context, 8: .chain] : [4: .ligature, 5: .context, 6: .chain, 8: .reverseChain]
            sum += Self.rule + work.time(ofSubtable: subtable, kinds[type] ?? .other)
        }
        return sum
    }

    private mutating func time(ofSubtable subtable: Int, _ kind: Kind) -> Double {
        switch (kind, count(at: subtable)) {
        case (.context, 3), (.chain, 3): return time(ofRule: subtable + 2, kind, hasFirst: true)
        case (.context, 2): return time(ofSets: subtable + 6, subtable, kind)
        case (.chain, 2): return time(ofSets: subtable + 10, subtable, kind)
        case (.context, 1), (.chain, 1), (.ligature, 1): return time(ofSets: subtable + 4, subtable, kind)
        case (.reverseChain, 1):
            let before = count(at: subtable + 4)
            return Self.letter * Double(before + count(at: subtable + 6 + 2 * before))
        default: return 0
        }
    }

    /// The greatest time of a set of rules, one of which is tried at each letter.
    private mutating func time(ofSets list: Int, _ subtable: Int, _ kind: Kind) -> Double {
        var (greatest, known) = (0.0, Set<Int>())
        forEach(ofListAt: list, from: subtable) { work, set in
            guard known.insert(set).inserted else { return }
            var sum = 0.0
            work.forEach(ofListAt: set, from: set) { work, rule in
                sum += Self.rule + work.time(ofRule: rule, kind, hasFirst: false)
            }
            greatest = max(greatest, sum)
        }
        return greatest
    }

    /// The time of a rule, whose letters follow at a place, the first one only if it has it.
    private mutating func time(ofRule rule: Int, _ kind: Kind, hasFirst: Bool) -> Double {
        if kind == .ligature { return Self.letter * Double(count(at: rule + 2)) }
        func length(_ count: Int) -> Int { 2 * max(hasFirst ? count : count - 1, 0) }
        var (place, letters) = (rule, count(at: rule))
        var recordCount = count(at: rule + 2)
        if kind == .chain {
            place += 2 + 2 * letters
            let middle = count(at: place)
            place += 2 + length(middle)
            let after = count(at: place)
            place += 2 + 2 * after
            letters += middle + after
            recordCount = count(at: place)
            place += 2
        } else {
            place += 4 + length(letters)
        }
        for index in 0..<min(recordCount, Int(Self.nestedCount)) { nested.insert(count(at: place + 4 * index + 2)) }
        return Self.letter * Double(letters)
    }
}
