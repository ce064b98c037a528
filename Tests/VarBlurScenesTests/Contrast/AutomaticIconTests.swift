import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Automatic colors of icons")
struct AutomaticIconTests {
    private static let place = #""width":40,"height":40"#
    /// A disk with a soft edge, in colors that do not matter.
    private static func disk() throws -> [UInt8] {
        try PixelBuffer.make(TestSupport.Size(20, 20), PixelFormat(.rgba)) { x, y, channel in
            let (dx, dy) = (Double(x) - 9.5, Double(y) - 9.5)
            let alpha = min(max(9 - (dx * dx + dy * dy).squareRoot(), 0), 1)
            return channel < 3 ? (37 * x + 91 * channel) % 256 : Int(alpha * 255)
        }.encoded(.png)
    }

    private static func renderer() throws -> SceneRenderer {
        var resources = SceneResources()
        resources.files["disk.png"] = try disk()
        resources.files["plate.png"] = try PixelBuffer.noise(TestSupport.Size(9, 9), PixelFormat(.rgb), seed: 3)
            .encoded(.png)
        resources.files["icon.svg"] = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="currentColor" d="M1 1h7v7h-7z"/></svg>"#
                .utf8)
        return try SceneRenderer(resources)
    }

    private static let kinds = [
        #""type":"shape","shape":"circle","fill":"automatic""#,
        #""type":"shape","shape":"circle","stroke":"automatic","strokeWidth":9"#,
        #""type":"shape","shape":"hexagonBadge","fill":"automatic","stroke":"automatic","strokeWidth":5"#,
        #""type":"image","image":"disk.png","fill":"automatic""#,
        #""type":"image","image":"disk.png","fill":"automatic","blur":{"radius":1,"direction":null}"#,
    ]

    private static func scene(_ layers: String, background: String = "#fff") throws -> Scene {
        try Scene("{\"canvas\":{\"width\":60,\"height\":60,\"background\":\"\(background)\"},\"layers\":[\(layers)]}")
    }

    /// The colors of the pixels that a layer changes most.
    private func ink(_ layer: String, on background: String) throws -> (ink: SIMD4<Int32>, back: SIMD4<Int32>) {
        let drawn = try Self.renderer().render(Self.scene("{\(layer),\(Self.place)}", background: background))
        func color(_ x: Int, _ y: Int) -> SIMD4<Int32> {
            SIMD4(Int32(drawn[x, y, 0]), Int32(drawn[x, y, 1]), Int32(drawn[x, y, 2]), 255)
        }
        let back = color(0, 0)
        var (best, greatest) = (back, 0.0)
        for y in 0..<60 {
            for x in 0..<60 {
                let contrast = RelativeLuminance.contrast(
                    RelativeLuminance.of(color(x, y)), RelativeLuminance.of(back))
                if contrast > greatest { (best, greatest) = (color(x, y), contrast) }
            }
        }
        return (best, back)
    }

    @Test("are black or white with a contrast of 4.5 on every flat color, for every kind", arguments: kinds)
    func flat(layer: String) throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<12 {
            let color = (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
            let (ink, back) = try ink(layer, on: "rgb(\(color[0]) \(color[1]) \(color[2]))")
            #expect(ink == SIMD4(0, 0, 0, 255) || ink == SIMD4(repeating: 255), "\(color): \(ink)")
            #expect(
                RelativeLuminance.contrast(RelativeLuminance.of(ink), RelativeLuminance.of(back)) >= 4.5, "\(color)")
        }
    }

    @Test("of icons on adaptive glass are those of the labels beside them")
    func glass() throws {
        var random = SplitMix64(seed: 11)
        var colors: Set<Int> = []
        for step in 0..<6 {
            let shades = step % 2 == 0 ? 0...60 : 190...255
            var blocks = ""
            for _ in 0..<9 {
                let gray = Int.random(in: shades, using: &random)
                let (x, y) = (Int.random(in: 0..<50, using: &random), Int.random(in: 0..<50, using: &random))
                blocks +=
                    #"{"type":"fill","paint":"rgb(\#(gray) \#(gray) \#(gray))","alignment":"topLeading","offsetX":\#(x),"#
                    + #""offsetY":\#(y),"width":30,"height":20},"#
            }
            let text = #""type":"text","text":"●","family":"DejaVu Sans","size":36,"color":"automatic""#
            let inks = try (Self.kinds + [text]).map { layer -> Int in
                let picture = try Self.renderer().render(
                    Self.scene(
                        blocks
                            + #"{"type":"glass","tint":"automatic","items":[{"width":56,"height":56,"label":[{\#(layer),\#(Self.place)}]}]}"#,
                        background: step % 2 == 0 ? "#222" : "#ddd"))
                let values = (14..<46).flatMap { y in (14..<46).map { picture[$0, y, 1] } }
                return values.count { $0 == 0 } > values.count { $0 == 255 } ? 0 : 255
            }
            #expect(Set(inks).count == 1, "\(inks)")
            colors.formUnion(inks)
        }
        #expect(colors.count == 2)
    }

    @Test("of an image are one color that is as opaque as the image")
    func colored() throws {
        let picture = try Self.renderer().render(
            try Scene(20, 20, #"{"type":"image","image":"disk.png","fill":"rgb(255 128 0 / 50%)"}"#))
        let plain = try Self.renderer().render(Scene(#"{"layers":[{"type":"image","image":"disk.png"}]}"#))
        for y in 0..<20 {
            for x in 0..<20 {
                let alpha = plain[x, y, 3]
                for (channel, value) in [(2, 255.0), (1, 128), (0, 0), (3, 255)] {
                    #expect(abs(Double(picture[x, y, channel]) - value * Double(alpha) / 510) <= 1.5, "\(x), \(y)")
                }
            }
        }
    }

    @Test("color an SVG file, whatever colors are in it", .enabled(if: SVGSupport.isAvailable))
    func drawing() throws {
        for background in ["#000", "#fff"] {
            let (ink, _) = try ink(#""type":"image","image":"icon.svg","fill":"automatic""#, on: background)
            #expect(ink.x == (background == "#000" ? 255 : 0))
        }
        let (red, _) = try ink(#""type":"image","image":"icon.svg","fill":"red""#, on: "#fff")
        #expect(red == SIMD4(0, 0, 255, 255))
    }

    @Test("are refused where what is behind the layer is not known", arguments: kinds)
    func mistakes(layer: String) throws {
        for scene in [
            #"{$,"blendMode":"multiply"}"#, #"{"type":"stack","rotation":9,"layers":[{$,"blendMode":"hue"}]}"#,
            #"{"type":"stack","blendMode":"hue","layers":[{$,"scale":2}]}"#,
            #"{"type":"fill","paint":"red","rotation":9,"maskedBy":[{$}]}"#,
        ] {
            let error = #expect(throws: SceneError.self) { () throws in
                try Self.renderer().check(Self.scene(scene.replacing("$", with: layer)))
            }
            let path = layer.contains(#""fill":"automatic""#) ? "fill" : "stroke"
            let isRight = error?.problems.count == 1 && error?.problems[0].path.hasSuffix("].\(path)") == true
            #expect(isRight, "\(error?.description ?? "")")
        }
    }

    @Test("of icons that are rotated and scaled are those for the place to which they come", arguments: kinds)
    func transforms(layer: String) throws {
        // white at the left, and black at the right
        let half = #"{"type":"fill","paint":"black","alignment":"trailing","width":30}"#
        for (members, x, isBlack) in [
            (#""alignment":"leading","width":16,"height":16"#, 8, true),
            (#""alignment":"leading","width":16,"height":16,"rotation":180,"anchor":[1.875,0.5]"#, 52, false),
            (#""alignment":"trailing","width":4,"height":4,"scale":5,"anchor":[1,0.5]"#, 50, false),
            (#""alignment":"trailing","width":16,"height":16,"rotation":180,"anchor":[-0.875,0.5]"#, 8, true),
        ] {
            let picture = try Self.renderer().render(Self.scene("\(half),{\(layer),\(members)}"))
            let values = (22..<38).flatMap { y in (x - 7...x + 7).map { picture[$0, y, 1] } }
            // a blur that is enlarged leaves little of a small icon
            let changed = values.count { isBlack ? $0 < 60 : $0 > 180 }
            #expect(changed > 20, "\(members): \(changed)")
        }
    }

    @Test("are kept by documents, and other words lead to them", arguments: kinds)
    func documents(layer: String) throws {
        let scene = try Self.scene("{\(layer)}")
        let animation = try SceneAnimation(from: scene, to: scene)
        #expect(animation.json.contains(#":"automatic""#))
        #expect(try SceneAnimation(animation.json) == animation)
        let error = #expect(throws: SceneError.self) { () throws in
            try Self.scene("{\(layer.replacing(":\"automatic\"", with: ":\"auto\""))}")
        }
        #expect(error?.description.contains("did you mean 'automatic'?") == true, "\(error?.description ?? "")")
    }

    @Test("of an image without transparent parts are noted")
    func opaque() throws {
        for (image, count) in [("plate.png", 1), ("disk.png", 0)] {
            let renderer = try Self.renderer()
            try renderer.check(Self.scene(#"{"type":"image","image":"\#(image)","fill":"red"}"#))
            #expect(renderer.notices.count == count, "\(renderer.notices)")
            #expect(renderer.notices.allSatisfy { $0.hasPrefix("layers[0].fill: the image has no transparent parts") })
        }
    }
}
