import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Rotated and scaled layers")
struct TransformTests {
    private static func rectangle(_ placement: Placement = .at(20, 30, 40, 16)) -> SceneLayer {
        SceneLayer(.fill(FillLayer(.color(.black))), placement: placement)
    }

    @Test(
        "a right angle is exact",
        arguments: [(90.0, 32.0, 18.0, 16.0, 40.0), (180, 20, 30, 40, 16), (-90, 32, 18, 16, 40)])
    func rightAngle(degrees: Double, x: Double, y: Double, width: Double, height: Double) throws {
        var rotated = Self.rectangle()
        rotated.rotation = degrees
        let expected = try DrawnScene([Self.rectangle(.at(x, y, width, height))])
        #expect(try DrawnScene([rotated]).bytes == expected.bytes)
    }

    @Test("the coverage of a rotated rectangle is that of the turned polygon, sampled 256 times per pixel")
    func angle() throws {
        var layer = Self.rectangle()
        (layer.rotation, layer.scale, layer.anchor) = (33, 1.25, SceneUnitPoint(x: 0, y: 1))
        let drawn = try DrawnScene([layer])
        // the inverse of the rotation about (20, 46), by angle and distance
        func isInside(_ x: Double, _ y: Double) -> Bool {
            let (dx, dy) = (x - 20, y - 46)
            let (distance, angle) = (hypot(dx, dy) / 1.25, atan2(dy, dx) - 33 * .pi / 180)
            let (u, v) = (20 + distance * cos(angle), 46 + distance * sin(angle))
            return (20...60).contains(u) && (30...46).contains(v)
        }
        for y in 0..<72 {
            for x in 0..<96 {
                var count = 0
                for i in 0..<16 {
                    for j in 0..<16
                    where isInside(Double(x) + (Double(i) + 0.5) / 16, Double(y) + (Double(j) + 0.5) / 16) {
                        count += 1
                    }
                }
                #expect(abs(Double(drawn.alpha(x, y)) - Double(count) * 255 / 256) <= 6, "\(x), \(y)")
            }
        }
    }

    @Test("a scaled text is the text in a larger font")
    func scaledText() throws {
        func picture(_ size: Double, _ scale: Double) throws -> DrawnScene {
            var text = TextLayer("Ag", size: .pixels(size))
            text.family = "DejaVu Sans Mono"
            var layer = SceneLayer(.text(text), placement: Placement(.topLeading, padding: Insets(4)))
            (layer.scale, layer.anchor) = (scale, SceneUnitPoint(x: 0, y: 0))
            return try DrawnScene([layer])
        }
        let (scaled, large) = (try picture(16, 2.5), try picture(40, 1))
        let differences = zip(scaled.bytes, large.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= 3 && scaled.bytes.contains(255))
    }

    @Test("a rotated stack is made of its rotated layers, and keeps its place in another one")
    func stack() throws {
        let parts = [
            Self.rectangle(Placement(.center, width: 10, height: 20)),
            Self.rectangle(Placement(.center, width: 20, height: 10)),
        ]
        var stack = SceneLayer(
            .stack(StackLayer(.horizontal, spacing: 4, parts)), placement: Placement(.topLeading, padding: Insets(20)))
        stack.rotation = 90
        // the stack is 34×20 at (20, 20); its center (37, 30) stays in place
        let expected = try DrawnScene([Self.rectangle(.at(27, 13, 20, 10)), Self.rectangle(.at(32, 27, 10, 20))])
        #expect(try DrawnScene([stack]).bytes == expected.bytes)
        var second = Self.rectangle(Placement(.center, width: 6, height: 6))
        var first = second
        (first.rotation, first.scale) = (45, 3)
        second.opacity = 1
        let row = SceneLayer(.stack(StackLayer(.horizontal, spacing: 30, [first, second])))
        // both are in a row of 42 pixels in the middle of 96
        #expect(try DrawnScene([row]).alpha(66, 36) == 255 && DrawnScene([row]).alpha(30, 36) == 255)
    }

    @Test("a rotated image shows the pixels of the image where they are turned to")
    func image() throws {
        var resources = SceneResources()
        let pixels = try PixelBuffer.make(TestSupport.Size(40, 20), PixelFormat(.rgb)) { x, y, _ in
            (x / 10 + y / 10) % 2 * 255
        }
        resources.files["a.png"] = try pixels.encoded(.png)
        var layer = SceneLayer(.image(ImageLayer("a.png")), placement: .at(10, 30, 40, 20))
        layer.rotation = 90
        let scene = Scene(canvas: SceneCanvas(width: 96, height: 72), layers: [layer])
        let drawn = try SceneRenderer(resources).render(scene)
        // (30, 40) stays in place; the image is upright from (20, 20) to (40, 60)
        for y in 22..<58 where abs((y - 20) % 10 - 5) < 4 {
            for x in 22..<38 where abs((x - 20) % 10 - 5) < 4 {
                let (u, v) = (y - 20, 39 - x)
                #expect(drawn[x, y, 0] == (u / 10 + v / 10) % 2 * 255, "\(x), \(y)")
            }
        }
        #expect(drawn[18, 40, 3] == 0 && drawn[30, 18, 3] == 0)
    }

    @Test("a shadow and a gradient turn with the shape")
    func shadow() throws {
        var shape = ShapeLayer(
            .rectangle,
            fill: .gradient(
                ColorGradient(
                    [ColorStop(.white), ColorStop(.black)], from: SceneUnitPoint(x: 0, y: 0),
                    to: SceneUnitPoint(x: 1, y: 0))))
        var shadow = SceneShadow()
        (shadow.radius, shadow.offsetX, shadow.offsetY, shadow.color) = (
            0, 12, 0, SceneColor(red: 1, green: 0, blue: 0)
        )
        shape.shadow = shadow
        var layer = SceneLayer(.shape(shape), placement: .at(30, 20, 20, 20))
        layer.rotation = 90
        let drawn = try DrawnScene([layer])
        #expect(drawn[40, 47] == [0, 0, 255, 255] && drawn.alpha(55, 30) == 0)
        #expect(drawn[40, 21][0] > 230 && drawn[40, 38][0] < 25 && drawn[31, 30][0] == drawn[48, 30][0])
    }

    @Test("layers that depend on what is behind them are refused, with the member that separates them")
    func isolation() throws {
        for (layer, member) in [
            ("{\"type\":\"blur\",\"rotation\":3}", "rotation"),
            ("{\"type\":\"stack\",\"scale\":2,\"layers\":[{\"type\":\"glass\",\"items\":[]}]}", "scale"),
            ("{\"type\":\"text\",\"text\":\"a\",\"minContrast\":3,\"blendMode\":\"screen\"}", "blendMode"),
            ("{\"type\":\"fill\",\"paint\":\"red\",\"maskedBy\":[{\"type\":\"blur\"}]}", "maskedBy"),
        ] {
            let scene = try Scene(8, 8, layer)
            let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(scene) }
            #expect(error?.description.contains("'\(member)'") == true)
        }
    }
}
