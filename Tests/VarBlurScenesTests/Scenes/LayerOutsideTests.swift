import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Layers outside of the canvas")
struct LayerOutsideTests {
    private static let title = #""type":"text","text":"Title","family":"DejaVu Sans","size":20"#
    private static let code = #""type":"qrCode","text":"a","width":60,"height":60"#
    private static let shape = #""type":"shape","shape":"circle","fill":"red","width":60,"height":60"#
    private static let image = #""type":"image","image":"a.png","width":60,"height":60"#
    private static let glass = #""type":"glass","items":[{"width":60,"height":60}],"width":60,"height":60"#
    private static let fill = #""type":"fill","paint":"red","width":60,"height":60"#
    private static let blur = #""type":"blur","width":60,"height":60"#

    private func document(_ layers: String) -> [UInt8] {
        Array("{\"canvas\":{\"width\":200,\"height\":100},\"layers\":[\(layers)]}".utf8)
    }

    private func renderer() throws -> SceneRenderer {
        var resources = SceneResources()
        resources.files["a.png"] = try PixelBuffer.noise(TestSupport.Size(9, 9), PixelFormat(.rgb), seed: 1)
            .encoded(.png)
        return try SceneRenderer(resources)
    }

    /// The warnings about a scene or an animation, which is drawn at a time.
    private func notices(_ layers: String, at time: Double = 1) throws -> [String] {
        let renderer = try renderer()
        let animation = try SceneAnimation(json: document(layers))
        for _ in 0..<2 { try renderer.check(animation.scene(at: time), of: animation) }
        if animation.isStill {
            let other = try self.renderer()
            try other.check(animation.end)
            #expect(other.notices == renderer.notices)
        }
        return renderer.notices
    }

    @Test("are noted if a third of them is cut off, or all of them, as their kind requires")
    func parts() throws {
        var random = SplitMix64(seed: 9)
        var counts: [String: Int] = [:]
        for (layer, name, least) in [
            (Self.code, "QR code", 2.0 / 3), (Self.glass, "glass", 2.0 / 3), (Self.shape, "shape", 0),
            (Self.image, "image", 0), (Self.fill, "fill", -1), (Self.blur, "blur", -1),
        ] {
            for _ in 0..<24 {
                let (x, y) = (Int.random(in: -150...150, using: &random), Int.random(in: -90...90, using: &random))
                let visible = max(0, min(60, 130 - abs(x))) * max(0, min(60, 80 - abs(y)))
                let found = try notices("{\(layer),\"offsetX\":\(x),\"offsetY\":\(y)}")
                let isOutside = Double(visible) <= least * 3600
                #expect(found.count == (isOutside ? 1 : 0), "\(name) \(x) \(y): \(found)")
                let percent = min(Int((100 - Double(visible) / 36).rounded()), 99)
                let start = visible == 0 ? "layers[0]: the \(name) lies" : "layers[0]: \(percent)% of the \(name) lies"
                #expect(found.allSatisfy { $0.hasPrefix("\(start) outside of the canvas") }, "\(found), \(start)")
                counts["\(name) \(isOutside)", default: 0] += 1
            }
        }
        #expect(counts.count == 10 && counts.values.allSatisfy { $0 > 1 }, "\(counts)")
    }

    @Test(
        "are measured with rotation and scale, and named once: without their backgrounds, and without what is in them",
        arguments: [
            // half of its width lies in a corner, but the text itself is not cut
            (#"{\#(title),"rotation":-45,"alignment":"topLeading","offsetX":4,"offsetY":22}"#, []),
            (#"{\#(title),"rotation":90,"alignment":"leading","offsetX":-40}"#, ["layers[0]"]),
            (#"{\#(code),"alignment":"leading","scale":3}"#, ["layers[0]"]),
            (#"{"type":"stack","scale":0.2,"layers":[{\#(title),"offsetX":180}]}"#, []),
            (#"{\#(title),"offsetX":200,"background":[{\#(shape)}]}"#, ["layers[0]"]),
            (#"{"type":"stack","offsetY":200,"layers":[{\#(title)},{\#(code)}]}"#, ["layers[0]"]),
            (
                #"{"type":"stack","offsetY":200,"layers":[{\#(title),"offsetY":-190},{\#(code)}]}"#,
                ["layers[0].layers[1]"]
            ),
            (#"{"type":"stack","layers":[{\#(title)},{\#(code),"offsetX":180}]}"#, ["layers[0].layers[1]"]),
            (
                #"{"type":"glass","items":[{"width":60,"height":60,"offsetX":170,"label":[{\#(title)}]}]}"#,
                ["layers[0]"]
            ),
            (#"{\#(title),"offsetX":200,"hidden":true}"#, []),
            (#"{\#(title),"width":900,"textAlignment":"center"}"#, []), (#"{\#(title),"width":900}"#, ["layers[0]"]),
            (#"{"type":"text","text":"W","family":"DejaVu Sans","size":400}"#, []),
            (#"{"type":"text","text":"","offsetX":300}"#, []),
        ])
    func places(layers: String, paths: [String]) throws {
        let found = try notices(layers)
        #expect(found.map { String($0.prefix { $0 != ":" }) } == paths, "\(found)")
    }

    @Test(
        "are not noted if any time of an animation, or another place of a panel, shows them", arguments: [0, 0.5, 1],
        [
            (#"{\#(title),"offsetX":{"from":-300,"to":0}}"#, 0), (#"{\#(title),"offsetX":{"from":0,"to":300}}"#, 0),
            (#"{\#(title),"offsetX":{"from":-300,"to":300},"timing":{"start":0.3,"end":0.4}}"#, 0),
            (#"{\#(title),"offsetX":{"from":-300,"to":-250},"opacity":{"from":0,"to":1}}"#, 1),
            (#"{\#(title),"offsetX":{"from":-300,"to":-300.5}},{\#(code),"offsetY":{"from":0,"to":80}}"#, 1),
            (
                #"{"type":"stack","offsetX":{"from":300,"to":0},"layers":[{\#(title),"offsetY":200},{\#(title)}]}"#,
                nil
            ),
            (
                #"{"type":"overlay","id":"s","at":"a","notches":[{"name":"a","extent":9},{"name":"b","extent":90}],"#
                    + #""content":[{\#(title),"offsetY":30}]},{\#(title),"offsetX":{"from":-200,"to":0,"follows":"s"}}"#,
                0
            ),
            (
                #"{"type":"overlay","id":"s","at":"b","notches":[{"name":"a","extent":9},{"name":"b","extent":90}],"#
                    + #""content":[{\#(title),"offsetY":70}]},{\#(title),"offsetX":{"from":0,"to":200,"follows":"s"}}"#,
                1
            ),
        ])
    func motion(time: Double, test: (layers: String, count: Int?)) throws {
        let found = try notices(test.layers, at: time)
        #expect(found.count == test.count ?? (time < 1 ? 0 : 1), "\(found)")
    }

    @Test(
        "and blurs that mix the edge of an image with the page are noted, but no other blurs",
        arguments: [
            (#"{\#(image)},{\#(blur)}"#, 1), (#"{\#(image)},{\#(blur),"radius":0}"#, 0),
            (#"{\#(image)},{"type":"blur","radius":4,"width":50,"height":50}"#, 1),
            (#"{\#(image)},{"type":"blur","radius":4,"width":40,"height":40}"#, 0),
            (#"{\#(image)},{"type":"blur","radius":4}"#, 0), (#"{\#(image)},{\#(blur),"offsetX":50}"#, 0),
            (#"{"type":"image","image":"a.png"},{\#(blur)}"#, 0), (#"{\#(shape)},{\#(blur)}"#, 0),
            (#"{"type":"stack","axis":"depth","layers":[{\#(image)},{\#(blur)}]}"#, 0),
            (#"{"type":"image","image":"a.png","width":60,"height":60,"blur":{}}"#, 0),
        ])
    func blurs(layers: String, count: Int) throws {
        let found = try notices(layers)
        #expect(found.count == count, "\(found)")
        #expect(
            found.allSatisfy {
                $0
                    == "layers[1]: at the edge of layers[0], the blur mixes the image with what is around it; give the image a 'blur' instead"
            }, "\(found)")
    }

    @Test("are none in the scenes of the project", arguments: SceneFiles.names)
    func scenes(name: String) throws {
        let renderer = try SceneFiles.renderer()
        let animation = try SceneFiles.animation(name)
        for time in [0, 0.5, 1] { try renderer.check(animation.scene(at: time), of: animation) }
        #expect(
            !renderer.notices.contains { $0.contains("outside of the canvas") || $0.contains("at the edge of") },
            "\(renderer.notices)")
    }
}
