import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Instructions of PostScript outlines")
struct CharStringTests {
    /// A part of a glyph or a subroutine.
    private enum Token {
        case number(Int)
        case move, computed, computedCall
        case call(Int, isLocal: Bool)
        /// Hints, and bytes that say which of them apply, as a mask or not.
        case hints(Int)
        case mask
        /// A value that varies in regions.
        case blend
    }

    /// A font with glyphs in groups that have subroutines of their own.
    private struct Model {
        var isVariable = false
        var glyphs: [[Token]] = []
        var groups: [Int] = []
        var global: [[Token]] = []
        var local: [[[Token]]] = []
        var regionCount = 3

        private func number(_ value: Int) -> [UInt8] {
            switch value {
            case -107...107: [UInt8(value + 139)]
            case 108...1131: [UInt8(247 + (value - 108) / 256), UInt8((value - 108) % 256)]
            case -1131 ... -108: [UInt8(251 + (-value - 108) / 256), UInt8((-value - 108) % 256)]
            default: [28] + FontBytes.big(value)
            }
        }

        private func bytes(_ tokens: [Token], group: Int, isGlyph: Bool) -> [UInt8] {
            var (hintCount, numberCount) = (0, 0)
            let end: [UInt8] = isVariable ? [] : isGlyph ? [14] : [11]
            return tokens.flatMap { token -> [UInt8] in
                let before = numberCount
                numberCount = 0
                switch token {
                case .number(let value):
                    numberCount = before + 1
                    return number(value)
                case .move: return number(1) + number(-500) + [21]
                case .computed:
                    numberCount = before + 1
                    return number(1) + number(2) + [12, 10]
                case .computedCall: return number(-108) + number(1) + [12, 10, 29]
                case .call(let index, let isLocal):
                    let count = isLocal ? local[group].count : global.count
                    return number(index - (count < 1240 ? 107 : count < 33900 ? 1131 : 32768)) + [isLocal ? 10 : 29]
                case .hints(let count):
                    hintCount += (before + 2 * count) / 2
                    return (0..<2 * count).flatMap { _ in number(9) } + [18]
                case .mask:
                    hintCount += before / 2
                    // the bytes of a mask look like calls
                    return [19] + [UInt8](repeating: 29, count: (hintCount + 7) / 8)
                case .blend: return (0...regionCount).flatMap { number($0) } + number(1) + [16, 21]
                }
            } + end
        }

        /// The numbers and instructions of a glyph or a subroutine, and those that it calls.
        private func count(_ tokens: [Token], group: Int) -> Int {
            tokens.reduce(isVariable ? 0 : 1) { sum, token in
                switch token {
                case .number, .mask: sum + 1
                case .move, .computed: sum + 3
                case .computedCall: sum + 4
                case .call(let index, let isLocal):
                    sum + 2 + count(isLocal ? local[group][index] : global[index], group: group)
                case .hints(let count): sum + 2 * count + 1
                case .blend: sum + regionCount + 4
                }
            }
        }

        var count: Int { glyphs.indices.reduce(0) { $0 + count(glyphs[$1], group: groups[$1]) } }

        private func list(_ elements: [[UInt8]]) -> [UInt8] {
            let count = FontBytes.big(elements.count, isVariable ? 4 : 2)
            guard !elements.isEmpty else { return count }
            var offset = 1
            let offsets = [0] + elements.map(\.count)
            return count + [3]
                + offsets.flatMap { (length: Int) -> [UInt8] in
                    offset += length
                    return FontBytes.big(offset, 3)
                } + elements.flatMap(\.self)
        }

        private func member(_ values: [Int], _ key: [UInt8]) -> [UInt8] {
            values.flatMap { [29] + FontBytes.big($0, 4) } + key
        }

        /// The table CFF or CFF2.
        func table(selectionFormat: Int) -> [UInt8] {
            let subroutines = global.map { bytes($0, group: 0, isGlyph: false) }
            let strings = list(glyphs.indices.map { bytes(glyphs[$0], group: groups[$0], isGlyph: true) })
            var selection = FontBytes.big(selectionFormat, 1)
            let (numberSize, groupSize) = selectionFormat == 4 ? (4, 2) : (2, 1)
            if selectionFormat == 0 {
                selection += groups.map { UInt8($0) }
            } else {
                selection += FontBytes.big(groups.count, numberSize)
                for (glyph, group) in groups.enumerated() {
                    selection += FontBytes.big(glyph, numberSize) + FontBytes.big(group, groupSize)
                }
                selection += FontBytes.big(groups.count, numberSize)
            }
            let privates = local.indices.map { group in
                let members = member([6], [19])
                let subroutines = local[group].map { bytes($0, group: group, isGlyph: false) }
                return (count: members.count, bytes: members + list(subroutines))
            }
            let store =
                FontBytes.numbers(0, 1) + FontBytes.big(0, 4) + FontBytes.big(1) + FontBytes.big(12, 4)
                + FontBytes.numbers(0, 0, regionCount)
            func top(_ start: Int) -> [UInt8] {
                let storePlace = start + strings.count
                let selectionPlace = storePlace + (isVariable ? store.count : 0)
                let groupPlace = selectionPlace + selection.count + privates.reduce(0) { $0 + $1.bytes.count }
                return member([start], [17]) + member([selectionPlace], [12, 37]) + member([groupPlace], [12, 36])
                    + (isVariable ? member([storePlace], [24]) : [])
            }
            let length = top(0).count
            let head =
                isVariable
                ? { top in [2, 0, 5] + FontBytes.big(length) + top + self.list(subroutines) }
                : { top in
                    [1, 0, 4, 1] + self.list([Array("A".utf8)]) + self.list([top]) + self.list([])
                        + self.list(subroutines)
                }
            let start = head(top(0)).count
            var place = start + strings.count + (isVariable ? store.count : 0) + selection.count
            let dictionaries = privates.map { part -> [UInt8] in
                defer { place += part.bytes.count }
                return member([part.count, place], [18])
            }
            return head(top(start)) + strings + (isVariable ? store : []) + selection + privates.flatMap(\.bytes)
                + list(dictionaries)
        }

        func font(selectionFormat: Int) -> [UInt8] {
            FontBytes.font([(isVariable ? "CFF2" : "CFF ", table(selectionFormat: selectionFormat))])
        }
    }

    private static func tokens(_ model: Model, group: Int, after index: Int?, _ random: inout SplitMix64) -> [Token] {
        let local = model.local[group].count
        return (0..<Int.random(in: 0...6, using: &random)).map { _ -> Token in
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return .move
            case 1 where !model.isVariable && index == nil: return .computed
            case 2 where index == nil: return .number(Int.random(in: -2000...2000, using: &random))
            case 3 where model.isVariable: return .blend
            case 4 where index == nil: return .hints(Int.random(in: 1...9, using: &random))
            case 5 where index == nil: return .mask
            // subroutines call those after them
            case 6 where (index ?? -1) + 1 < local:
                return .call(Int.random(in: (index ?? -1) + 1..<local, using: &random), isLocal: true)
            case 7 where index == nil && !model.global.isEmpty:
                return .call(Int.random(in: 0..<model.global.count, using: &random), isLocal: false)
            default: return .move
            }
        } + [.move]
    }

    private static func exceedLimit(_ font: [UInt8], _ limit: Int) -> Bool {
        FontTables.fonts(in: font)?.contains { CharStrings.exceedLimit(in: $0, limit) } ?? true
    }

    @Test("are counted with those of subroutines, in all kinds of fonts", arguments: [0, 3, 4])
    func counts(selectionFormat: Int) {
        var random = SplitMix64(seed: UInt64(selectionFormat))
        for round in 0..<150 {
            var model = Model()
            model.isVariable = selectionFormat == 4
            // hints of a call follow those before it
            model.global = (0..<[0, 3, 1300][round % 3]).map { _ in [.move, .move] }
            model.local = [[], []]
            for group in 0..<2 {
                model.local[group] = (0..<7).map { _ in [] }
                for index in 0..<7 {
                    model.local[group][index] = Self.tokens(model, group: group, after: index, &random)
                }
            }
            for _ in 0..<5 {
                model.groups.append(Int.random(in: 0..<2, using: &random))
                model.glyphs.append(Self.tokens(model, group: model.groups.last ?? 0, after: nil, &random))
            }
            let font = model.font(selectionFormat: selectionFormat)
            #expect(!Self.exceedLimit(font, model.count), "\(model)")
            #expect(Self.exceedLimit(font, model.count - 1), "\(model)")
            // no cut of a file is read beyond its end
            for count in stride(from: 0, to: font.count, by: 41) {
                _ = Self.exceedLimit(Array(font[..<count]), 100_000)
            }
        }
    }

    @Test("are refused where a subroutine is called by a number that is computed, or too often")
    func refusals() {
        var model = Model()
        (model.global, model.local, model.groups) = ([[.move]], [[]], [0])
        for (token, isRefused) in [(Token.call(0, isLocal: false), false), (.computedCall, true)] {
            model.glyphs = [[token]]
            #expect(Self.exceedLimit(model.font(selectionFormat: 0), 1000) == isRefused)
        }
        model.glyphs = [[.call(0, isLocal: false)]]
        model.global = (0..<12).map { index in
            index == 11 ? [.move] : [Token](repeating: .call(index + 1, isLocal: false), count: 20)
        }
        #expect(Self.exceedLimit(model.font(selectionFormat: 0), CharStrings.greatestCount / 100))
    }
}
