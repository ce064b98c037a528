import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Fonts whose glyphs consist of others")
struct CompositeGlyphTests {
    /// The tables of a font that say which glyphs each glyph consists of.
    private static func font(_ parts: [[Int]], hasLongLocations: Bool, start: Int = 0) -> [UInt8] {
        let size = hasLongLocations ? 4 : 2
        var (glyphs, locations) = ([UInt8](), FontBytes.big(0, size))
        for (glyph, list) in parts.enumerated() {
            if !list.isEmpty { glyphs += [0xFF, 0xFF] + [UInt8](repeating: 0, count: 8) }
            for (index, part) in list.enumerated() {
                // places of one or two bytes, and matrices of up to four numbers
                let isWide = (glyph + index) % 2 == 0
                let (transform, count) = [(0, 0), (0x8, 2), (0x40, 4), (0x80, 8)][index % 4]
                glyphs +=
                    FontBytes.big((isWide ? 0x1 : 0) | transform | (index + 1 < list.count ? 0x20 : 0), 2)
                    + FontBytes.big(part, 2)
                glyphs += [UInt8](repeating: 0, count: (isWide ? 4 : 2) + count)
            }
            locations += FontBytes.big(hasLongLocations ? glyphs.count : glyphs.count / 2, size)
        }
        let head = [UInt8](repeating: 0, count: 50) + FontBytes.big(hasLongLocations ? 1 : 0, 2) + [0, 0]
        return FontBytes.font(
            [
                ("glyf", glyphs), ("head", head), ("loca", locations),
                ("maxp", [0, 1, 0, 0] + FontBytes.big(parts.count)),
            ], start: start)
    }

    /// The number of glyphs of which a glyph consists; infinite for one that consists of itself.
    private static func count(_ glyph: Int, _ parts: [[Int]], depth: Int = 0) -> Double {
        if depth >= 16 { return .infinity }
        return parts[glyph].reduce(1) { $0 == .infinity ? $0 : $0 + count($1, parts, depth: depth + 1) }
    }

    private static func exceedLimit(_ file: [UInt8]) -> Bool {
        FontTables.fonts(in: file)?.contains(where: CompositeGlyphs.exceedLimit) ?? true
    }

    @Test("are refused if there are too many, at any depth, also in collections", arguments: [false, true])
    func counts(hasLongLocations: Bool) {
        var random = SplitMix64(seed: 5)
        var refused = 0
        for round in 0..<200 {
            // parts are mostly glyphs before their own, so that few glyphs consist of themselves
            let parts = (0..<12).map { glyph -> [Int] in
                let limit = round % 10 == 0 ? 12 : glyph
                guard limit > 0 else { return [] }
                return (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<limit, using: &random)
                }
            }
            let exceeds = parts.indices.contains { Self.count($0, parts) > Double(CompositeGlyphs.greatestCount) }
            if exceeds { refused += 1 }
            let single = Self.font(parts, hasLongLocations: hasLongLocations)
            #expect(Self.exceedLimit(single) == exceeds, "\(parts)")
            let head = Array("ttcf".utf8) + [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16]
            let collection = head + Self.font(parts, hasLongLocations: hasLongLocations, start: head.count)
            #expect(Self.exceedLimit(collection) == exceeds, "\(parts)")
            // no cut of a file is read beyond its end
            for count in stride(from: 0, to: single.count, by: 7) {
                _ = Self.exceedLimit(Array(single[..<count]))
            }
        }
        #expect(refused > 10 && refused < 180, "\(refused)")
    }

    @Test("are an error of the font in the scene")
    func scene() throws {
        let directory = try TemporaryDirectory()
        let parts = (0..<30).map { $0 == 0 ? [] : [$0 - 1, $0 - 1, $0 - 1, $0 - 1] }
        try directory.write(Self.font(parts, hasLongLocations: true), to: "a.ttf")
        let scene = Scene(
            canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.text(TextLayer("A", size: 9)))],
            fonts: ["a.ttf"])
        let error = #expect(throws: SceneError.self) { () throws in
            _ = try SceneRenderer(SceneResources(directory: directory.url.path)).check(scene)
        }
        #expect(error?.problems.map(\.path) == ["fonts[0]"])
        #expect(error?.problems.first?.message.contains("more than 256 others") == true, "\(String(describing: error))")
    }
}
