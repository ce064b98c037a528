import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("The limit of the work of scenes")
struct SceneWorkTests {
    /// Checks a scene without drawing it.
    private func error(_ layers: [String], width: Int, height: Int, _ limits: SceneLimits = SceneLimits()) throws
        -> SceneError?
    {
        let json = #"{"canvas":{"width":\#(width),"height":\#(height)},"layers":[\#(layers.joined(separator: ","))]}"#
        var resources = SceneResources()
        resources.files["red.png"] = try PixelBuffer.noise(Size(64, 64), PixelFormat(.rgb)).encoded(.png)
        let renderer = try SceneRenderer(resources, limits: limits)
        let scene = try Scene(json)
        do throws(SceneError) {
            try renderer.check(scene)
            return nil
        } catch {
            return error
        }
    }

    /// Layers that fill their area, each with what a pixel of it takes.
    private static let kinds: [(layer: String, weight: Int)] = [
        (#"{"type":"fill","paint":"red"$}"#, 1), (#"{"type":"fill","paint":"red","shape":"ellipse"$}"#, 31),
        (#"{"type":"fill","paint":{"gradient":"radial","stops":["red","blue"]}$}"#, 12),
        (#"{"type":"blur","ramp":"linear-blur(9px, 5px, 0px)"$}"#, 15),
        (#"{"type":"blur","radius":9$}"#, 12), (#"{"type":"blur","radius":9,"shape":"circle"$}"#, 42),
        (#"{"type":"glass","items":[{"width":"100%","height":"100%"}]$}"#, 60),
        (#"{"type":"shape","fill":"red","shape":"ellipse"$}"#, 30),
        (#"{"type":"shape","stroke":"red","shape":"ellipse","shadow":{"radius":9}$}"#, 70),
        (#"{"type":"fill","paint":"red","maskedBy":[{"type":"fill","paint":"red"}]$}"#, 77),
        (#"{"type":"fill","paint":"red","opacity":0.5$}"#, 6),
        (#"{"type":"fill","paint":"red","blendMode":"multiply"$}"#, 26),
        (#"{"type":"stack","shadow":{"radius":9},"layers":[{"type":"fill","paint":"red"}]$}"#, 31),
        (#"{"type":"image","image":"red.png","fit":"fill"$}"#, 20),
    ]

    @Test("names the layer that exceeds it, for every kind of layer", arguments: kinds)
    func layers(layer: String, weight: Int) throws {
        let side = 1000
        let whole = layer.replacing("$", with: "")
        var limits = SceneLimits()
        // images are scaled once
        limits.work = 10 * weight * side * side + 10 * 64 * 64
        #expect(try error([String](repeating: whole, count: 10), width: side, height: side, limits) == nil)
        let found = try #require(try error([String](repeating: whole, count: 30), width: side, height: side, limits))
        #expect(found.code == .overLimit && found.problems.count == 1, "\(found)")
        #expect(found.problems[0].path.hasPrefix("layers[10]"), "\(found)")
        #expect(found.problems[0].message.contains("\(limits.work / 1_000_000) million pixels"))
        // what lies outside of the canvas, or is small, does not count
        for place in [#","width":100,"height":100"#, #","offsetX":"-95%""#] {
            let layer = layer.replacing("$", with: place)
            #expect(
                try error([String](repeating: layer, count: 30), width: side, height: side, limits) == nil, "\(place)")
        }
    }

    @Test("counts the pixels of files, of images once for each size, and of masks for each blur")
    func files() throws {
        var limits = SceneLimits()
        limits.work = 64 * 64 * 100
        let image = #"{"type":"image","image":"red.png","width":1,"height":1}"#
        #expect(try error([String](repeating: image, count: 50), width: 9, height: 9, limits) == nil)
        let mask = #"{"type":"blur","radius":1,"mask":"red.png","matte":"red.png","width":1,"height":1}"#
        #expect(try error([mask, mask], width: 9, height: 9, limits) == nil)
        #expect(try error([mask, mask, mask], width: 9, height: 9, limits)?.problems.map(\.path) == ["layers[2]"])
    }

    @Test("counts the rows that the lines of a path cross")
    func paths() throws {
        func path(_ count: Int) -> String {
            var random = SplitMix64(seed: 1)
            let points = (0..<count).map { _ in
                "\(Int.random(in: 0...4000, using: &random)) \(Int.random(in: 0...3000, using: &random))"
            }
            return "M" + points.joined(separator: " L")
        }
        for type in ["fill", "shape"] {
            let paint = type == "fill" ? "paint" : "fill"
            func layer(_ count: Int) -> String {
                #"{"type":"\#(type)","\#(paint)":"red","shape":{"type":"path","data":"\#(path(count))"}}"#
            }
            #expect(try error([layer(5000)], width: 4000, height: 3000) == nil)
            #expect(try error([layer(60_000)], width: 4000, height: 3000)?.code == .overLimit)
            // the same path takes less time on a smaller canvas
            #expect(try error([layer(60_000)], width: 400, height: 300) == nil)
        }
    }

    @Test("allows a scene of many layers, but not one that would take many minutes")
    func defaults() throws {
        let text = #"{"type":"text","text":"A line of text","size":60,"minContrast":4.5}"#
        let layers = Self.kinds.map { $0.layer.replacing("$", with: #","width":"30%","height":"30%""#) }
        let many = (0..<20).flatMap { _ in layers } + [String](repeating: text, count: 100)
        #expect(try error(many, width: 4000, height: 3000) == nil)
        let blurs = [String](repeating: #"{"type":"blur","radius":9}"#, count: 999)
        #expect(try error(blurs, width: 6000, height: 6000)?.code == .overLimit)
    }
}
