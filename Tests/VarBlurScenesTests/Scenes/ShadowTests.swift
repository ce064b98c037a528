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
        try DrawnScene([Layer(.shape(layer), placement: .at(10, 10, 20, 20))])
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
                [ColorStop(.clear), ColorStop(.white)], from: UnitPoint(x: 0, y: 0), to: UnitPoint(x: 1, y: 0)))
        layer.stroke = nil
        let faded = try draw(layer)
        #expect(faded.alpha(51, 20) < 30 && faded.alpha(68, 20) > 220)
    }

    @Test("is as opaque as the text, and not cut off where the text is larger than its frame")
    func text() throws {
        var layer = TextLayer("M", size: 48)
        (layer.family, layer.weight, layer.color) = ("DejaVu Sans", 700, SceneColor(white: 1, opacity: 0.5))
        layer.shadow = Self.shadow(offsetX: 48)
        let drawn = try DrawnScene([Layer(.text(layer), placement: .at(0, 0, 48, 4))])
        var alphas: [Int] = []
        for y in 0..<72 { for x in 48..<96 { alphas.append(drawn.alpha(x, y)) } }
        #expect(abs((alphas.max() ?? 0) - 128) <= 1)
        #expect(alphas.count { $0 > 100 } > 400)
        // the shadow has the form of the text
        #expect(
            (0..<72).allSatisfy { y in (0..<48).allSatisfy { abs(drawn.alpha($0, y) - drawn.alpha($0 + 48, y)) <= 1 } })
    }
}
