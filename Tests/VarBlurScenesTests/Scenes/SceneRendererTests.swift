import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("A renderer that is used again")
struct SceneRendererTests {
    private static let canvas = SceneCanvas(width: 60, height: 30)

    private static func scene(_ texts: [String]) -> Scene {
        let layers = texts.map { text -> SceneLayer in
            var layer = TextLayer(text, size: 12)
            layer.family = "DejaVu Sans"
            return SceneLayer(.text(layer))
        }
        return Scene(canvas: canvas, layers: layers)
    }

    @Test("keeps the layouts of texts that the next scene shares, and no others")
    func layouts() throws {
        let renderer = try SceneRenderer()
        var kept: Set<ObjectIdentifier> = []
        for number in 0..<40 {
            _ = try renderer.render(Self.scene(["Title", "\(number)"]))
            let layouts = renderer.text.layouts
            // a text is laid out for the width that it is offered, and for its own
            #expect(layouts.count <= 4 && layouts.keys.allSatisfy { ["Title", "\(number)"].contains($0.layer.text) })
            let titles = Set(layouts.filter { $0.key.layer.text == "Title" }.values.map { ObjectIdentifier($0) })
            #expect(!titles.isEmpty && (kept.isEmpty || kept == titles))
            kept = titles
        }
        for time in 0...20 {
            let size = #"{"from":10,"to":20}"#
            let animation = try SceneAnimation(60, 30, #"{"type":"text","text":"a","size":\#(size)}"#)
            try renderer.check(animation.scene(at: Double(time) / 20), of: animation)
            #expect(renderer.text.layouts.count <= 2)
        }
    }

    @Test("draws over an image within the limits of memory, of time, and of a request to end")
    func limits() throws {
        func error(_ limits: SceneLimits, isCancelled: Bool = false) throws -> SceneError? {
            let renderer = try SceneRenderer(limits: limits)
            if isCancelled {
                renderer.cancellation = Cancellation()
                renderer.cancellation?.cancel()
            }
            var pixels = try PixelBuffer.noise(Size(60, 30), GlassContainer.pixelFormat, seed: 1)
            do throws(SceneError) {
                try renderer.draw(Self.scene(["a"]).layers, over: &pixels)
                return nil
            } catch {
                return error
            }
        }
        #expect(try error(SceneLimits()) == nil)
        var limits = SceneLimits()
        limits.memory = 1
        #expect(try error(limits)?.code == .overLimit)
        limits = SceneLimits()
        limits.time = .zero
        #expect(try error(limits)?.code == .timeout)
        #expect(try error(SceneLimits(), isCancelled: true)?.code == .cancelled)
    }

    @Test("notes nothing about times that are not drawn")
    func otherTimes() throws {
        let text = #""family":"DejaVu Sans","minSize":20"#
        let outside = #"{"type":"shape","shape":"circle","fill":"red","width":9,"height":9,"offsetX":900}"#
        let json = #"""
            {"canvas":{"width":200,"height":100},"layers":[\#(outside),
             {"type":"text","text":"A","size":{"from":10,"to":40},\#(text)}]}
            """#
        let animation = try SceneAnimation(json)
        for (time, count) in [(1.0, 1), (0, 2)] {
            let renderer = try SceneRenderer()
            try renderer.check(animation.scene(at: time), of: animation)
            #expect(renderer.notices.count == count, "\(renderer.notices)")
            _ = try renderer.memory(of: animation.scene(at: 1 - time))
            #expect(renderer.notices.count == count, "\(renderer.notices)")
            let drawing = try SceneRenderer()
            _ = try drawing.render(animation.scene(at: time))
            #expect(drawing.notices.count == count - 1, "\(drawing.notices)")
        }
    }
}
