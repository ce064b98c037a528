import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Blend modes and masks")
struct BlendTests {
    /// The formulas of W3C Compositing and Blending for one channel: of the backdrop and of the source.
    private static let formulas: [(mode: SceneBlendMode, value: @Sendable (Double, Double) -> Double)] = [
        (.normal, { _, s in s }), (.multiply, { b, s in b * s }), (.screen, { b, s in b + s - b * s }),
        (.overlay, { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }), (.darken, { min($0, $1) }),
        (.lighten, { max($0, $1) }), (.colorDodge, { b, s in b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s)) }),
        (.colorBurn, { b, s in b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s) }),
        (.hardLight, { b, s in s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
        (.difference, { abs($0 - $1) }), (.exclusion, { b, s in b + s - 2 * b * s }),
        (.plusLighter, { min($0 + $1, 1) }),
        (
            .softLight,
            { b, s in
                let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
                return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
            }
        ),
    ]

    private static func fill(_ color: SceneColor) -> SceneLayer { SceneLayer(.fill(FillLayer(.color(color)))) }

    private static func color(_ red: Int, _ green: Int, _ blue: Int) -> SceneColor {
        SceneColor(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }

    @Test("each separable mode follows its formula, with opacity", arguments: [1, 0.4])
    func formulas(opacity: Double) throws {
        for (mode, value) in Self.formulas {
            for (b, s) in [((20, 140, 250), (200, 90, 130)), ((128, 0, 255), (60, 255, 0))] {
                var layer = Self.fill(Self.color(s.0, s.1, s.2))
                (layer.blendMode, layer.opacity) = (mode, opacity)
                let drawn = try DrawnScene([layer], width: 2, height: 2, background: Self.color(b.0, b.1, b.2))[1, 1]
                for (index, pair) in [(b.2, s.2), (b.1, s.1), (b.0, s.0)].enumerated() {
                    let backdrop = Double(pair.0)
                    // plusLighter adds premultiplied colors
                    let blended =
                        mode == .plusLighter
                        ? min(backdrop + opacity * Double(pair.1), 255)
                        : backdrop + opacity * (255 * value(backdrop / 255, Double(pair.1) / 255) - backdrop)
                    #expect(abs(Double(drawn[index]) - blended) <= 1.5, "\(mode) \(pair) \(drawn[index]) \(blended)")
                }
            }
        }
    }

    @Test("luminosity keeps the hue behind the layer")
    func luminosity() throws {
        var layer = Self.fill(SceneColor(white: 0.5))
        layer.blendMode = .luminosity
        let drawn = try DrawnScene([layer], width: 2, height: 2, background: Self.color(200, 100, 50))[0, 0]
        let luminosity = 0.3 * Double(drawn[2]) + 0.59 * Double(drawn[1]) + 0.11 * Double(drawn[0])
        #expect(abs(luminosity - 127.5) < 2, "\(drawn)")
        #expect(abs(drawn[2] - drawn[1] - 100) <= 2 && abs(drawn[1] - drawn[0] - 50) <= 2, "\(drawn)")
    }

    @Test("a stack is blended as a whole")
    func stack() throws {
        let gray = SceneColor(white: 0.5)
        var stack = SceneLayer(.stack(StackLayer(.depth, [Self.fill(gray), Self.fill(gray)])))
        stack.blendMode = .multiply
        #expect(try DrawnScene([stack], background: gray)[5, 5] == [64, 64, 64, 255])
    }

    @Test("a mask lets a layer through as far as its own layers are opaque")
    func mask() throws {
        let circle = SceneLayer(.shape(ShapeLayer(.circle, fill: .color(.white))))
        let (red, back) = (SceneColor(red: 1, green: 0, blue: 0), SceneColor(white: 0.25))
        var masked = SceneLayer(.fill(FillLayer(.color(red))), placement: .at(20, 10, 50, 50))
        masked.mask = [circle]
        let shape = SceneLayer(.shape(ShapeLayer(.circle, fill: .color(red))), placement: .at(20, 10, 50, 50))
        let pictures = try [masked, shape].map { try DrawnScene([$0], background: back) }
        #expect(pictures[0].difference(from: pictures[1], to: pictures[1], at: 0) <= 1)
        var gradient = Self.fill(red)
        gradient.mask = [
            SceneLayer(
                .fill(
                    FillLayer(
                        .gradient(
                            ColorGradient(
                                [ColorStop(.black), ColorStop(.clear)], from: SceneUnitPoint(x: 0, y: 0),
                                to: SceneUnitPoint(x: 1, y: 0))))))
        ]
        let faded = try DrawnScene([gradient], background: .white)
        for x in 0..<96 {
            let opacity = 1 - (Double(x) + 0.5) / 96
            #expect(abs(Double(faded[x, 30][0]) - 255 * (1 - opacity)) <= 2.5)
        }
    }

    @Test("a masked blur takes effect in part, and reads what is behind it")
    func maskedBlur() throws {
        let stripes = (0..<12).map {
            SceneLayer(.fill(FillLayer(.color(.white))), placement: .at(Double(8 * $0), 0, 4, 72))
        }
        var blur = SceneLayer(.blur(BlurLayer(radius: 6, direction: nil)))
        let blurred = try DrawnScene(stripes + [blur], background: .black)
        let sharp = try DrawnScene(stripes, background: .black)
        blur.mask = [
            SceneLayer(.fill(FillLayer(.color(SceneColor(white: 0, opacity: 0.5)))), placement: .at(0, 0, 48, 72))
        ]
        let drawn = try DrawnScene(stripes + [blur], background: .black)
        for x in 0..<96 {
            let expected = x < 48 ? Double(blurred[x, 9][0] + sharp[x, 9][0]) / 2 : Double(sharp[x, 9][0])
            #expect(abs(Double(drawn[x, 9][0]) - expected) <= 2)
        }
    }
}
