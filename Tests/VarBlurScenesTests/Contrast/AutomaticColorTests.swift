import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Automatic colors of texts")
struct AutomaticColorTests {
    private func scene(_ background: String, _ text: String = "", layers: String = "") throws -> Scene {
        let json = """
            {"canvas":{"width":160,"height":60,"background":"\(background)"},"layers":[\(layers){"type":"text","text":"Mmm",
            "family":"DejaVu Sans","size":32,"weight":"bold","color":"automatic"\(text)}]}
            """
        return try Scene(json)
    }

    /// The contrast of the letters with a color that was there before them.
    private func contrast(_ scene: Scene) throws -> Double {
        var plain = scene
        plain.layers.removeLast()
        let drawn = try SceneRenderer().render(scene)
        let before = try SceneRenderer().render(plain)
        var greatest = 1.0
        for y in 0..<drawn.height {
            for x in 0..<drawn.width {
                let pixels = [drawn[x, y, 0], drawn[x, y, 1], drawn[x, y, 2], 255].map { Int32($0) }
                let old = [before[x, y, 0], before[x, y, 1], before[x, y, 2], 255].map { Int32($0) }
                greatest = max(
                    greatest,
                    RelativeLuminance.contrast(
                        RelativeLuminance.of(SIMD4(pixels[0], pixels[1], pixels[2], pixels[3])),
                        RelativeLuminance.of(SIMD4(old[0], old[1], old[2], old[3]))))
            }
        }
        return greatest
    }

    @Test("have a contrast of 4.5 on every flat color", arguments: 0..<18)
    func flat(step: Int) throws {
        let gray = String(step * 15, radix: 16)
        let digits = gray.count == 1 ? "0" + gray : gray
        for color in ["#\(digits)\(digits)\(digits)", "#\(digits)40c0", "#40\(digits)20", "#e0e0\(digits)"] {
            #expect(try contrast(scene(color)) >= 4.5, "\(color)")
        }
    }

    @Test("count what is behind the text only")
    func surroundings() throws {
        // the canvas is dark, but for a bright plate below the text
        let plate = ##"{"type":"fill","paint":"#f4f4f0","width":140,"height":50},"##
        #expect(try contrast(scene("#101010", layers: plate)) > 15)
        #expect(try contrast(scene("#f4f4f0", layers: plate.replacing("#f4f4f0", with: "#101010"))) > 15)
    }

    @Test("adapt to glass", arguments: [("#ffffff", true), ("#101418", false)])
    func glass(background: String, isDark: Bool) throws {
        let json = """
            {"canvas":{"width":160,"height":60,"background":"\(background)"},"layers":[{"type":"glass","items":[{"shape":"capsule",
            "label":[{"type":"text","text":"Mmm","family":"DejaVu Sans","size":30,"color":"automatic"}]}]}]}
            """
        let drawn = try SceneRenderer().render(Scene(json))
        var (least, greatest) = (255, 0)
        for y in 15..<45 {
            for x in 40..<120 { (least, greatest) = (min(least, drawn[x, y, 1]), max(greatest, drawn[x, y, 1])) }
        }
        #expect(isDark ? least <= 8 : greatest >= 250, "\(least), \(greatest)")
    }

    @Test("are refused where what is behind the text is not known, or with a contrast of its own")
    func mistakes() throws {
        for (member, path) in [(#","minContrast":4.5"#, "minContrast"), (#","rotation":10"#, "color")] {
            let error = #expect(throws: SceneError.self) { () throws in
                _ = try SceneRenderer().render(scene("#fff", member))
            }
            #expect(error?.problems.map(\.path) == ["layers[0].\(path)"], "\(error?.description ?? "")")
        }
    }

    @Test("are kept by documents")
    func documents() throws {
        let scene = try scene("#fff")
        let animation = try SceneAnimation(from: scene, to: scene)
        #expect(animation.json.contains(#""color":"automatic""#))
        #expect(try SceneAnimation(animation.json) == animation)
    }
}
