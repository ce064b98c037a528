import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Scenes that are read from right to left")
struct DirectionTests {
    private static let (arabic, hebrew, latin) = (
        "\u{645}\u{631}\u{62D}\u{628}\u{627}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "Hello"
    )

    private static func scene(_ direction: String, _ layers: String, _ canvas: String = "") throws -> Scene {
        let size = #""width":120,"height":80,"direction":"\#(direction)"\#(canvas)"#
        return try Scene("{\"canvas\":{\(size)},\"layers\":[\(layers)]}")
    }

    /// Layers whose pictures have no left and no right of their own, at random places.
    private static func layer(_ random: inout SplitMix64, depth: Int = 0) -> String {
        func any<Choice>(_ choices: [Choice]) -> Choice { choices[Int.random(in: choices.indices, using: &random)] }
        func length(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }
        func insets() -> String {
            #"{"leading":\#(length(4)),"trailing":\#(length(4)),"top":\#(length(4)),"bottom":\#(length(4))}"#
        }
        let alignment = any(SceneAlignment.allCases).rawValue
        let place = #""padding":\#(insets()),"contentPadding":\#(insets())"#
        let fill = #""background":[{"type":"fill","paint":"rgb(\#(length(255)) 90 40)"}]"#
        let box = #""width":\#(length(40) + 20),"height":\#(length(30) + 20)"#
        let inner =
            depth < 2 ? (0..<length(3)).map { _ in layer(&random, depth: depth + 1) }.joined(separator: ",") : ""
        switch depth < 2 ? length(depth == 0 ? 5 : 4) : 1 {
        case 2:
            let kind = any([
                #""axis":"horizontal""#, #""axis":"vertical""#, #""axis":"depth""#,
                #""columns":2,"overflow":"visible""#,
            ])
            return
                #"{"type":"stack",\#(kind),"contentAlignment":"\#(alignment)",\#(place),\#(fill),"layers":[\#(inner)]}"#
        case 3:
            let wrap = #""axis":"horizontal","wrap":true,"overflow":"visible""#
            return #"{"type":"stack",\#(wrap),"contentAlignment":"\#(alignment)",\#(place),"layers":[\#(inner)]}"#
        case 4:
            let items = (0..<3).map { _ in #"{"width":\#(length(20) + 6),"height":20,"padding":\#(insets())}"# }
            return
                #"{"type":"glass","axis":"horizontal","contentAlignment":"\#(alignment)","items":[\#(items.joined(separator: ","))]}"#
        case 5:
            let side = any(["leading", "trailing", "top"])
            return
                #"{"type":"overlay","side":"\#(side)","notches":[{"name":"a","extent":\#(60 + length(40))}],"fill":"rgb(9 \#(length(255)) 9)","#
                + #""content":[\#(inner)]}"#
        default:
            let own = depth == 0 ? #""alignment":"\#(alignment)","# : ""
            return
                #"{"type":"shape",\#(own)"shape":"ellipse","fill":"rgb(30 60 \#(length(255)))",\#(place),\#(box),\#(fill)}"#
        }
    }

    @Test("the picture is the mirror image of that from left to right", arguments: 0..<40)
    func mirrored(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let layers = (0..<3).map { _ in Self.layer(&random) }.joined(separator: ",")
        let pictures = try ["ltr", "rtl"].map { direction in
            try SceneRenderer().render(Self.scene(direction, layers, ##","background":"#888""##)).sampleValues()
        }
        var greatest = 0
        for y in 0..<80 {
            for x in 0..<120 {
                for channel in 0..<4 {
                    let (left, right) = (4 * (y * 120 + x) + channel, 4 * (y * 120 + 119 - x) + channel)
                    greatest = max(greatest, abs(Int(pictures[0][left]) - Int(pictures[1][right])))
                }
            }
        }
        // the coverage of edges and the light of glass are rounded
        #expect(greatest <= 3, "\(greatest): \(layers)")
        #expect(pictures[0].count == 4 * 120 * 80)
    }

    @Test("the canvas grows at its leading side")
    func canvas() throws {
        var resources = SceneResources()
        resources.files["a.png"] = try PixelBuffer.noise(TestSupport.Size(30, 20), PixelFormat(.rgb)).encoded(.png)
        for (direction, x) in [("ltr", 10), ("rtl", 0)] {
            let json =
                #"{"canvas":{"direction":"\#(direction)","extend":{"leading":10}},"layers":[{"type":"image","image":"a.png"}]}"#
            let renderer = try SceneRenderer(resources)
            let picture = try renderer.render(Scene(json))
            let plain = try renderer.render(Scene(#"{"layers":[{"type":"image","image":"a.png"}]}"#))
            #expect(picture.width == 40)
            #expect((0..<30).allSatisfy { picture[x + $0, 7, 1] == plain[$0, 7, 1] }, "\(direction)")
        }
    }

    /// Where the words of a text lie in a layer of 200 pixels: its distances from the left and from the right.
    private static func distances(
        _ text: String, _ members: String, canvas: String = "automatic", _ layout: SceneLayout
    ) throws -> (left: Double, right: Double) {
        let json =
            #"{"canvas":{"width":200,"height":60,"direction":"\#(canvas)"},"layers":[{"type":"text","text":"\#(text)","size":24,"#
            + #""family":"DejaVu Sans","width":200\#(members)}]}"#
        guard case .text(let text)? = try Scene(json).directed.layers.first?.content else {
            throw CancellationError()
        }
        let frame = SceneRectangle(x: 0, y: 0, width: 200, height: 60)
        let lines = try layout.textLayout(text, in: frame)
        let origin = lines.origin(in: frame)
        let words = lines.words.map { $0.x + origin.x } + lines.words.map { $0.maxX + origin.x }
        return (words.min() ?? 0, 200 - (words.max() ?? 0))
    }

    @Test("texts lead from the side of their direction, which is that of their first letter by default")
    func texts() throws {
        let layout = try SceneLayout.of(width: 200, height: 60)
        for text in [Self.arabic, Self.hebrew, Self.latin, "1 \(Self.arabic)", "\(Self.latin) \(Self.hebrew)", "12"] {
            let isRightToLeft = text == Self.arabic || text == Self.hebrew || text.hasPrefix("1 ")
            for (members, canvas, leads) in [
                ("", "automatic", isRightToLeft), ("", "rtl", true), ("", "ltr", false),
                (#","direction":"automatic""#, "rtl", isRightToLeft), (#","direction":"rtl""#, "ltr", true),
                (#","direction":"ltr""#, "automatic", false),
            ] {
                let leading = try Self.distances(text, members, canvas: canvas, layout)
                #expect(
                    leads ? leading.right < 5 && leading.left > 20 : leading.left < 5 && leading.right > 20,
                    "\(text) \(members) \(canvas)")
                let trailing = try Self.distances(
                    text, members + #","textAlignment":"trailing""#, canvas: canvas, layout)
                #expect(leads ? trailing.left < 5 : trailing.right < 5, "\(text) \(members) \(canvas)")
                let center = try Self.distances(text, members + #","textAlignment":"center""#, canvas: canvas, layout)
                #expect(abs(center.left - center.right) < 8)
            }
        }
    }

    @Test("lines of a paragraph and of several begin at the same side")
    func paragraphs() throws {
        let layout = try SceneLayout.of(width: 200, height: 60)
        let text = "\(Self.hebrew)\\n\(Self.hebrew) \(Self.hebrew)"
        #expect(try Self.distances(text, "", layout).right < 5)
        // a paragraph in letters from left to right follows the first one if the direction is given
        let mixed = "\(Self.hebrew)\\n\(Self.latin)"
        #expect(try Self.distances(mixed, #","direction":"rtl""#, layout).left > 80)
        #expect(try Self.distances(mixed, #","direction":"automatic""#, layout).left < 5)
    }

    @Test("words have their widths in each direction, so that scrims find their letters")
    func words() throws {
        let engine = try SceneLayout.of(width: 200, height: 60).text
        for text in [
            Self.arabic, "\(Self.latin) \(Self.hebrew)", "\(Self.hebrew) 12 \(Self.latin)",
            "\(Self.latin)\(Self.hebrew)",
        ] {
            let widths = try SceneDirection.allCases.map { direction in
                var layer = TextLayer(text, size: 24)
                (layer.family, layer.direction) = ("DejaVu Sans", direction)
                return try engine.layout(layer, sizes: 24...24, width: 400, height: nil).words.map(\.width)
            }
            #expect(widths[0] == widths[1] && widths[0] == widths[2] && widths[0].allSatisfy { $0 > 10 }, "\(widths)")
        }
    }

    @Test("a stack with a direction of its own keeps it, and the canvas has none by default")
    func own() throws {
        let box =
            #"{"type":"fill","paint":"red","width":20,"height":9},{"type":"fill","paint":"blue","width":30,"height":9}"#
        let stack = #"{"type":"stack","axis":"horizontal","spacing":0,"alignment":"topLeading","layers":[\#(box)]"#
        for (canvas, members, x, color) in [
            ("automatic", "", 5, [0, 0, 255, 255]), ("rtl", "", 115, [0, 0, 255, 255]),
            ("rtl", #","direction":"ltr""#, 115, [255, 0, 0, 255]),
            ("ltr", #","direction":"rtl""#, 5, [255, 0, 0, 255]),
        ] {
            let picture = try SceneRenderer().render(Self.scene(canvas, stack + members + "}"))
            #expect((0..<4).map { picture[x, 4, $0] } == color, "\(canvas) \(members)")
        }
    }
}
