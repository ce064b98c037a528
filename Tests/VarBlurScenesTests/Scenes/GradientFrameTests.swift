import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The area of gradients")
struct GradientFrameTests {
    private static let gradient = Paint.gradient(
        ColorGradient(
            [ColorStop(.black), ColorStop(.white)], from: SceneUnitPoint(x: 0, y: 0), to: SceneUnitPoint(x: 1, y: 0.6)))

    @Test("is the square of a badge or circle, and the view box of a path")
    func fitted() throws {
        let box = SceneRectangle(x: 0, y: 0, width: 10, height: 10)
        for shape in [
            SceneShape.hexagonBadge, .circle, .path(outline: try SVGPath("M2 0L10 10 0 8Z", viewBox: box)),
        ] {
            var layer = ShapeLayer(shape, fill: Self.gradient)
            (layer.stroke, layer.strokeWidth) = (Self.gradient, 3)
            let square = try DrawnScene([SceneLayer(.shape(layer), placement: .at(30, 20, 32, 32))])
            let tall = try DrawnScene([SceneLayer(.shape(layer), placement: .at(30, 4, 32, 64))])
            #expect(square.bytes == tall.bytes)
            let filled = try DrawnScene([
                SceneLayer(.fill(FillLayer(Self.gradient, shape: shape)), placement: .at(30, 20, 32, 32))
            ])
            let wide = try DrawnScene([
                SceneLayer(.fill(FillLayer(Self.gradient, shape: shape)), placement: .at(6, 20, 80, 32))
            ])
            #expect(filled.bytes == wide.bytes)
        }
    }

    @Test("has the last color if the gradient has no length, as in SVG", arguments: ColorGradient.Kind.allCases)
    func point(kind: ColorGradient.Kind) throws {
        let middle = SceneUnitPoint(x: 0.5, y: 0.5)
        var gradient = ColorGradient([ColorStop(.black), ColorStop(.white)], from: middle, to: middle)
        gradient.kind = kind
        let drawn = try DrawnScene([SceneLayer(.fill(FillLayer(.gradient(gradient))), placement: .at(8, 20, 80, 32))])
        for x in [10, 47, 80] { #expect(drawn[x, 36] == [255, 255, 255, 255]) }
    }

    @Test(
        "is the frame of other shapes",
        arguments: [SceneShape.rectangle, .ellipse, .capsule, .regularPolygon(sides: 4)])
    func frames(shape: SceneShape) throws {
        let plain = try DrawnScene([SceneLayer(.fill(FillLayer(Self.gradient)), placement: .at(8, 20, 80, 32))])
        let shaped = try DrawnScene([
            SceneLayer(.fill(FillLayer(Self.gradient, shape: shape)), placement: .at(8, 20, 80, 32))
        ])
        for x in [30, 48, 66] { #expect(shaped[x, 36] == plain[x, 36]) }
    }
}
