import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Scaled images")
struct ScaledImageTests {
    @Test("images with any pixels are drawn, or are an error, with layers that change what is behind them")
    func formats() throws {
        var resources = SceneResources()
        for format in PixelFormat.all where format.alpha == .straight && format.channels != .chroma {
            let image = try PixelBuffer.noise(TestSupport.Size(12, 9), format)
            let name = "\(format.channels)-\(format.depth.rawValue)"
            if format.channels == .cmyk {
                guard format.depth == .eight else { continue }
                for style in [JPEGStyle(.cmyk), JPEGStyle(.ycck)] {
                    resources.files["\(style.color).jpg"] = try image.encoded(.jpeg(style, quality: 90))
                }
            } else {
                resources.files["\(name).png"] = try image.encoded(.png)
            }
        }
        try #require(resources.files.count == 10)
        for name in resources.files.keys.sorted() {
            let json = """
                {"canvas":{"width":30,"height":20},"layers":[{"type":"image","image":"\(name)","width":20,"height":8},
                {"type":"blur","radius":3},{"type":"fill","paint":{"image":"\(name)"},"width":5,"height":5},
                {"type":"mask","image":"\(name)","layers":[{"type":"fill","paint":"red"}]}]}
                """
            for text in [json, json.replacing("\"type\":\"blur\"", with: "\"type\":\"blur\",\"saturation\":2")] {
                do { _ = try SceneRenderer(resources).render(Scene(text)).width } catch {
                    #expect(!error.problems.isEmpty, "\(name)")
                }
            }
            let plain = #"{"canvas":{"width":30,"height":20},"layers":[{"type":"image","image":"\#(name)"}]}"#
            #expect(try SceneRenderer(resources).render(Scene(plain)).width == 30, "\(name)")
        }
        for format in PixelFormat.all {
            let image = try PixelBuffer.noise(TestSupport.Size(12, 9), format)
            do throws(BlurError) { _ = try PictureExtension(top: 4, radius: 3).extended(image).width } catch {
                #expect(error.code == .invalidFormat && format.depth == .sixteen)
            }
        }
    }

    @Test("no color exceeds its alpha where the filter overshoots", arguments: [(72, 48), (30, 20)])
    func colors(width: Int, height: Int) throws {
        // random alpha, so that each pixel is an edge
        let image = try PixelBuffer.noise(TestSupport.Size(48, 32), PixelFormat(.rgba))
        var resources = SceneResources()
        resources.files = ["photo.png": try image.encoded(.png)]
        let scene = try Scene(
            """
            {"canvas":{"width":\(width),"height":\(height)},"layers":[{"type":"image","image":"photo.png","fit":"fill"}]}
            """)
        let picture = try SceneRenderer(resources).render(scene)
        var excess = 0
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 { excess = max(excess, picture[x, y, channel] - picture[x, y, 3]) }
            }
        }
        #expect(excess <= 0)
    }
}
