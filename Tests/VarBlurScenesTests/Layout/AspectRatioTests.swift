import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("The aspect ratio of images of which one side is given")
struct AspectRatioTests {
    /// A renderer with a photo of 30×20 pixels, upright, and one that is turned by its EXIF data.
    private static func renderer() throws -> SceneRenderer {
        var resources = SceneResources()
        let jpeg = try PixelBuffer.noise(TestSupport.Size(30, 20), PixelFormat(.rgb)).encoded(
            .jpeg(JPEGStyle(.yCbCr), quality: 90))
        for orientation in 1...8 {
            resources.files["\(orientation).jpg"] = FileEditing.oriented(jpeg, orientation)
        }
        return try SceneRenderer(resources)
    }

    /// The size of a layer that is offered 200×100 pixels on a canvas of 400×300.
    private static func size(_ json: String, _ renderer: SceneRenderer) throws -> SceneSize {
        let scene = try Scene(400, 300, #"{\#(json)}"#)
        try renderer.check(scene)
        let layout = SceneLayout(
            canvas: SceneSize(width: 400, height: 300), text: renderer.text, images: renderer.images)
        return try layout.size(of: scene.layers[0], in: SceneSize(width: 200, height: 100))
    }

    @Test("the other side follows from the upright image and its crop", arguments: 1...8)
    func orientations(orientation: Int) throws {
        let (renderer, image) = (try Self.renderer(), #""type":"image","image":"\#(orientation).jpg""#)
        let ratio = orientation > 4 ? 20.0 / 30 : 30.0 / 20
        for (members, width, height) in [
            (#""width":60"#, 60, 60 / ratio), (#""height":60"#, 60 * ratio, 60), (#""height":"20%""#, 60 * ratio, 60),
            ("", 200, 100), (#""width":70,"height":9"#, 70, 9),
            (#""height":12,"crop":"50%x50%+0%+0%""#, 12 * ratio, 12),
            (#""height":12,"crop":"10x5+2+3""#, 24, 12), (#""width":50,"fit":"cover""#, 50, 50 / ratio),
            // 60 − 2 × 4 pixels for the image
            (#""height":60,"contentPadding":4"#, 52 * ratio + 8, 60),
        ] {
            let size = try Self.size(image + (members.isEmpty ? "" : ",") + members, renderer)
            #expect(abs(size.width - width) < 1e-9 && abs(size.height - height) < 1e-9, "\(members): \(size)")
        }
    }

    @Test("in stacks and on glass, too, where such images share no room")
    func stacks() throws {
        let renderer = try Self.renderer()
        for (axis, side, size) in [
            ("horizontal", "width", SceneSize(width: 45 + 8 + 25, height: 30)),
            ("vertical", "height", SceneSize(width: 45, height: 30 + 8 + 25)),
        ] {
            let json =
                #""type":"stack","axis":"\#(axis)","layers":[{"type":"image","image":"1.jpg","height":30},"#
                + #"{"type":"qrCode","text":"1","quietZone":0,"\#(side)":25}]"#
            #expect(try Self.size(json, renderer) == size)
        }
        let glass = #""type":"glass","items":[{"label":[{"type":"image","image":"6.jpg","width":20,"padding":5}]}]"#
        #expect(try Self.size(glass, renderer) == SceneSize(width: 30, height: 40))
    }

    @Test("a fill and a shape still take the other side from their area")
    func shapes() throws {
        let renderer = try Self.renderer()
        for type in [#""type":"fill","paint":"red""#, #""type":"shape","shape":"circle","fill":"red""#] {
            #expect(try Self.size(type + #","height":9"#, renderer) == SceneSize(width: 200, height: 9))
        }
    }

    @Test("an SVG file keeps its aspect ratio, and is contained in its area", .enabled(if: SVGSupport.isAvailable))
    func drawing() throws {
        SVGSupport.findProgram()
        var resources = SceneResources()
        resources.files["a.svg"] = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="lime"/></svg>"#
                .utf8)
        let renderer = try SceneRenderer(resources)
        #expect(
            try Self.size(#""type":"image","image":"a.svg","width":30"#, renderer) == SceneSize(width: 30, height: 15))
        for (fit, alpha) in [("", 0), (#","fit":"cover""#, 255), (#","fit":"contain""#, 0)] {
            let picture = try renderer.render(Scene(40, 40, #"{"type":"image","image":"a.svg"\#(fit)}"#))
            #expect(picture[20, 4, 3] == alpha && picture[20, 20, 3] == 255, "\(fit)")
        }
    }
}
