import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The place of scrims")
struct ScrimPlaceTests {
    private func text(
        _ string: String, size: Double, _ placement: Placement, white: Double = 1, contrast: Double? = 4.5,
        startOffset: Double = 0.1, direction: TextScrim.Direction = .bottom
    ) -> SceneLayer {
        var text = TextLayer(string, size: .pixels(size))
        (text.family, text.weight, text.color) = ("DejaVu Sans", 700, SceneColor(white: white))
        (text.minContrast, text.scrim.startOffset, text.scrim.direction) = (contrast, startOffset, direction)
        return SceneLayer(.text(text), placement: placement)
    }

    private func fill(_ white: Double, _ placement: Placement = Placement()) -> SceneLayer {
        SceneLayer(.fill(FillLayer(.color(SceneColor(white: white)))), placement: placement)
    }

    private func render(_ layers: [SceneLayer], width: Int = 600, height: Int = 300) throws -> PixelBuffer {
        let renderer = try SceneRenderer()
        let picture = try renderer.render(Scene(canvas: SceneCanvas(width: width, height: height), layers: layers))
        #expect(renderer.notices.isEmpty, "\(renderer.notices)")
        return picture
    }

    /// The greatest value in a part of a picture, which shows whether ink has its full brightness.
    private func brightest(_ picture: borrowing PixelBuffer, _ xs: Range<Int>, _ ys: Range<Int>) -> Int {
        ys.reduce(0) { value, y in xs.reduce(value) { max($0, picture[$1, y, 1]) } }
    }

    @Test("is below texts farther back, also in a stack with a badge", arguments: [false, true])
    func texts(isInStack: Bool) throws {
        let title = text("Title", size: 40, Placement(.bottomLeading, padding: Insets(leading: 20, bottom: 78)))
        let subtitle = text("Subtitle", size: 24, Placement(.bottomLeading, padding: Insets(leading: 20, bottom: 20)))
        var texts = [title, subtitle]
        if isInStack {
            var stack = StackLayer(.depth, texts)
            stack.contentAlignment = .bottomLeading
            texts = [SceneLayer(.stack(stack), placement: Placement(.bottomLeading))]
        }
        let strip = fill(1, Placement(.bottom, height: 78))
        let picture = try render([fill(118 / 255), strip] + texts)
        #expect(brightest(picture, 20..<140, 170..<220) == 255)
        #expect(brightest(picture, 20..<140, 240..<280) == 255)
        // white on white requires a scrim
        #expect(picture[400, 260, 1] <= 118)
    }

    @Test("is below badges and glass that the text does not touch, and above those on which it lies")
    func badges() throws {
        let frame = Placement(.bottomTrailing, padding: Insets(20), width: 80, height: 80)
        let badge = SceneLayer(.shape(ShapeLayer(.circle, fill: .color(.white))), placement: frame)
        let caption = text("Caption", size: 30, Placement(.bottomLeading, padding: Insets(20)))
        let beside = try render([fill(0.8), badge, caption])
        // the badge ends at x = 580 and y = 280
        #expect(beside[540, 240, 1] == 255 && beside[590, 240, 1] < 160)
        let on = Placement(.bottomTrailing, padding: Insets(bottom: 42, trailing: 38))
        let below = try render([fill(0.8), badge, text("On", size: 30, on)])
        #expect(below[540, 210, 1] < 160 && brightest(below, 510..<570, 215..<265) == 255)

        let glass = SceneLayer(.glass(GlassLayer([GlassItem("a", shape: .capsule, placement: frame)])))
        // the text is between the pieces of this layer
        let far = Placement(.topLeading, padding: Insets(20), width: 80, height: 80)
        let pieces = [
            GlassItem("a", shape: .capsule, placement: frame), GlassItem("b", shape: .capsule, placement: far),
        ]
        let both = try render([fill(0.8), SceneLayer(.glass(GlassLayer(pieces))), caption])
        let alone = try render([fill(0.8), glass])
        let withCaption = try render([fill(0.8), glass, caption])
        // the glass shows the scrim, but is not darkened itself
        let (before, after) = (alone[540, 240, 1], withCaption[540, 240, 1])
        #expect(after < before && after > withCaption[490, 240, 1] + 15, "\(before), \(after)")
        #expect(both[540, 240, 1] == after)
    }

    @Test("layers that overlap are drawn in their order, also if a scrim is between them")
    func order() throws {
        // the second badge lies on the first one, and the text on the second one only
        func badge(_ white: Double, x: Double) -> SceneLayer {
            let place = Placement(.topLeading, padding: Insets(top: 100, leading: .pixels(x)), width: 120, height: 80)
            return SceneLayer(.shape(ShapeLayer(.rectangle, fill: .color(SceneColor(white: white)))), placement: place)
        }
        let label = text(
            "ab", size: 30, Placement(.topLeading, padding: Insets(top: 120, leading: 250)), direction: .top)
        let picture = try render([fill(0.3), badge(1, x: 100), badge(0.9, x: 200), label, badge(0, x: 500)])
        #expect(picture[150, 110, 1] > picture[300, 110, 1] && picture[210, 170, 1] == picture[310, 170, 1])
        #expect(picture[550, 110, 1] == 0)
    }

    @Test("of a text at the top falls from the top", arguments: [true, false])
    func direction(isAtTop: Bool) throws {
        let place = Placement(isAtTop ? .top : .bottom, padding: Insets(20))
        let title = text("Title", size: 40, place, startOffset: 0.4, direction: .automatic)
        let picture = try render([fill(0.9), title])
        let (near, far) = isAtTop ? (0, 299) : (299, 0)
        #expect(picture[300, far, 1] == 230 && picture[300, near, 1] < 118)
    }

    @Test("on glass and on a panel ends with it, and is equally strong everywhere", arguments: [false, true])
    func limits(isPanel: Bool) throws {
        let label = text("Label", size: 40, Placement())
        var layer: SceneLayer
        if isPanel {
            var panel = OverlayLayer()
            (panel.notches, panel.fill, panel.content) = ([OverlayNotch("a", 100)], .color(.white), [label])
            panel.hasGrabber = false
            layer = SceneLayer(.overlay(panel), placement: Placement(.center, width: 300, height: 100))
        } else {
            let place = Placement(.center, width: 300, height: 100)
            layer = SceneLayer(.glass(GlassLayer([GlassItem("a", shape: .capsule, placement: place, label: [label])])))
        }
        let title = text("Title", size: 40, Placement(.topLeading, padding: Insets(20)), contrast: nil)
        let picture = try render([fill(1), title, layer])
        // beyond the shadow
        for (x, y) in [(5, 5), (300, 40), (300, 290), (20, 150)] { #expect(picture[x, y, 1] == 255, "\(x), \(y)") }
        let shade = picture[230, 150, 1]
        #expect(shade <= 118 && shade > 110, "\(shade)")
        #expect(abs(picture[380, 150, 1] - shade) <= 1 && abs(picture[300, 180, 1] - shade) <= 8)
        #expect(brightest(picture, 240..<360, 130..<170) == 255)
    }

    @Test("is noted if another one counteracts it")
    func conflict() throws {
        let renderer = try SceneRenderer()
        let dark = text("Dark", size: 40, Placement(.bottomLeading, padding: Insets(20)), white: 0, contrast: 7)
        let bright = text("Bright", size: 40, Placement(.bottomTrailing, padding: Insets(20)), contrast: 7)
        _ = try renderer.render(
            Scene(canvas: SceneCanvas(width: 600, height: 300), layers: [fill(0.5), dark, bright]))
        #expect(renderer.notices.count == 1)
        #expect(renderer.notices[0].hasPrefix("layers[1]: parts of the text have less contrast than 7"))
    }

    @Test("that does not reach beyond a background is noted with the path of the layer")
    func smallBackground() throws {
        var layer = text("Bright", size: 40, Placement(.center), contrast: 7)
        layer.background = [fill(1, Placement(.center, width: 40, height: 10))]
        let renderer = try SceneRenderer()
        _ = try renderer.render(Scene(canvas: SceneCanvas(width: 600, height: 300), layers: [fill(1), layer]))
        #expect(renderer.notices.count == 1, "\(renderer.notices)")
        #expect(renderer.notices.allSatisfy { $0.hasPrefix("layers[1]: parts of the text have less contrast than 7") })
    }

    @Test(
        "is below a translucent stack, and noted if a text in it lies on another layer of it", arguments: [false, true])
    func translucentStack(hasBox: Bool) throws {
        let title = text("Title", size: 40, Placement(.center))
        let stack = StackLayer(.depth, (hasBox ? [fill(1, Placement(.center, width: 300, height: 90))] : []) + [title])
        let renderer = try SceneRenderer()
        let picture = try renderer.render(
            Scene(
                canvas: SceneCanvas(width: 600, height: 300),
                layers: [fill(0.7), SceneLayer(.stack(stack), opacity: 0.8)]))
        #expect(picture[300, 295, 1] < 118)
        #expect(renderer.notices.isEmpty != hasBox, "\(renderer.notices)")
        #expect(
            !hasBox || renderer.notices[0].hasPrefix("layers[1]: the contrast of a text is that with what is behind"))
    }
}
