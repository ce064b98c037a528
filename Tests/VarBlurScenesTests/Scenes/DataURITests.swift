import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Images in data URIs")
struct DataURITests {
    private func picture(_ name: String, directory: String? = nil) throws -> PixelBuffer {
        var layer = ImageLayer(name)
        layer.fit = .none
        var resources = SceneResources()
        if let directory { resources = SceneResources(directory: directory, confinement: directory) }
        let scene = Scene(canvas: SceneCanvas(), layers: [SceneLayer(.image(layer))])
        // the document holds the image, too
        return try SceneRenderer(resources).render(Scene(SceneAnimation(from: scene, to: scene).json))
    }

    @Test("are the pixels of the file")
    func pixels() throws {
        let image = try PixelBuffer.noise(TestSupport.Size(13, 7), PixelFormat(.rgb), seed: 5)
        let text = Data(try image.encoded(.png)).base64EncodedString()
        let unpadded = text.replacing("=", with: "")
        for name in [
            "data:image/png;base64,\(text)", "data:;base64,\(unpadded)", "DATA:image/png;Base64,\(text)",
            "data:image/png;base64," + text.replacing("=", with: "%3D").replacing("+", with: "%2b"),
        ] {
            let drawn = try picture(name)
            #expect(drawn.width == 13 && drawn.height == 7)
            #expect(image.exceptions { x, y, channel in drawn[x, y, 2 - channel] == image[x, y, channel] } == nil)
            // they are no paths
            let directory = try TemporaryDirectory()
            #expect(try picture(name, directory: directory.url.path).sampleValues() == drawn.sampleValues())
        }
    }

    @Test("may be SVG files")
    func drawing() throws {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'><rect width='8' height='6' fill='#f00'/></svg>"
        let percent = svg.replacing("#", with: "%23").replacing("<", with: "%3C")
        for name in [
            "data:image/svg+xml,\(percent)", "data:image/svg+xml;utf8,\(percent)",
            "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString(),
        ] {
            let drawn = try picture(name)
            #expect(drawn.width == 8 && drawn.height == 6)
            #expect((0..<4).map { drawn[4, 3, $0] } == [0, 0, 255, 255])
        }
    }

    @Test(
        "that are invalid are refused with a short message",
        arguments: [
            "data:image/png;base64", "data:image/png;base64,@@@@", "data:image/png,%4", "data:image/png,abc", "data:,",
        ])
    func mistakes(name: String) throws {
        for name in [name, name + String(repeating: "A", count: 100_001)] {
            let error = #expect(throws: SceneError.self) { () throws in _ = try picture(name) }
            #expect(error?.problems.map(\.path) == ["layers[0].image"])
            #expect(error?.description.utf8.count ?? 0 < 400, "\(error?.description ?? "")")
        }
    }
}
