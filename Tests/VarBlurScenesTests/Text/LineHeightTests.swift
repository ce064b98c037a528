import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The height of lines")
struct LineHeightTests {
    /// Letters in two fonts: Liberation Sans has no Arabic letters, and DejaVu Sans other heights.
    private static let texts = [
        "Lakes", "\u{628}\u{62D}\u{64A}\u{631}\u{629}", "\u{5D0}\u{5D2}\u{5DD}", "a \u{628}\u{62D}", "\u{2603}", "12",
        "",
    ]

    private static func layout(_ text: String, _ lineHeight: LineHeight?, size: Double = 32) throws -> TextLayout {
        var layer = TextLayer(text, size: .pixels(size))
        (layer.family, layer.lineHeight, layer.color) = ("Liberation Sans", lineHeight, .black)
        let engine = try TextEngine()
        return try engine.layout(layer, sizes: size...size, width: 1000, height: nil)
    }

    @Test("is that of each line, and the baseline has one place, whatever fonts the letters come from")
    func heights() throws {
        let plain = Set(try Self.texts.map { try Self.layout($0, nil).size.height })
        #expect(plain.count > 1, "the fonts of the test have different heights: \(plain)")
        for (lineHeight, height) in [(LineHeight.pixels(50), 50.0), (.pixels(20), 20), (.multiple(1.5), 48)] {
            for text in Self.texts {
                let (one, three) = (
                    try Self.layout(text, lineHeight), try Self.layout("\(text)\n\(text)\nx", lineHeight)
                )
                #expect(one.size.height == height && three.size.height == 3 * height, "\(text)")
                let latin = try Self.layout("x", lineHeight)
                #expect(abs(one.baseline(.first) - latin.baseline(.first)) < 1e-9)
                #expect(abs(three.baseline(.last) - three.baseline(.first) - 2 * height) < 1e-9)
            }
        }
    }

    @Test("with the height of their font, lines are where they are without a height")
    func natural() throws {
        let plain = try Self.layout("Lakes\nand hills", nil)
        let given = try Self.layout("Lakes\nand hills", .pixels(plain.size.height / 2))
        #expect(abs(plain.baseline(.first) - given.baseline(.first)) < 0.1)
        #expect(abs(plain.baseline(.last) - given.baseline(.last)) < 0.1)
        func words(_ layout: TextLayout) -> [SceneRectangle] { layout.words }
        for (word, other) in zip(words(plain), words(given)) {
            #expect(abs(word.x - other.x) < 0.1 && abs(word.y - other.y) < 0.1 && word.width == other.width)
        }
        let frame = SceneRectangle(x: 3, y: 5, width: 200, height: 100)
        let (ink, other) = (plain.inkBounds(in: frame), given.inkBounds(in: frame))
        #expect(abs(ink.y - other.y) < 0.1 && abs(ink.maxY - other.maxY) < 0.1 && abs(ink.x - other.x) < 0.1)
    }

    @Test("letters, outlines, and alignments are drawn there", arguments: TextLayer.Alignment.allCases)
    func drawn(alignment: TextLayer.Alignment) throws {
        var layer = TextLayer("HH\nHH", size: 20)
        (layer.family, layer.color, layer.textAlignment) = ("DejaVu Sans", .black, alignment)
        func rows(_ picture: DrawnScene) -> [Int] {
            (0..<100).map { y in
                let alphas: [Int] = (0..<120).map { picture.alpha($0, y) }
                return alphas.reduce(0, +)
            }
        }
        func columns(_ picture: DrawnScene) -> [Int] {
            (0..<120).map { x in
                let alphas: [Int] = (0..<100).map { picture.alpha(x, $0) }
                return alphas.reduce(0, +)
            }
        }
        for stroke in [nil, Paint.color(.black)] {
            layer.stroke = stroke
            (layer.lineHeight, layer.lineSpacing) = (nil, 1)
            let placement = Placement(.topLeading, width: 120)
            let plain = try DrawnScene([SceneLayer(.text(layer), placement: placement)], width: 120, height: 100)
            layer.lineHeight = .pixels(40)
            let spaced = try DrawnScene([SceneLayer(.text(layer), placement: placement)], width: 120, height: 100)
            #expect(zip(columns(plain), columns(spaced)).allSatisfy { abs($0 - $1) <= 400 })
            let sums = rows(spaced)
            let inked = sums.indices.filter { sums[$0] > 600 }
            // letters of 0.73 em around the middle of each line
            let (first, last) = (inked.filter { $0 < 40 }, inked.filter { $0 >= 40 })
            #expect(first.count == last.count && last.first.map { $0 - 40 } == first.first, "\(inked)")
        }
    }

    @Test("a text shrinks, and ends with an ellipsis, by the height of its lines")
    func limits() throws {
        var layer = TextLayer("one two three four five six seven eight", size: 20)
        (layer.family, layer.lineHeight, layer.overflow) = ("DejaVu Sans", .pixels(30), .ellipsis)
        let engine = try TextEngine()
        #expect(try engine.layout(layer, sizes: 20...20, width: 100, height: 95).size.height == 90)
        (layer.lineHeight, layer.overflow, layer.minSize) = (.multiple(2), .visible, 4)
        let fitted = try engine.layout(layer, sizes: 4...20, width: 100, height: 95)
        #expect(fitted.fontSize < 20 && fitted.size.height <= 95.01)
    }

    @Test("is a number of pixels, or a multiple of the size of the font, and a mistake tells which one is meant")
    func documents() throws {
        func text(_ value: String, _ more: String = "") -> String {
            #"{"canvas":{"width":90,"height":90},"layers":[{"type":"text","text":"x","lineHeight":\#(value)\#(more)}]}"#
        }
        for (value, expected) in [("24", LineHeight.pixels(24)), ("\"1.4em\"", .multiple(1.4)), ("null", nil)] {
            let animation = try SceneAnimation(text(value))
            guard case .text(let layer) = animation.end.layers[0].content else { throw CancellationError() }
            #expect(layer.lineHeight == expected)
            #expect(try SceneAnimation(animation.json) == animation)
        }
        for (value, hint) in [
            ("1.4", "write \"1.4em\""), ("\"140%\"", "write \"1.4em\""), ("\"1.2\"", "write \"1.2em\""),
            ("\"em\"", "0.5em to 10em"),
            ("\"90em\"", "0.5em to 10em"), ("true", "not true or false"), ("-3", "4 to 20000"),
        ] {
            let error = #expect(throws: SceneError.self) { () throws in try Scene(text(value)) }
            #expect(error?.problems.map(\.path) == ["layers[0].lineHeight"])
            #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
        }
        let error = #expect(throws: SceneError.self) { () throws in try Scene(text("24", #","lineSpacing":1.5"#)) }
        #expect(error?.problems.map(\.path) == ["layers[0].lineSpacing"])
    }
}
