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

    @Test(
        "draws or refuses layers whose numbers are not finite, or huge",
        arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func numbers(number: Double) throws {
        let length = SceneLength(floatLiteral: number)
        let texts: [(inout TextLayer) -> Void] = [
            { $0.size = length }, { $0.minSize = length }, { $0.strokeWidth = number }, { $0.lineSpacing = number },
            { $0.letterSpacing = number }, { $0.minContrast = number }, { _ in },
        ]
        var layers: [SceneLayer] = []
        for change in texts {
            var text = TextLayer("Hi", size: 10)
            change(&text)
            layers.append(SceneLayer(.text(text)))
            let plain = SceneLayer(.text(text), placement: Placement(.bottom, padding: Insets(length)))
            layers.append(plain)
        }
        let placements = [
            Placement(.center, width: length, height: 9), Placement(.center, width: 9, height: length),
            Placement(.top, padding: Insets(length)),
        ]
        for placement in placements {
            layers.append(SceneLayer(.text(TextLayer("Hi", size: 10)), placement: placement))
            layers.append(SceneLayer(.fill(FillLayer(.color(.white))), placement: placement))
        }
        for layer in layers {
            let scene = Scene(canvas: Self.canvas, layers: [layer])
            do throws(SceneError) {
                _ = try SceneRenderer().render(scene).width
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        var text = TextLayer("Hi", size: 10)
        text.letterSpacing = number
        let scene = Scene(canvas: Self.canvas, layers: [SceneLayer(.text(text))])
        let error = #expect(throws: SceneError.self) { _ = try SceneRenderer().render(scene).width }
        #expect(error?.code == .invalidScene)
    }

    @Test("names the directory of images if it cannot be opened, and the image if that is outside")
    func directories() throws {
        let directory = try TemporaryDirectory()
        func message(_ name: String, _ resources: SceneResources) throws -> String {
            let layers = [SceneLayer(.image(ImageLayer(name)))]
            let error = #expect(throws: SceneError.self) {
                _ = try SceneRenderer(resources).render(Scene(canvas: Self.canvas, layers: layers)).width
            }
            #expect(error?.code == .missingImage)
            return error?.description ?? ""
        }
        let missing = directory.path("photos")
        for resources in [
            SceneResources(directory: missing), SceneResources(directory: directory.path(""), confinement: missing),
        ] {
            let text = try message("a.jpg", resources)
            #expect(text.contains("cannot open the directory '\(missing)'") && !text.contains("outside"), "\(text)")
        }
        let existing = SceneResources(directory: directory.path(""))
        #expect(try message("../a.jpg", existing).contains("outside of the directory"))
        #expect(try message("a.jpg", existing).contains("cannot open: "))
        try directory.write(PixelBuffer.noise(Size(4, 4)).encoded(), to: "in.png")
        #expect(try message("in.png\0.png", existing).contains("cannot open: "))
        #expect(try message("in.png\0.png", .anywhere()).contains("cannot open: "))
        let null = SceneResources(directory: directory.path("") + "\0")
        #expect(try message("a.jpg", null).contains("cannot open the directory"))
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
