import Testing

@testable import VarBlurScenes

@Suite("Letter spacing")
struct LetterSpacingTests {
    private let engine: TextEngine

    init() throws { engine = try TextEngine() }

    private func layer(_ text: String, spacing: Double, markup: Bool = false) -> TextLayer {
        var layer = TextLayer(text, size: 20)
        (layer.family, layer.letterSpacing, layer.isMarkup) = ("DejaVu Sans", spacing, markup)
        return layer
    }

    private func size(_ layer: TextLayer, width: Double? = nil) throws -> SceneSize {
        try engine.layout(layer, sizes: 20...20, width: width ?? 1e6, height: nil).size
    }

    @Test("adds space between letters, also in markup", arguments: [3, 0.7, 25, -1.5])
    func width(spacing: Double) throws {
        let text = "SECTION LABEL"
        let plain = try size(layer(text, spacing: 0))
        let spaced = try size(layer(text, spacing: spacing))
        #expect(abs(spaced.width - plain.width - spacing * Double(text.count - 1)) < 0.1)
        #expect(try size(layer("SECTION <b></b>LABEL", spacing: spacing, markup: true)) == spaced)
        let bold = try size(layer("<b>SECTION</b> LABEL", spacing: 0, markup: true))
        let spacedBold = try size(layer("<b>SECTION</b> LABEL", spacing: spacing, markup: true))
        #expect(abs(spacedBold.width - bold.width - spacing * Double(text.count - 1)) < 0.1)
    }

    @Test(
        "keeps the lines of a text whose frame is as wide as its lines", arguments: [3, 0.7, 25, -1.5],
        [
            "SECTION LABEL", "one two three four five six seven",
            "wide <span letter_spacing='9000'>wider wide</span> narrow",
            "<span letter_spacing='0'>a narrow</span> beginning of the text",
        ])
    func lines(spacing: Double, text: String) throws {
        let layer = layer(text, spacing: spacing, markup: text.contains("<"))
        let whole = try size(layer)
        #expect(try size(layer, width: whole.width) == whole)
        for width in [whole.width * 0.3, whole.width * 0.6] {
            let wrapped = try size(layer, width: width)
            #expect(wrapped.height > whole.height && wrapped.width <= width)
            #expect(try size(layer, width: wrapped.width) == wrapped)
        }
        // a word that fits remains on its line, and one that does not fit does not
        #expect(try size(layer, width: whole.width + 0.1) == whole)
        if !text.contains("letter_spacing") { #expect(try size(layer, width: whole.width - 0.5).height > whole.height) }
    }

    @Test("of the markup takes precedence")
    func precedence() throws {
        let inner = layer("<span letter_spacing='4096'>abcdef</span>", spacing: 20, markup: true)
        #expect(try size(inner) == size(layer("abcdef", spacing: 4)))
    }

    @Test("leaves a label in one line, without a width")
    func drawing() throws {
        let layer = layer("TWO WORDS", spacing: 3)
        let drawn = try DrawnScene([SceneLayer(.text(layer))], width: 300, height: 60)
        let rows = (0..<60).filter { y in (0..<300).contains { drawn.alpha($0, y) > 0 } }
        #expect(try #require(rows.last) - #require(rows.first) < 20)
    }
}
