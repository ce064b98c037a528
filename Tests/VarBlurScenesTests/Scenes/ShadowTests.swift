import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Shadows")
struct ShadowTests {
    /// A sharp black shadow to the right.
    private static func shadow(offsetX: Double, radius: Double = 0) -> SceneShadow {
        var shadow = SceneShadow()
        (shadow.color, shadow.radius, shadow.offsetX, shadow.offsetY) = (.black, radius, offsetX, 0)
        return shadow
    }

    private func draw(_ layer: ShapeLayer) throws -> DrawnScene {
        try DrawnScene([SceneLayer(.shape(layer), placement: .at(10, 10, 20, 20))])
    }

    @Test("of a stroke without a fill is a ring")
    func ring() throws {
        var layer = ShapeLayer()
        (layer.stroke, layer.strokeWidth, layer.shadow) = (.color(.white), 4, Self.shadow(offsetX: 40))
        let drawn = try draw(layer)
        #expect(drawn.alpha(60, 20) == 0, "inside of the shadow")
        // both sides of the outline, and the corner of the miter
        #expect(drawn[51, 20] == [0, 0, 0, 255] && drawn[48, 20] == [0, 0, 0, 255] && drawn[48, 8] == [0, 0, 0, 255])
        #expect(drawn.alpha(47, 20) == 0)
        layer.shadow = Self.shadow(offsetX: 0, radius: 1)
        #expect(try draw(layer).alpha(20, 20) == 0)
    }

    @Test("is as opaque as the fill and the stroke")
    func opacity() throws {
        var layer = ShapeLayer(.rectangle, fill: .color(SceneColor(white: 1, opacity: 0.5)))
        (layer.stroke, layer.strokeWidth) = (.color(SceneColor(white: 1, opacity: 0.5)), 4)
        layer.shadow = Self.shadow(offsetX: 40)
        let drawn = try draw(layer)
        #expect(abs(drawn.alpha(60, 20) - 128) <= 1, "the fill")
        #expect(abs(drawn.alpha(49, 20) - 128) <= 1, "the outer half of the stroke")
        #expect(abs(drawn.alpha(51, 20) - 191) <= 1, "the inner half of the stroke, over the fill")
        layer.fill = .gradient(
            ColorGradient(
                [ColorStop(.clear), ColorStop(.white)], from: SceneUnitPoint(x: 0, y: 0), to: SceneUnitPoint(x: 1, y: 0)
            ))
        layer.stroke = nil
        let faded = try draw(layer)
        #expect(faded.alpha(51, 20) < 30 && faded.alpha(68, 20) > 220)
    }

    @Test("is as opaque as the text, and not cut off where the text is larger than its frame")
    func text() throws {
        var layer = TextLayer("M", size: 48)
        (layer.family, layer.weight, layer.color) = ("DejaVu Sans", 700, SceneColor(white: 1, opacity: 0.5))
        layer.shadow = Self.shadow(offsetX: 48)
        let drawn = try DrawnScene([SceneLayer(.text(layer), placement: .at(0, 0, 48, 4))])
        var alphas: [Int] = []
        for y in 0..<72 { for x in 48..<96 { alphas.append(drawn.alpha(x, y)) } }
        #expect(abs((alphas.max() ?? 0) - 128) <= 1)
        #expect(alphas.count { $0 > 100 } > 400)
        // the shadow has the form of the text
        #expect(
            (0..<72).allSatisfy { y in (0..<48).allSatisfy { abs(drawn.alpha($0, y) - drawn.alpha($0 + 48, y)) <= 1 } })
    }

    private static func soft() -> SceneShadow {
        var shadow = SceneShadow()
        (shadow.color, shadow.radius, shadow.offsetX, shadow.offsetY) = (.black, 5, 9, 7)
        return shadow
    }

    private static func resources() throws -> SceneResources {
        var resources = SceneResources()
        resources.files["a.png"] = try PixelBuffer.make(TestSupport.Size(40, 30), PixelFormat(.rgb)) { _, _, channel in
            channel == 0 ? 255 : 0
        }.encoded(.png)
        return resources
    }

    /// The greatest difference of two pictures of 96×72 pixels.
    private func difference(_ layer: SceneLayer, _ other: SceneLayer) throws -> Int {
        func picture(_ layer: SceneLayer) throws -> [Int] {
            let canvas = SceneCanvas(width: 96, height: 72, background: .white)
            return try SceneRenderer(Self.resources()).render(Scene(canvas: canvas, layers: [layer])).sampleValues()
        }
        return try zip(picture(layer), picture(other)).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test("of an image is that of a shape with its outline", arguments: [SceneShape.circle, .rectangle], [0.0, 30])
    func image(shape: SceneShape, rotation: Double) throws {
        let place = Placement.at(20, 10, 40, 30)
        var image = ImageLayer("a.png")
        (image.shape, image.shadow) = (shape, Self.soft())
        var drawn = ShapeLayer(shape, fill: .color(SceneColor(red: 1, green: 0, blue: 0)))
        drawn.shadow = Self.soft()
        var layers = [SceneLayer(.image(image), placement: place), SceneLayer(.shape(drawn), placement: place)]
        for index in 0..<2 { layers[index].rotation = rotation }
        #expect(try difference(layers[0], layers[1]) <= 2)
        image.shadow = nil
        #expect(try difference(SceneLayer(.image(image), placement: place), layers[1]) > 40)
    }

    @Test("of an image beyond the canvas reaches into it")
    func beyond() throws {
        var image = ImageLayer("a.png")
        image.shadow = Self.shadow(offsetX: 60)
        let layer = SceneLayer(.image(image), placement: .at(-50, 10, 40, 30))
        let canvas = SceneCanvas(width: 96, height: 72)
        let drawn = try SceneRenderer(Self.resources()).render(Scene(canvas: canvas, layers: [layer]))
        #expect(drawn[20, 20, 3] == 255 && drawn[9, 20, 3] == 0 && drawn[50, 20, 3] == 0)
    }

    @Test("of a stack is that of its layers as a whole", arguments: [0.0, 30])
    func stack(rotation: Double) throws {
        let place = Placement.at(20, 10, 40, 30)
        var shape = ShapeLayer(.circle, fill: .color(SceneColor(red: 1, green: 0, blue: 0)))
        var stack = StackLayer(.depth, [SceneLayer(.shape(shape)), SceneLayer(.shape(shape))])
        stack.shadow = Self.soft()
        shape.shadow = Self.soft()
        var layers = [SceneLayer(.stack(stack), placement: place), SceneLayer(.shape(shape), placement: place)]
        for index in 0..<2 { layers[index].rotation = rotation }
        // two smooth edges lie on each other
        #expect(try difference(layers[0], layers[1]) <= 70)
        stack.layers.removeLast()
        layers[0].content = .stack(stack)
        #expect(try difference(layers[0], layers[1]) <= 2)
    }
}
