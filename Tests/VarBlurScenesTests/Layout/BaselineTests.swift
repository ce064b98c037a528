import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Rows whose baselines are aligned")
struct BaselineTests {
    /// A text in DejaVu Sans Mono, whose ascent and descent are 1901 and 483 of 2048 units.
    private static func text(_ string: String, _ size: Double, _ change: (inout SceneLayer) -> Void = { _ in })
        -> SceneLayer
    {
        var text = TextLayer(string, size: .pixels(size))
        text.family = "DejaVu Sans Mono"
        var layer = SceneLayer(.text(text))
        change(&layer)
        return layer
    }

    private static func ascent(_ size: Double) -> Double { 1901 / 2048 * size }
    private static func height(_ size: Double) -> Double { 2384 / 2048 * size }

    private static func box(_ height: Double) -> SceneLayer {
        SceneLayer(
            .fill(FillLayer(.color(.black))), placement: Placement(.center, width: 10, height: .pixels(height)))
    }

    private static func row(_ layers: [SceneLayer], _ baseline: StackLayer.Baseline? = .first) -> StackLayer {
        var stack = StackLayer(.horizontal, layers)
        stack.baseline = baseline
        return stack
    }

    /// The tops of the areas of layers in a frame at (0, 100) of the row's own height, and that height.
    private func layout(_ stack: StackLayer, height: Double? = nil) throws -> (tops: [Double], height: Double) {
        let layout = try SceneLayout.of(width: 800, height: 600)
        let size = try layout.size(of: SceneLayer(.stack(stack)), in: SceneSize(width: 800, height: 600))
        let frame = SceneRectangle(x: 0, y: 100, width: size.width, height: height ?? size.height)
        return (try layout.plan(of: stack, in: frame.size).areas(in: frame).map { $0.y - 100 }, size.height)
    }

    private func expect(_ found: [Double], _ expected: [Double], _ line: Int = #line) {
        #expect(
            found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 0.02 },
            "\(found) instead of \(expected), line \(line)")
    }

    @Test("texts of several sizes stand on one line, and so do layers without a text")
    func sizes() throws {
        let row = Self.row([Self.text("A", 64), Self.text("b", 32), Self.box(20), Self.box(90)])
        let (tops, height) = try layout(row)
        // the highest box reaches above the largest letters
        let line = 90.0
        expect(tops, [line - Self.ascent(64), line - Self.ascent(32), line - 20, 0])
        expect([height], [line + Self.height(64) - Self.ascent(64)])
        // as before without the member
        expect(try layout(Self.row([Self.text("A", 64), Self.text("b", 32)], nil)).tops, [0, Self.height(32) / 2])
    }

    @Test("the first or the last line of a text counts")
    func lines() throws {
        let layers = [Self.text("A", 40), Self.text("one\ntwo", 20)]
        let (first, firstHeight) = try layout(Self.row(layers))
        expect(first, [0, Self.ascent(40) - Self.ascent(20)])
        expect([firstHeight], [max(Self.height(40), first[1] + 2 * Self.height(20))])
        let last = try layout(Self.row(layers, .last)).tops
        let line = max(Self.ascent(40), Self.height(20) + Self.ascent(20))
        expect(last, [line - Self.ascent(40), line - Self.height(20) - Self.ascent(20)])
    }

    @Test("padding, fixed heights, and stacks move the baseline of what is in them")
    func nesting() throws {
        let pill = Self.text("b", 20) { $0.contentPadding = Insets(top: 12, bottom: 3) }
        let padded = Self.text("c", 20) { $0.placement.padding = Insets(top: 5) }
        let low = Self.text("d", 20) { layer in
            layer.placement.height = 60
            guard case .text(var text) = layer.content else { return }
            text.verticalAlignment = .bottom
            layer.content = .text(text)
        }
        var column = StackLayer(.vertical, spacing: 4, [Self.box(30), Self.text("e", 20), Self.text("f", 10)])
        column.contentAlignment = .topLeading
        let row = Self.row([Self.text("A", 20), pill, padded, low, SceneLayer(.stack(column))])
        let ascent = Self.ascent(20)
        let baselines = [ascent, 12 + ascent, 5 + ascent, 60 - Self.height(20) + ascent, 34 + ascent]
        let line = baselines.max() ?? 0
        expect(try layout(row).tops, baselines.map { line - $0 })
        // of the column, the last text
        let last = Self.row([Self.text("A", 20), SceneLayer(.stack(column))], .last)
        let columnBaseline = 34 + Self.height(20) + 4 + Self.ascent(10)
        expect(try layout(last).tops, [columnBaseline - ascent, 0])
    }

    @Test("a row in a higher frame is aligned as a whole, and hidden layers do not count")
    func frames() throws {
        var hidden = Self.box(300)
        hidden.isHidden = true
        var row = Self.row([Self.text("A", 64), hidden, Self.text("b", 32)])
        let drop = Self.ascent(64) - Self.ascent(32)
        let free = 200 - Self.height(64)
        for (alignment, part) in [(SceneAlignment.top, 0.0), (.center, 0.5), (.bottom, 1)] {
            row.contentAlignment = alignment
            let tops = try layout(row, height: 200).tops
            expect([tops[0], tops[2]], [free * part, free * part + drop])
        }
    }

    @Test("only a horizontal stack has aligned baselines")
    func mistakes() {
        let json = #"{"layers":[{"type":"stack","axis":"vertical","baseline":"first","layers":[]}]}"#
        let error = #expect(throws: SceneError.self) { () throws in try Scene(json) }
        #expect(error?.problems.map(\.path) == ["layers[0].baseline"])
    }
}
