import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The opacity of layers")
struct LayerOpacityTests {
    /// A layer of every kind, whose parts overlap or reach beyond its frame.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let content: SceneLayer.Content
        var placement = Placement.at(20, 16, 50, 40)
    }

    private static let shadow: SceneShadow = {
        var shadow = SceneShadow()
        (shadow.radius, shadow.offsetX, shadow.offsetY, shadow.color) = (2, -9, 7, .black)
        return shadow
    }()

    private static func stroked(_ shape: SceneShape, width: Double, cap: SceneStroke.Cap = .butt) -> ShapeLayer {
        var layer = ShapeLayer(shape, fill: .color(SceneColor(red: 1, green: 0, blue: 0)))
        (layer.stroke, layer.strokeWidth) = (.color(SceneColor(red: 0, green: 0, blue: 1)), width)
        layer.strokeStyle.cap = cap
        return layer
    }

    private static func text(_ string: String, markup: Bool = false) -> TextLayer {
        var layer = TextLayer(string, size: 24)
        (layer.family, layer.isMarkup) = ("DejaVu Sans", markup)
        return layer
    }

    /// An outline, parts of which may be outside of the view box.
    private static func path(_ data: String, width: Double, height: Double) -> SceneShape {
        let box = SceneRectangle(x: 0, y: 0, width: width, height: height)
        do {
            return .path(outline: try SVGPath(data, viewBox: box))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    static let cases: [Case] = {
        var shadowed = stroked(.circle, width: 9)
        shadowed.shadow = shadow
        var shadowedText = text("jAgf")
        (shadowedText.shadow, shadowedText.isItalic) = (shadow, true)
        let outside = path("M-40 -20L10 30 140 60 110 -30Z", width: 100, height: 80)
        let open = path("M0 0L10 40 20 0", width: 20, height: 40)
        let disk = SceneLayer(
            .shape(ShapeLayer(.circle, fill: .color(.black))), placement: Placement(.center, width: 30, height: 30))
        var moved = disk
        moved.placement.offsetX = -18
        moved.opacity = 0.7
        var stack = StackLayer(
            .depth, [disk, moved, SceneLayer(.text(text("over"))), SceneLayer(.shape(stroked(.circle, width: 3)))])
        stack.contentAlignment = .topLeading
        var panel = OverlayLayer()
        panel.notches = [OverlayNotch("low", 8)]
        (panel.blur, panel.fill, panel.isGlass) = (3, .color(SceneColor(white: 1, opacity: 0.5)), true)
        (panel.content, panel.above) = ([disk], [moved])
        let glass = GlassLayer([
            GlassItem("a", shape: .capsule, placement: Placement(), label: [SceneLayer(.text(text("wide label")))])
        ])
        return [
            Case(description: "fill and stroke", content: .shape(stroked(.circle, width: 12))),
            Case(description: "shape with a shadow", content: .shape(shadowed)),
            Case(description: "miters", content: .shape(stroked(open, width: 6))),
            Case(description: "square caps", content: .shape(stroked(open, width: 12, cap: .square))),
            Case(
                description: "path beyond its frame",
                content: .fill(FillLayer(.color(.white), shape: outside))),
            Case(description: "gradient", content: .fill(FillLayer(.gradient(ColorGradient())))),
            Case(description: "text with a shadow", content: .text(shadowedText)),
            Case(
                description: "colors of markup",
                content: .text(text("<span foreground='red' background='#123'>ab</span>c", markup: true))),
            Case(description: "stack", content: .stack(stack)),
            Case(description: "panel", content: .overlay(panel)),
            Case(description: "glass", content: .glass(glass)),
            Case(description: "blur", content: .blur(BlurLayer(radius: 5, direction: .top))),
            Case(
                description: "blur of the canvas", content: .blur(BlurLayer(radius: 5, direction: .top)),
                placement: Placement()),
        ]
    }()

    /// Stripes, which show every change.
    private static let backdrop: [SceneLayer] = (0..<12).map { index in
        SceneLayer(
            .fill(FillLayer(.color(SceneColor(red: Double(index % 3) / 2, green: 0.8, blue: Double(index % 4) / 3)))),
            placement: .at(8 * Double(index), 0, 8, 72))
    }

    @Test("mixes the picture without the layer and with the opaque layer", arguments: cases)
    func mixture(test: Case) throws {
        let without = try DrawnScene(Self.backdrop)
        let opaque = try DrawnScene(Self.backdrop + [SceneLayer(test.content, placement: test.placement)])
        #expect(without.bytes != opaque.bytes)
        for opacity in [0.5, 0.13] {
            let layer = SceneLayer(test.content, placement: test.placement, opacity: opacity)
            let drawn = try DrawnScene(Self.backdrop + [layer])
            // a byte is rounded once more
            let difference = drawn.difference(from: without, to: opaque, at: opacity)
            #expect(difference <= 0.51, "\(difference) at \(opacity)")
        }
        let hidden = try DrawnScene(Self.backdrop + [SceneLayer(test.content, placement: test.placement, opacity: 0)])
        #expect(hidden.bytes == without.bytes)
    }

    @Test("of layers in each other is multiplied")
    func nesting() throws {
        let white = SceneLayer(.fill(FillLayer(.color(.white))), opacity: 0.5)
        let inner = SceneLayer(.stack(StackLayer(.depth, [white])), opacity: 0.5)
        let drawn = try DrawnScene([SceneLayer(.stack(StackLayer(.depth, [inner])), opacity: 0.5)])
        #expect(abs(drawn.alpha(48, 36) - 32) <= 1)
    }

    @Test("takes limited memory")
    func limit() throws {
        func nested(_ depth: Int) -> SceneLayer {
            (0..<depth).reduce(SceneLayer(.fill(FillLayer(.color(.white))))) { layer, _ in
                SceneLayer(.stack(StackLayer(.depth, [layer])), opacity: 0.9)
            }
        }
        #expect(throws: Never.self) { try DrawnScene([nested(8)]) }
        let error = #expect(throws: SceneError.self) { try DrawnScene([nested(9)]) }
        #expect(error?.code == .overLimit && error?.problems.first?.path == "layers[0]")
    }
}
