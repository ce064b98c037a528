import Testing

@testable import VarBlurScenes

@Suite("The size of glass without an axis")
struct GlassSizeTests {
    private static func layer(_ json: String) throws -> SceneLayer {
        let scene = try Scene(400, 300, #"{\#(json)}"#)
        return scene.layers[0]
    }

    private static func frame(_ layer: SceneLayer) throws -> SceneRectangle {
        try SceneLayout.of(width: 400, height: 300).outerFrame(
            of: layer, in: SceneRectangle(x: 0, y: 0, width: 400, height: 300))
    }

    private static let label =
        #"{"label":[{"type":"text","text":"Lakes","family":"DejaVu Sans Mono","size":32,"padding":10}]}"#

    @Test("is that of its pieces with their labels and offsets, like that of other layers")
    func contents() throws {
        let text = BackgroundTests.size(columns: 5)
        for (members, width, height) in [
            (#""items":[\#(Self.label)]"#, text.width + 20, text.height + 20),
            (#""items":[{"width":30,"height":20}]"#, 30, 20),
            (
                #""items":[{"width":30,"height":20,"offsetX":-12},{"width":10,"height":50,"offsetX":20,"offsetY":3}]"#,
                54, 56
            ),
            (#""items":[{"width":30,"height":20,"padding":5}],"contentPadding":7"#, 54, 44),
        ] {
            let layer = try Self.layer(#""type":"glass","alignment":"bottomTrailing",\#(members)"#)
            let frame = try Self.frame(layer)
            #expect(abs(frame.width - width) < 0.01 && abs(frame.height - height) < 0.01, "\(members): \(frame)")
            #expect(abs(frame.maxX - 400) < 1e-9 && abs(frame.maxY - 300) < 1e-9)
        }
    }

    @Test("is that of its area, where a piece fills it or is at a side of it")
    func area() throws {
        for (item, width, height) in [
            ("", 400.0, 300.0), (#""width":30"#, 30, 300), (#""height":20"#, 400, 20),
            (#""width":30,"height":20,"alignment":"top""#, 400, 300),
            (#""label":[{"type":"fill","paint":"red"}]"#, 400, 300),
            (#""label":[{"type":"fill","paint":"red","width":40}]"#, 40, 300),
        ] {
            let frame = try Self.frame(Self.layer(#""type":"glass","items":[{\#(item)}]"#))
            #expect(frame.width == width && frame.height == height, "\(item): \(frame)")
        }
        let both = #"{"width":30,"height":20},{"width":30,"height":20,"alignment":"center"}"#
        #expect(try Self.frame(Self.layer(#""type":"glass","items":[\#(both)]"#)).width == 400)
    }

    @Test("in a stack, glass takes no more room than its pieces, and has a background of their size")
    func stack() throws {
        let layer = try Self.layer(
            #""type":"stack","axis":"horizontal","spacing":8,"layers":[{"type":"glass","items":[{"width":30,"height":20}]},"#
                + #"{"type":"fill","paint":"red","height":9},{"type":"glass","items":[{"width":50,"height":40}]}]"#)
        guard case .stack(let stack) = layer.content else { throw CancellationError() }
        let frame = SceneRectangle(x: 0, y: 0, width: 400, height: 300)
        let areas = try SceneLayout.of(width: 400, height: 300).plan(of: stack, in: frame.size).areas(in: frame)
        #expect(areas.map(\.width) == [30, 400 - 96, 50] && areas.map(\.height) == [20, 9, 40])
    }

    @Test("between two states, it changes with its progress, from the size of the one to that of the other")
    func transition() throws {
        func glass(_ size: Double) -> String { #"{"id":"a","width":\#(size),"height":\#(size / 2)}"# }
        let (start, end) = (glass(40), glass(100))
        for (progress, width) in [(0.0, 40.0), (0.25, 55), (1, 100), (1.3, 100)] {
            let layer = try Self.layer(
                #""type":"glass","items":[\#(end)],"transition":{"items":[\#(start)],"progress":\#(progress)}"#)
            let frame = try Self.frame(layer)
            #expect(abs(frame.width - width) < 1e-9 && abs(frame.height - width / 2) < 1e-9, "\(progress)")
        }
    }
}
