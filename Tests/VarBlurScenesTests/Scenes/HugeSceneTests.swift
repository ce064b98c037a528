import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Scenes at the limits of the drawing library")
struct HugeSceneTests {
    private func render(_ layers: String, width: Int, height: Int) throws -> PixelBuffer {
        let json = #"{"canvas":{"width":\#(width),"height":\#(height)},"layers":[\#(layers)]}"#
        var resources = SceneResources()
        let red = try PixelBuffer.make(TestSupport.Size(2, 2), PixelFormat(.rgb)) { _, _, channel in
            channel == 0 ? 255 : 0
        }
        resources.files["red.png"] = try red.encoded(.png)
        return try SceneRenderer(resources).render(Scene(json))
    }

    @Test(
        "the largest canvas may have shapes, shadows, panels, and texts",
        arguments: [
            #"{"type":"shape","shape":"ellipse","fill":"red"}"#,
            #"{"type":"shape","shape":{"type":"rectangle","cornerRadius":3},"fill":"red","stroke":"red"}"#,
            #"{"type":"fill","paint":"red","shape":{"type":"polygon","points":[[0,0],[1,0],[1,1],[0,1]]}}"#,
            #"{"type":"fill","paint":{"gradient":"linear","stops":["red","rgb(255 0 0)"]}}"#,
            #"{"type":"image","image":"red.png","fit":"fill"}"#,
            #"{"type":"overlay","notches":[{"name":"a","extent":32766}],"blur":1,"fill":"red","grabber":false}"#,
            #"{"type":"shape","shape":"ellipse","fill":"red","shadow":{"radius":2,"color":"red"}}"#,
        ])
    func largestCanvas(layer: String) throws {
        for isWide in [true, false] {
            let (width, height) = isWide ? (32_766, 12) : (12, 32_766)
            let picture = try render(layer, width: width, height: height)
            // the ends of an ellipse are thin
            for place in layer.contains("ellipse") ? [4000, 16_000, 28_000] : [100, 16_000, 32_765] {
                let (x, y) = isWide ? (place, 6) : (6, place)
                #expect(picture[x, y, 2] == 255 && picture[x, y, 3] == 255, "\(x), \(y)")
            }
        }
    }

    @Test("a larger canvas is an error before anything is drawn")
    func tooLarge() throws {
        let error = #expect(throws: SceneError.self) { () throws in _ = try render("", width: 32_767, height: 1) }
        #expect(error?.problems.map(\.path) == ["canvas.width"])
        #expect(error?.problems.first?.message == "must be 1 to 32766, not 32767")
    }

    @Test("layers that are very far away are not drawn in the picture")
    func farAway() throws {
        // 2²⁴ pixels, after which Cairo's coordinates repeat, are about 100000 % of the width
        let place = #""width":200,"height":30,"offsetX":"100000%""#
        let layers = [
            #"{"type":"shape","shape":"ellipse","fill":"red",\#(place)}"#, #"{"type":"fill","paint":"red",\#(place)}"#,
            #"{"type":"text","text":"Far away","color":"red","size":30,"shadow":{},\#(place)}"#,
            #"{"type":"shape","shape":"circle","stroke":"red","strokeWidth":9,\#(place)}"#,
        ].joined(separator: ",")
        let picture = try render(layers, width: 16_777, height: 40)
        #expect(picture.sampleValues().allSatisfy { $0 == 0 })
    }

    @Test("shapes that are much larger than the canvas cover it")
    func huge() throws {
        for shape in [#""circle""#, #""ellipse""#, #"{"type":"rectangle","cornerRadius":9}"#] {
            let layer = #"{"type":"shape","shape":\#(shape),"fill":"red","width":"1000000%","height":"1000000%"}"#
            let picture = try render(layer, width: 3000, height: 20)
            #expect(picture[0, 0, 3] == 255 && picture[2999, 19, 3] == 255, "\(shape)")
        }
        // the canvas is at the left side of a circle, which is almost straight
        let place = #""width":1000000,"height":1000000,"alignment":"leading","padding":{"leading":20}"#
        let half = #"{"type":"shape","shape":"circle","fill":"red",\#(place)}"#
        let picture = try render(half, width: 40, height: 20)
        #expect(picture[17, 10, 3] == 0 && picture[23, 10, 3] == 255)
    }

    @Test("a contour that is clipped encloses the same points inside")
    func clipping() throws {
        let rectangle = SceneRectangle(x: 0, y: 0, width: 10, height: 10)
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let points = (0..<7).map { _ in
                ScenePoint(
                    x: Double.random(in: -15...25, using: &random), y: Double.random(in: -15...25, using: &random))
            }
            let contour = ScenePath.Contour(points: points, isClosed: true)
            let clipped = contour.clipped(to: rectangle)
            #expect(clipped?.points.allSatisfy { rectangle.inset(by: -1e-9).contains($0) } ?? true)
            for _ in 0..<20 {
                let place = ScenePoint(
                    x: Double.random(in: 0...10, using: &random), y: Double.random(in: 0...10, using: &random))
                #expect(winding(clipped?.points ?? [], around: place) == winding(points, around: place))
            }
        }
        let line = ScenePath.Contour(points: [ScenePoint(x: -5, y: 5), ScenePoint(x: 5, y: 5)], isClosed: false)
        #expect(line.clipped(to: rectangle)?.points == [ScenePoint(x: 0, y: 5), ScenePoint(x: 5, y: 5)])
    }

    /// How often a contour runs around a point.
    private func winding(_ points: [ScenePoint], around place: ScenePoint) -> Int {
        zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { count, side in
            let (a, b) = side
            guard (a.y <= place.y) != (b.y <= place.y) else { return count }
            let x = a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)
            return x > place.x ? count + (b.y > a.y ? 1 : -1) : count
        }
    }

    @Test("a font above 10000 pixels is an error", arguments: ["10001", "\"2000%\""])
    func fonts(size: String) throws {
        let scene = try Scene(40, 600, #"{"type":"text","text":"a","size":\#(size)}"#)
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(scene) }
        #expect(error?.code == .overLimit && error?.problems.first?.path == "layers[0].size")
    }
}
