import Foundation
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Layers that are as large as their contents")
struct BackgroundTests {
    /// A text in DejaVu Sans Mono, whose size follows from the tables of the font.
    private static func text(_ string: String, size: Double = 32) -> TextLayer {
        var text = TextLayer(string, size: .pixels(size))
        (text.family, text.color) = ("DejaVu Sans Mono", .clear)
        return text
    }

    /// The size of lines of that font: an advance of 1233, an ascent of 1901, and a descent of 483 units, of which an em has 2048.
    static func size(columns: Int, lines: Int = 1, size: Double = 32) -> SceneSize {
        SceneSize(width: Double(columns) * 1233 / 2048 * size, height: Double(lines) * (1901 + 483) / 2048 * size)
    }

    /// The size of the opaque part of a picture along a row and a column through a point.
    static func extent(_ picture: DrawnScene, x: Int, y: Int) -> SceneSize {
        let height = picture.bytes.count / 4 / picture.width
        let row = (0..<picture.width).reduce(0) { $0 + picture.alpha($1, y) }
        let column = (0..<height).reduce(0) { $0 + picture.alpha(x, $1) }
        return SceneSize(width: Double(row) / 255, height: Double(column) / 255)
    }

    private static func pill(_ content: SceneLayer.Content, padding: Insets) -> SceneLayer {
        var layer = SceneLayer(content, placement: Placement(.topLeading, padding: Insets(10)))
        layer.contentPadding = padding
        layer.background = [SceneLayer(.fill(FillLayer(.color(.black))))]
        return layer
    }

    @Test(
        "a background is as large as a text of any length with its padding", arguments: ["a", "abcdef", "two\nlines"])
    func text(string: String) throws {
        let padding = Insets(top: 4, leading: 12, bottom: 9.5, trailing: 20)
        let drawn = try DrawnScene([Self.pill(.text(Self.text(string)), padding: padding)], width: 240, height: 120)
        let lines = string.split(separator: "\n")
        let expected = Self.size(columns: lines.map(\.count).max() ?? 0, lines: lines.count)
        let extent = Self.extent(drawn, x: 20, y: 20)
        #expect(abs(extent.width - expected.width - 32) < 0.05, "\(extent)")
        #expect(abs(extent.height - expected.height - 13.5) < 0.05, "\(extent)")
    }

    @Test("a background is as large as a stack with its padding, and hidden layers close the gap")
    func stack() throws {
        func square(_ side: Double) -> SceneLayer {
            SceneLayer(
                .fill(FillLayer(.color(.black))),
                placement: Placement(.center, width: .pixels(side), height: .pixels(side)))
        }
        var hidden = square(30)
        hidden.isHidden = true
        var empty = SceneLayer(.text(TextLayer("")))
        empty.hidesEmpty = true
        empty.background = [square(90)]
        for (layers, width) in [([square(20), square(30)], 58.0), ([square(20), hidden, empty], 20)] {
            let stack = StackLayer(.horizontal, spacing: 8, layers)
            let drawn = try DrawnScene([Self.pill(.stack(stack), padding: Insets(5))], width: 120, height: 80)
            let extent = Self.extent(drawn, x: 12, y: 12)
            #expect(extent == SceneSize(width: width + 10, height: layers[1].isHidden ? 30 : 40), "\(extent)")
        }
        #expect(try DrawnScene([hidden, empty]).bytes.allSatisfy { $0 == 0 })
    }

    @Test("a fixed size includes the padding of the contents")
    func fixedSize() throws {
        var layer = Self.pill(.shape(ShapeLayer(.rectangle, fill: .color(.white))), padding: Insets(6))
        (layer.placement.width, layer.placement.height) = (40, 30)
        let drawn = try DrawnScene([layer])
        #expect(drawn[15, 15] == [0, 0, 0, 255] && drawn[16, 16] == [255, 255, 255, 255])
        #expect(drawn[43, 33] == [255, 255, 255, 255] && drawn[44, 34] == [0, 0, 0, 255] && drawn.alpha(50, 20) == 0)
    }

    @Test("a scrim ends at the outline of the background, where the text has its contrast")
    func scrim() throws {
        var text = TextLayer("Readable", size: 24)
        (text.family, text.color, text.minContrast) = ("DejaVu Sans", .white, 4.5)
        var layer = Self.pill(.text(text), padding: Insets(8))
        layer.background = [SceneLayer(.shape(ShapeLayer(.capsule, fill: .color(SceneColor(white: 0.7)))))]
        let drawn = try DrawnScene([layer], width: 200, height: 80, background: .white)
        // the luminance of a gray, by the formula of WCAG 2.2
        let luminance = pow((Double(drawn[14, 32][0]) / 255 + 0.055) / 1.055, 2.4)
        #expect(abs(1.05 / (luminance + 0.05) - 4.5) < 0.2, "\(drawn[14, 32])")
        #expect(drawn[150, 70] == [255, 255, 255, 255] && drawn[10, 10] == [255, 255, 255, 255])
    }

    @Test("the opacity of a layer is that of its background and its contents together")
    func opacity() throws {
        let opaque = Self.pill(.text(TextLayer("ab", size: 24)), padding: Insets(8))
        var translucent = opaque
        translucent.opacity = 0.4
        let backdrop = SceneColor(red: 0.2, green: 0.9, blue: 0.4)
        let pictures = try [[], [opaque], [translucent]].map { try DrawnScene($0, background: backdrop) }
        #expect(pictures[2].difference(from: pictures[0], to: pictures[1], at: 0.4) <= 1)
    }

    @Test("pieces of glass along an axis are where their sizes and distances put them")
    func glass() throws {
        func item(_ id: String, _ width: Double, _ height: Double, x: Double = 0, y: Double = 0) -> GlassItem {
            var placement = Placement(.center, width: .pixels(width), height: .pixels(height))
            (placement.offsetX, placement.offsetY) = (.pixels(x), .pixels(y))
            return GlassItem(id, shape: .rectangle(cornerRadius: 8, style: .circular), placement: placement)
        }
        let photo = SceneLayer(.fill(FillLayer(.gradient(ColorGradient()))))
        var column = GlassLayer([item("a", 40, 20), item("b", 30, 24)], spacing: 6)
        (column.axis, column.itemSpacing, column.contentAlignment) = (.vertical, 10, .trailing)
        // 54 pixels high and 40 wide, in the middle of 96×72
        let placed = GlassLayer([item("a", 40, 20, y: -17), item("b", 30, 24, x: 5, y: 15)], spacing: 6)
        let pictures = try [column, placed].map { try DrawnScene([photo, SceneLayer(.glass($0))]) }
        #expect(pictures[0].bytes == pictures[1].bytes)
        let corner = SceneLayer(.glass(column), placement: Placement(.bottomTrailing, padding: Insets(4)))
        #expect(try DrawnScene([photo, corner]).bytes != pictures[0].bytes)
        let layout = try SceneLayout.of(width: 96, height: 72)
        let frame = try layout.frame(of: corner, in: SceneRectangle(x: 0, y: 0, width: 96, height: 72))
        #expect(frame == SceneRectangle(x: 52, y: 14, width: 40, height: 54))
    }

    @Test("a hidden image need not exist, and one without a path can be hidden")
    func hiddenImage() throws {
        let document = """
            {"canvas":{"width":8,"height":8},"layers":[{"type":"image","image":"missing.png","hidden":true},
            {"type":"image","image":"","hidesEmpty":true}]}
            """
        #expect(try SceneRenderer().check(Scene(document)) == (8, 8))
    }
}
