import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Scaled images")
struct ScaledImageTests {
    @Test("no color exceeds its alpha where the filter overshoots", arguments: [(72, 48), (30, 20)])
    func colors(width: Int, height: Int) throws {
        // random alpha, so that each pixel is an edge
        let image = try PixelBuffer.noise(TestSupport.Size(48, 32), PixelFormat(.rgba))
        var resources = SceneResources()
        resources.files = ["photo.png": try image.encoded(.png)]
        let scene = try Scene(
            json: Array(
                """
                {"canvas":{"width":\(width),"height":\(height)},"layers":[{"type":"image","image":"photo.png","fit":"fill"}]}
                """.utf8))
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
