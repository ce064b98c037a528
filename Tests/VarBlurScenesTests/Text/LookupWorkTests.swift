import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The time of a font's lookups")
struct LookupWorkTests {
    /// Some bytes of a table, and their time.
    private typealias Part = (bytes: [UInt8], time: Double)

    private static let coverage = FontBytes.numbers(2, 1, 1, 0xFFFF, 0)

    private static func letters(_ count: Int) -> [UInt8] { (0..<max(count, 0)).flatMap { _ in FontBytes.big(20) } }

    private static func rule(_ type: Int, hasFirst: Bool, nested: Int?, _ random: inout SplitMix64) -> Part {
        let records = nested.map { FontBytes.numbers(0, $0) } ?? []
        let recordCount = nested == nil ? 0 : 1
        let (before, middle, after) = (
            Int.random(in: 0...9, using: &random), Int.random(in: 1...9, using: &random),
            Int.random(in: 0...9, using: &random)
        )
        let rest = letters(hasFirst ? middle : middle - 1)
        switch type {
        case 4: return (FontBytes.numbers(7, middle) + rest, Double(28 + 9 * middle))
        case 5: return (FontBytes.numbers(middle, recordCount) + rest + records, Double(28 + 9 * middle))
        default:
            let bytes =
                FontBytes.big(before) + letters(before) + FontBytes.big(middle) + rest + FontBytes.big(after)
                + letters(after) + FontBytes.big(recordCount) + records
            return (bytes, Double(28 + 9 * (before + middle + after)))
        }
    }

    /// A subtable of a type of GSUB.
    private static func subtable(_ type: Int, nested: Int?, _ random: inout SplitMix64) -> Part {
        let format = Int.random(in: 1...(type == 4 ? 1 : 3), using: &random)
        switch (type, format) {
        case (1, _): return (FontBytes.numbers(1, 6, 0) + coverage, 28)
        case (8, _):
            let (before, after) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
            let bytes =
                FontBytes.numbers(1, 4, before) + letters(before) + FontBytes.big(after) + letters(after)
                + FontBytes.numbers(0)
            return (bytes, Double(28 + 9 * (before + after)))
        case (5, 3), (6, 3):
            let rule = rule(type, hasFirst: true, nested: nested, &random)
            return (FontBytes.big(3) + rule.bytes, rule.time)
        default:
            let sets = (0..<Int.random(in: 1...4, using: &random)).map { _ -> Part in
                let rules = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                    Self.rule(type, hasFirst: false, nested: nested, &random)
                }
                return (FontBytes.list(rules.map(\.bytes)), rules.reduce(0) { $0 + $1.time })
            }
            let classCount = format == 1 ? 0 : type == 5 ? 1 : 3
            let head = FontBytes.numbers(format, 0) + (0..<classCount).flatMap { _ in FontBytes.big(0) }
            return (FontBytes.list(sets.map(\.bytes), before: head), 28 + (sets.map(\.time).max() ?? 0))
        }
    }

    @Test("counts lookups, subtables, rules, and letters of every kind, and 64 lookups that rules refer to")
    func times() {
        var random = SplitMix64(seed: 2)
        for round in 0..<300 {
            let isPositioning = round % 3 == 0
            let types = isPositioning ? [1, 5, 6] : [1, 4, 5, 6, 8]
            let nested = round % 2 == 0 ? Int.random(in: 0..<4, using: &random) : nil
            var (lookups, times, refers) = ([[UInt8]](), [Double](), false)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let type = types[Int.random(in: 0..<types.count, using: &random)]
                let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    Self.subtable(type, nested: nested, &random)
                }
                refers = refers || nested != nil && (type == 5 || type == 6)
                let number = type + (isPositioning && type > 1 ? 2 : 0)
                let isExtended = Bool.random(using: &random)
                let subtables = parts.map {
                    isExtended ? FontBytes.numbers(1, number) + FontBytes.big(8, 4) + $0.bytes : $0.bytes
                }
                lookups.append(FontBytes.lookup(isExtended ? (isPositioning ? 9 : 7) : number, subtables))
                times.append(parts.reduce(0) { $0 + $1.time })
            }
            let greatest = nested.flatMap { times.indices.contains($0) ? times[$0] : nil } ?? 0
            let expected = times.reduce(0, +) + (refers ? 64 * greatest : 0)
            let font = FontBytes.font([(isPositioning ? "GPOS" : "GSUB", FontBytes.substitutions(lookups))])
            #expect(FontTables.fonts(in: font)?.map(LookupWork.nanoseconds) == [expected], "\(round)")
            // no cut of a file is read beyond its end
            for count in stride(from: 0, to: font.count, by: 97) {
                _ = FontTables.fonts(in: Array(font[..<count]))?.map(LookupWork.nanoseconds)
            }
        }
    }

    @Test("is infinite for tables whose parts are counted too often, and grows with state machines")
    func others() {
        // sets that overlap, with rules that are the same
        let rules = FontBytes.list([[UInt8]](repeating: FontBytes.numbers(7, 2, 20), count: 8000))
        let sets = FontBytes.list([rules], before: FontBytes.numbers(1, 0))
        let subtables = [[UInt8]](repeating: sets, count: 3000)
        let font = FontBytes.font([("GSUB", FontBytes.substitutions([FontBytes.lookup(4, subtables)]))])
        #expect(FontTables.fonts(in: font)?.map(LookupWork.nanoseconds) == [.infinity])
        let room = [UInt8](repeating: 0, count: 1400)
        let chain = FontBytes.big(0, 4) + FontBytes.big(16, 4) + FontBytes.big(0, 4) + FontBytes.big(5, 4)
        let oldChain = FontBytes.big(0, 4) + FontBytes.big(12, 4) + FontBytes.numbers(0, 5)
        let tables: [(tag: String, bytes: [UInt8], count: Double)] = [
            ("kern", FontBytes.numbers(0, 30) + room, 30), ("kern", FontBytes.numbers(1, 0, 0, 30) + room, 30),
            ("kern", FontBytes.numbers(0, 30_000) + room, 100), ("kerx", FontBytes.numbers(2, 0, 0, 9) + room, 9),
            ("morx", FontBytes.numbers(2, 0, 0, 3) + chain + chain + chain + room, 15),
            ("mort", FontBytes.numbers(1, 0, 0, 2) + oldChain + oldChain + room, 10),
        ]
        for table in tables {
            let font = FontBytes.font([(table.tag, table.bytes)])
            #expect(FontTables.fonts(in: font)?.map(LookupWork.nanoseconds) == [60 * table.count], "\(table.tag)")
        }
    }

    /// A scene with a text, and with a font that is a copy of an installed one with other lookups.
    private static func error(_ text: TextLayer, lookups: Int) throws -> SceneError? {
        let directory = try TemporaryDirectory()
        let path = try #require(Program(named: "fc-match")).run(["-f", "%{file}", "DejaVu Serif"]).text
        let lookup = FontBytes.lookup(1, [FontBytes.numbers(1, 6, 0) + coverage])
        let table = FontBytes.substitutions([[UInt8]](repeating: lookup, count: lookups))
        let font = try FontBytes.font(
            Array(Data(contentsOf: URL(fileURLWithPath: path))), replacing: "GSUB", by: table)
        try directory.write(font, to: "a.ttf")
        var text = text
        text.family = "DejaVu Serif"
        let scene = Scene(
            canvas: SceneCanvas(width: 400, height: 400), layers: [SceneLayer(.text(text))], fonts: ["a.ttf"])
        do throws(SceneError) {
            try SceneRenderer(SceneResources(directory: directory.url.path)).check(scene)
            return nil
        } catch {
            return error
        }
    }

    @Test("is an error of long texts only, which names the font")
    func scenes() throws {
        let words = String(repeating: "letters and ", count: 1600)
        #expect(try Self.error(TextLayer("letters", size: 9), lookups: 3000) == nil)
        #expect(try Self.error(TextLayer(words, size: 9), lookups: 3) == nil)
        let slow = try #require(try Self.error(TextLayer(words, size: 9), lookups: 5000))
        #expect(slow.code == .overLimit && slow.problems.first?.message.contains("a.ttf") == true, "\(slow)")
    }

    @Test(
        "of words that are wider than their lines is limited, with any font, as they are laid out again for each line")
    func longWords() throws {
        let resources = SceneResources()
        func error(_ text: String, width: Double) throws -> SceneError? {
            var placement = Placement(.topLeading)
            placement.width = .pixels(width)
            let layer = SceneLayer(.text(TextLayer(text, size: 9)), placement: placement)
            let scene = Scene(canvas: SceneCanvas(width: 400, height: 400), layers: [layer])
            do throws(SceneError) {
                try SceneRenderer(resources).check(scene)
                return nil
            } catch {
                return error
            }
        }
        let word = String(repeating: "a", count: 19_900)
        #expect(try error(word, width: 380) == nil)
        #expect(try error(String(repeating: "ab ", count: 6600), width: 20) == nil)
        let slow = try #require(try error(word, width: 5))
        #expect(slow.code == .overLimit && slow.problems.first?.message.contains("wider") == true, "\(slow)")
    }
}
