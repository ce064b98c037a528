import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Drawing scenes")
struct SceneDrawingTests {
    private static let format = PixelFormat(.bgra, .eight, alpha: .premultiplied)

    private func picture(_ layers: [SceneLayer], width: Int = 64, height: Int = 48) throws -> PixelBuffer {
        try SceneRenderer().render(Scene(canvas: SceneCanvas(width: width, height: height), layers: layers))
    }

    /// An opaque picture of noise.
    private func noise(width: Int, height: Int) throws -> PixelBuffer {
        let random = try PixelBuffer.noise(TestSupport.Size(width, height), PixelFormat(.rgb), seed: 5)
        return try PixelBuffer.make(TestSupport.Size(width, height), Self.format) { x, y, channel in
            channel == 3 ? 255 : random[x, y, channel]
        }
    }

    @Test("a blur of the canvas is the same as that of the library")
    func wholeBlur() throws {
        var drawn = try noise(width: 90, height: 70)
        var expected = try drawn.copy()
        var layer = BlurLayer(radius: 9, direction: .bottom, startOffset: 0.3)
        layer.easing = .smoothstep
        try SceneRenderer().draw([SceneLayer(.blur(layer))], over: &drawn)
        let ramp = try BlurGradient(maximumRadius: 9, direction: .bottom, startOffset: 0.3, easing: .smoothstep)
        try ProgressiveBlur(field: ramp.field).blur(&expected)
        #expect(unsafe drawn.bytes.withUnsafeBytes { Array($0) } == expected.bytes.withUnsafeBytes { Array($0) })
    }

    @Test("a picture is BGRA, and other pixels stop the program")
    func colorOrder() async throws {
        let red = FillLayer(.color(SceneColor(red: 1, green: 0, blue: 0)))
        let picture = try picture([SceneLayer(.fill(red))], width: 1, height: 1)
        #expect(picture.format == GlassContainer.pixelFormat && picture.format.channels == .bgra)
        #expect([UInt8](picture) == [0, 0, 255, 255])
        #expect([UInt8](try picture.converted(to: PixelFormat(.rgb))) == [255, 0, 0])
        let layers = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var image = try PixelBuffer(width: 1, height: 1, format: PixelFormat(.rgba, alpha: .premultiplied))
            try SceneRenderer().draw([], over: &image)
        }
        let glass = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var image = try PixelBuffer(width: 1, height: 1, format: PixelFormat(.rgba, alpha: .premultiplied))
            try GlassContainer(pieces: []).draw(on: &image)
        }
        for (result, cause) in [(layers, "layers are drawn on 8-bit BGRA"), (glass, "glass is drawn on 8-bit BGRA")] {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains(cause), "\(text)")
        }
    }

    @Test("a blur in an area reads what is around it, and changes nothing else")
    func partialBlur() throws {
        let original = try noise(width: 120, height: 90)
        var drawn = try original.copy()
        let placement = Placement(.topLeading, padding: Insets(top: 30, leading: 40), width: 50, height: 40)
        let layer = BlurLayer(radius: 3, direction: nil)
        try SceneRenderer().draw([SceneLayer(.blur(layer), placement: placement)], over: &drawn)
        let whole = try ProgressiveBlur(maximumRadius: 3, minimumRadius: 3).blurred(original)
        for y in 0..<90 {
            for x in 0..<120 {
                let isInside = (40..<90).contains(x) && (30..<70).contains(y)
                for channel in 0..<4 {
                    let value = drawn[x, y, channel]
                    if isInside {
                        #expect(abs(value - whole[x, y, channel]) <= 1, "\(x), \(y)")
                    } else {
                        #expect(value == original[x, y, channel], "\(x), \(y)")
                    }
                }
            }
        }
    }

    @Test("masks and mattes are what photos know of themselves")
    func photoPlanes() throws {
        let directory = try TemporaryDirectory()
        let map = try PixelBuffer.make(TestSupport.Size(48, 36), PixelFormat(.gray)) { x, _, _ in x < 20 ? 30 : 220 }
            .encoded(.png)
        let photo = try PixelBuffer.make(TestSupport.Size(96, 72), PixelFormat(.rgb)) { x, y, channel in
            (x * 3 + y * channel) % 256
        }.encoded(.jpeg(quality: 80))
        try directory.write(map, to: "depth.png")
        try directory.write(FileEditing.addingDepth(map, toJPEG: photo), to: "photo.jpg")
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
        let original = try noise(width: 120, height: 90)
        func drawn(_ change: (inout BlurLayer) -> Void) throws -> [Int] {
            var layer = BlurLayer(radius: 6, direction: nil)
            var picture = try original.copy()
            change(&layer)
            try renderer.draw([SceneLayer(.blur(layer))], over: &picture)
            return picture.sampleValues()
        }
        #expect(try drawn { $0.mask = "photo:depth:photo.jpg" } == drawn { $0.mask = "depth.png" })
        let matte = try drawn { $0.matte = "photo:photo.jpg" }
        #expect(try matte != drawn { _ in } && matte != original.sampleValues())
        #expect(throws: SceneError.self) { try drawn { $0.matte = "photo:depth.png" } }
        #expect(throws: SceneError.self) { try drawn { $0.matte = "photo:none.jpg" } }
        // the digest depends on what is read of the file
        func digest(_ mask: String) throws -> JobDigest {
            var layer = BlurLayer()
            layer.mask = mask
            return try renderer.digest(
                of: Scene(canvas: SceneCanvas(width: 60, height: 40), layers: [SceneLayer(.blur(layer))]), settings: "")
        }
        let names = ["photo.jpg", "photo:photo.jpg", "photo:depth:photo.jpg"]
        #expect(try Set(names.map { try "\(digest($0))" }).count == names.count)
    }

    @Test("what photos know of themselves is looked for before a scene is drawn, and only for masks and mattes")
    func photoNames() throws {
        let directory = try TemporaryDirectory()
        let map = try PixelBuffer.make(TestSupport.Size(12, 9), PixelFormat(.gray)) { x, _, _ in x * 20 }.encoded(.png)
        let plain = try PixelBuffer.noise(TestSupport.Size(24, 18), PixelFormat(.rgb)).encoded(.jpeg(quality: 80))
        try directory.write(plain, to: "plain.jpg")
        try directory.write(FileEditing.addingDepth(map, toJPEG: plain), to: "depth.jpg")
        try directory.write(Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8), to: "a.svg")
        func problem(_ layer: String) throws -> String? {
            do throws(SceneError) {
                try SceneRenderer(SceneResources(directory: directory.url.path)).check(Scene(60, 40, layer))
                return nil
            } catch {
                return "\(error.problems)"
            }
        }
        for name in ["depth.jpg", "photo:depth.jpg", "photo:depth:depth.jpg"] {
            for member in ["mask", "matte"] {
                let found = try problem(#"{"type":"blur","\#(member)":"\#(name)"}"#)
                let isValid = member == "mask" || name != "photo:depth:depth.jpg"
                #expect(isValid ? found == nil : found?.contains("depth is no matte") == true, "\(found ?? name)")
            }
            let found = try problem(#"{"type":"image","image":"\#(name)"}"#)
            #expect(name == "depth.jpg" ? found == nil : found?.contains("layers[0].image") == true, "\(name)")
        }
        for name in ["photo:plain.jpg", "photo:depth:plain.jpg", "photo:a.svg", "photo:none.jpg"] {
            let found = try problem(#"{"type":"blur","mask":"\#(name)"}"#)
            #expect(found?.contains("layers[0].mask") == true, "\(name)")
        }
        // the same for layers that do not come from a document
        var layer = BlurLayer()
        layer.matte = "photo:depth:depth.jpg"
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
        let canvas = SceneCanvas(width: 60, height: 40)
        #expect(throws: SceneError.self) {
            try renderer.check(Scene(canvas: canvas, layers: [SceneLayer(.blur(layer))]))
        }
        // a file whose name looks like that of a plane
        try directory.write(plain, to: "photo:depth.jpg")
        func image(_ name: String) -> Scene { Scene(canvas: canvas, layers: [SceneLayer(.image(ImageLayer(name)))]) }
        let (odd, usual) = (image("photo:depth.jpg"), image("plain.jpg"))
        #expect(try renderer.render(odd).sampleValues() == renderer.render(usual).sampleValues())
        let digests = try [odd, usual].map { try "\(renderer.digest(of: $0, settings: ""))" }
        #expect(digests[0] == digests[1])
        #expect(renderer.paths(of: odd).map { $0.hasSuffix("/photo:depth.jpg") } == [true])
        layer.matte = "photo:depth.jpg"
        let masked = Scene(canvas: canvas, layers: [SceneLayer(.blur(layer))])
        #expect(renderer.paths(of: masked).map { $0.hasSuffix("/depth.jpg") } == [true])
    }

    @Test("a matte keeps what is white in it in front, in the whole canvas and in an area")
    func matte() throws {
        let directory = try TemporaryDirectory()
        func isFront(_ x: Int, _ y: Int) -> Bool { (5..<20).contains(x) && (8..<40).contains(y) }
        let matte = try PixelBuffer.make(TestSupport.Size(50, 40), PixelFormat(.gray)) { x, y, _ in
            isFront(x, y) ? 255 : 0
        }
        try Data(matte.encoded(.png)).write(to: directory.url.appending(path: "front.png"))
        let original = try noise(width: 120, height: 90)
        var layer = BlurLayer(radius: 3, direction: nil)
        layer.matte = "front.png"
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
        let field = try BlurGradient(maximumRadius: 3, minimumRadius: 3).field
        for frame in [(x: 0, y: 0, width: 120, height: 90), (x: 40, y: 30, width: 50, height: 40)] {
            var drawn = try original.copy()
            let placement = Placement(
                .topLeading, padding: Insets(top: .pixels(Double(frame.y)), leading: .pixels(Double(frame.x))),
                width: .pixels(Double(frame.width)), height: .pixels(Double(frame.height)))
            try renderer.draw([SceneLayer(.blur(layer), placement: placement)], over: &drawn)
            // the matte for the canvas, which repeats that of the area beyond it
            let samples: [UInt8] = (0..<120 * 90).map { index in
                let x = min(max(index % 120 - frame.x, 0), frame.width - 1)
                let y = min(max(index / 120 - frame.y, 0), frame.height - 1)
                return isFront(x, y) ? 255 : 0
            }
            let front =
                frame.width == 120
                ? try AlphaMask(width: 50, height: 40, samples: matte.sampleValues().map { UInt8($0) })
                : try AlphaMask(width: 120, height: 90, samples: samples)
            let expected = try ProgressiveBlur(field: field, matte: front).blurred(original)
            for y in 0..<90 {
                for x in 0..<120 {
                    let isInside =
                        (frame.x..<frame.x + frame.width).contains(x) && (frame.y..<frame.y + frame.height).contains(y)
                    for channel in 0..<4 {
                        let value = isInside ? expected[x, y, channel] : original[x, y, channel]
                        #expect(abs(drawn[x, y, channel] - value) <= (isInside ? 1 : 0), "\(frame) \(x), \(y)")
                    }
                }
            }
        }
        layer.matte = "none.png"
        #expect(throws: SceneError.self) {
            var drawn = try original.copy()
            try renderer.draw([SceneLayer(.blur(layer))], over: &drawn)
        }
    }

    @Test("half opacity is the mean of a blur and its backdrop")
    func opacity() throws {
        let original = try noise(width: 40, height: 40)
        var half = try original.copy()
        var full = try original.copy()
        let blur = SceneLayer.Content.blur(BlurLayer(radius: 4, direction: .top))
        let renderer = try SceneRenderer()
        try renderer.draw([SceneLayer(blur)], over: &full)
        try renderer.draw([SceneLayer(blur, opacity: 0.5)], over: &half)
        for y in 0..<40 {
            for x in 0..<40 {
                let mean = Double(original[x, y, 0] + full[x, y, 0]) / 2
                #expect(abs(Double(half[x, y, 0]) - mean) <= 2.5)
            }
        }
    }

    @Test("the first and the last frame are the two states", arguments: ["landmark-badges", "notch-overlay"])
    func frames(name: String) throws {
        let animation = try SceneFiles.animation(name)
        let renderer = try SceneFiles.renderer()
        renderer.keepLayers(of: animation)
        var pictures: [[UInt8]] = []
        for time in [0, 0.5, 1] {
            let picture = try renderer.render(animation.scene(at: time))
            pictures.append(unsafe picture.bytes.withUnsafeBytes { Array($0) })
        }
        for (scene, index) in [(animation.start, 0), (animation.end, 2)] {
            let still = try SceneFiles.renderer().render(scene)
            #expect(unsafe still.bytes.withUnsafeBytes { Array($0) } == pictures[index])
        }
        #expect(pictures[1] != pictures[0] && pictures[1] != pictures[2])
    }

    @Test("a text has the contrast that it asks for, measured by the formula of WCAG 2.2", arguments: [0.0, 1])
    func contrast(white: Double) throws {
        var layer = TextLayer("Hamburgefonstiv quick brown fox", size: 28)
        (layer.family, layer.color, layer.minContrast) = ("DejaVu Sans", SceneColor(white: white), 4.5)
        let placement = Placement(.bottomLeading, padding: Insets(20))
        var drawn = try noise(width: 640, height: 200)
        try SceneRenderer().draw([SceneLayer(.text(layer), placement: placement)], over: &drawn)
        func luminance(_ x: Int, _ y: Int) -> Double {
            let linear = [2, 1, 0].map { channel -> Double in
                let value = Double(drawn[x, y, channel]) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
        // the row below the text has no ink
        let ratios = (20..<400).map { x -> Double in
            let back = luminance(x, 178)
            return (max(back, white) + 0.05) / (min(back, white) + 0.05)
        }.sorted()
        #expect(ratios[ratios.count / 10] >= 4.4, "\(ratios[ratios.count / 10])")
    }

    @Test("a canvas that an extension makes too high for the drawing library is refused")
    func extensionLimit() throws {
        var canvas = SceneCanvas(width: 3, height: 9)
        var resources = SceneResources()
        resources.files["a.png"] = try noise(width: 4, height: 4).straight().encoded(.png)
        for (length, isValid) in [(32_757.0, true), (32_758, false), (1e11, false), (1e300, false)] {
            canvas.extend = CanvasExtension(Insets(top: .pixels(length)))
            let scene = Scene(canvas: canvas, layers: [SceneLayer(.image(ImageLayer("a.png")))])
            if isValid {
                #expect(try SceneRenderer(resources).check(scene) == (3, 32_766))
            } else {
                let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer(resources).check(scene) }
                #expect(error?.code == .overLimit && error?.problems.first?.path.hasPrefix("canvas") == true)
            }
        }
    }

    @Test("images outside of the confinement are refused")
    func confinement() throws {
        let directory = try TemporaryDirectory()
        try directory.write(try noise(width: 4, height: 4).straight().encoded(.png), to: "a.png")
        try FileManager.default.createDirectory(atPath: directory.path("in"), withIntermediateDirectories: true)
        func check(_ image: String, _ confinement: String) throws {
            let resources = SceneResources(directory: directory.url.path, confinement: directory.path(confinement))
            try SceneRenderer(resources).check(
                Scene(canvas: SceneCanvas(), layers: [SceneLayer(.image(ImageLayer(image)))]))
        }
        try check("a.png", "")
        try check("in/../a.png", "")
        for path in ["../etc/passwd", "/etc/passwd", "in/../../a.png"] {
            #expect(throws: SceneError.self) { () throws in try check(path, "") }
        }
        let error = #expect(throws: SceneError.self) { () throws in try check("a.png", "in") }
        #expect(error?.code == .missingImage && error?.problems.first?.path == "layers[0].image")
    }
}

extension PixelBuffer {
    /// An opaque premultiplied picture in the order red, green, blue.
    fileprivate borrowing func straight() throws -> PixelBuffer {
        var result = try PixelBuffer(width: width, height: height, format: PixelFormat(.rgb))
        for y in 0..<height {
            for x in 0..<width { for channel in 0..<3 { result[x, y, channel] = self[x, y, 2 - channel] } }
        }
        return result
    }
}
