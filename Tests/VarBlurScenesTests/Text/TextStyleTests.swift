import Foundation
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Underlined texts, their outlines, and their gradients")
struct TextStyleTests {
    /// Letters of DejaVu Sans Mono that fill their cells.
    private static func blocks(_ count: Int, size: Double = 40) -> TextLayer {
        var text = TextLayer(String(repeating: "█", count: count), size: .pixels(size))
        (text.family, text.color) = ("DejaVu Sans Mono", .black)
        return text
    }

    private static func drawn(_ text: TextLayer, _ change: (inout SceneLayer) -> Void = { _ in }) throws -> DrawnScene {
        var layer = SceneLayer(.text(text), placement: Placement(.topLeading, padding: Insets(20)))
        change(&layer)
        return try DrawnScene([layer], width: 160, height: 100)
    }

    /// The columns and rows that are covered completely.
    private static func solidArea(_ picture: DrawnScene) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        let columns = (0..<160).filter { picture.alpha($0, 50) == 255 }
        let rows = (0..<100).filter { picture.alpha(40, $0) == 255 }
        return (columns[0]...columns[columns.count - 1], rows[0]...rows[rows.count - 1])
    }

    @Test("an underline has the place and the thickness that the font suggests", arguments: [64.0, 100])
    func underline(size: Double) throws {
        var text = TextLayer("a     a", size: .pixels(size))
        (text.family, text.color, text.isUnderlined) = ("DejaVu Sans Mono", .black, true)
        let drawn = try DrawnScene(
            [SceneLayer(.text(text), placement: Placement(.topLeading))], width: Int(size * 5), height: Int(size * 1.5))
        // in the middle of the spaces
        let x = Int(3.5 * 1233 / 2048 * size)
        let column = (0..<Int(size * 1.5)).map { Double(drawn.alpha(x, $0)) / 255 }
        let thickness = column.reduce(0, +)
        let center = zip(column.indices, column).reduce(0) { $0 + (Double($1.0) + 0.5) * $1.1 } / thickness
        // of 2048 units, the ascent has 1901, and the table 'post' has an underline of 90 whose top is 40 below the baseline
        #expect(abs(thickness - 90 / 2048 * size) < 0.05, "\(thickness)")
        #expect(abs(center - (1901 + 40 + 45) / 2048 * size) < 0.05, "\(center)")
        text.isUnderlined = false
        let plain = try DrawnScene(
            [SceneLayer(.text(text), placement: Placement(.topLeading))], width: Int(size * 5), height: Int(size * 1.5))
        #expect((0..<Int(size * 1.5)).allSatisfy { plain.alpha(x, $0) == 0 })
    }

    @Test("a gradient covers the area of the lines, and takes the place of the color")
    func gradient() throws {
        var text = Self.blocks(4)
        let stops = [
            ColorStop(SceneColor(red: 1, green: 0, blue: 0)), ColorStop(SceneColor(red: 0, green: 0, blue: 1)),
        ]
        text.fill = .gradient(ColorGradient(stops, from: SceneUnitPoint(x: 0, y: 0), to: SceneUnitPoint(x: 1, y: 0)))
        let drawn = try Self.drawn(text)
        let width = BackgroundTests.size(columns: 4, size: 40).width
        for x in 22..<115 {
            let part = (Double(x) + 0.5 - 20) / width
            #expect(abs(Double(drawn[x, 50][2]) - 255 * (1 - part)) <= 2, "\(x): \(drawn[x, 50])")
            #expect(abs(Double(drawn[x, 50][0]) - 255 * part) <= 2, "\(x): \(drawn[x, 50])")
        }
        // a gradient turns with its text
        let turned = try Self.drawn(text) { $0.rotation = 180 }
        let rows = Self.solidArea(drawn).rows
        let center = (20 + width / 2, 20 + BackgroundTests.size(columns: 4, size: 40).height / 2)
        for x in 24..<110 {
            let mirrored = Int((2 * center.0 - Double(x) - 0.5).rounded(.down))
            #expect(abs(turned[mirrored, (rows.lowerBound + rows.upperBound) / 2][2] - drawn[x, 50][2]) <= 4)
        }
    }

    @Test(
        "half of an outline lies outside of the letters, with round corners, and the letters lie above the other half")
    func outline() throws {
        let area = Self.solidArea(try Self.drawn(Self.blocks(2)))
        var text = Self.blocks(2)
        (text.stroke, text.strokeWidth) = (.color(SceneColor(red: 1, green: 0, blue: 0)), 16)
        let drawn = try Self.drawn(text)
        let (left, top, middle) = (area.columns.lowerBound, area.rows.lowerBound, 50)
        let red = [0, 0, 255, 255]
        #expect(drawn[left - 6, middle] == red && drawn.alpha(left - 10, middle) == 0)
        #expect(
            drawn[area.columns.upperBound + 6, middle] == red && drawn.alpha(area.columns.upperBound + 10, middle) == 0)
        #expect(drawn[40, top - 6] == red && drawn.alpha(40, top - 10) == 0)
        #expect(drawn[left + 2, middle] == [0, 0, 0, 255] && drawn[40, top + 2] == [0, 0, 0, 255])
        // from a corner, 4.5 pixels in both directions are within 8, and 7.5 are not
        #expect(drawn[left - 5, top - 5] == red && drawn.alpha(left - 8, top - 8) == 0)
        // without a fill, the outline is whole
        text.color = .clear
        let hollow = try Self.drawn(text)
        #expect(hollow[left + 5, middle] == red && hollow.alpha(left + 11, middle) == 0)
        // the layer as a whole fades with its outline
        let faded = try Self.drawn(text) { $0.opacity = 0.5 }
        #expect(abs(faded.alpha(left - 6, middle) - 128) <= 1 && faded.alpha(left - 10, middle) == 0)
        (text.strokeWidth, text.color) = (0, .black)
        #expect(try Self.drawn(text).bytes == Self.drawn(Self.blocks(2)).bytes)
    }

    @Test("an outline grows with its layer")
    func scaledOutline() throws {
        func picture(size: Double, width: Double, scale: Double) throws -> DrawnScene {
            var text = Self.blocks(1, size: size)
            (text.stroke, text.strokeWidth, text.color) = (.color(.black), width, .clear)
            return try Self.drawn(text) { ($0.scale, $0.anchor) = (scale, SceneUnitPoint(x: 0, y: 0)) }
        }
        let (scaled, large) = (
            try picture(size: 20, width: 3, scale: 2), try picture(size: 40, width: 6, scale: 1)
        )
        #expect(zip(scaled.bytes, large.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
        #expect((0..<160).contains { large.alpha($0, 50) == 255 })
    }

    @Test("a gradient of a text has the contrast in all its colors")
    func contrast() throws {
        let (dark, light) = (SceneColor(white: 192 / 255), SceneColor(white: 1))
        var text = TextLayer("Two days on foot", size: 26)
        (text.family, text.minContrast) = ("DejaVu Sans", 4.5)
        let stops = [ColorStop(light), ColorStop(dark)]
        text.fill = .gradient(ColorGradient(stops, from: SceneUnitPoint(x: 0, y: 0), to: SceneUnitPoint(x: 0, y: 1)))
        text.scrim.direction = nil
        let drawn = try DrawnScene(
            [SceneLayer(.text(text))], width: 300, height: 60, background: SceneColor(white: 0.6))
        let gray = Double(drawn[1, 1][0]) / 255
        let ratio = (dark.relativeLuminance + 0.05) / (SceneColor(white: gray).relativeLuminance + 0.05)
        #expect(ratio >= 4.5 && ratio < 4.65, "\(ratio)")
        // the contrast of dark letters is that of their brightest color with white
        text.fill = .gradient(
            ColorGradient(
                [ColorStop(.black), ColorStop(SceneColor(white: 76 / 255))], from: SceneUnitPoint(x: 0, y: 0),
                to: SceneUnitPoint(x: 0, y: 1)))
        let bright = try DrawnScene(
            [SceneLayer(.text(text))], width: 300, height: 60, background: SceneColor(white: 0.5))
        let white = SceneColor(white: Double(bright[1, 1][0]) / 255).relativeLuminance
        let ratioOnWhite = (white + 0.05) / (SceneColor(white: 76 / 255).relativeLuminance + 0.05)
        #expect(ratioOnWhite >= 4.5 && ratioOnWhite < 4.65, "\(ratioOnWhite)")
    }

    @Test(
        "a gradient without a possible contrast is a mistake",
        arguments: [(["black", "white"], "4.5"), (["#fff8", "#fff"], "opaque")])
    func impossibleContrast(colors: [String], message: String) throws {
        let json = """
            {"canvas":{"width":90,"height":60},"layers":[{"type":"text","text":"x","minContrast":4.5,
             "fill":{"gradient":"linear","stops":["\(colors[0])","\(colors[1])"]}}]}
            """
        let scene = try Scene(json)
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(scene) }
        #expect(error?.problems.map(\.path) == ["layers[0].minContrast"])
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
