import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("The scale of the output")
struct OutputScaleTests {
    private static func picture(_ json: String, _ resources: SceneResources = SceneResources()) throws -> PixelBuffer {
        try SceneRenderer(resources).render(Scene(json))
    }

    /// A scene whose lengths in pixels are multiplied by a number: `⟨12⟩` stands for 12.
    private static func multiplied(_ json: String, by factor: Double) -> String {
        var parts = json.components(separatedBy: "⟨")
        let first = parts.removeFirst()
        return parts.reduce(first) { text, part in
            let pieces = part.components(separatedBy: "⟩")
            return text + SceneText.number((Double(pieces[0]) ?? 0) * factor) + pieces[1]
        }
    }

    /// The members of a layer, with their lengths in pixels marked.
    private static let layers = [
        #""type":"fill","paint":"red","width":⟨20⟩,"height":"40%","padding":⟨7⟩,"offsetX":⟨3⟩,"alignment":"topLeading""#,
        #""type":"fill","paint":"skyblue","width":"50% - ⟨9⟩","height":"10% + ⟨5⟩","padding":{"top":"20%","leading":⟨4⟩}"#,
        #""type":"shape","shape":{"type":"rectangle","cornerRadius":⟨9⟩},"fill":"green","stroke":"blue","strokeWidth":⟨3⟩,"#
            + #""strokeDash":[⟨8⟩,⟨3⟩],"strokeDashOffset":⟨2⟩,"contentPadding":⟨6⟩,"width":⟨50⟩,"height":⟨30⟩,"#
            + #""shadow":{"radius":⟨2⟩,"offsetX":⟨4⟩,"offsetY":⟨5⟩},"background":[{"type":"fill","paint":"yellow"}],"rotation":20"#,
        #""type":"text","text":"Two lines\nof text","family":"DejaVu Sans","size":⟨16⟩,"letterSpacing":⟨1.5⟩,"#
            + #""stroke":"red","strokeWidth":⟨2⟩,"underline":true,"shadow":{"radius":⟨1⟩,"offsetY":⟨3⟩}"#,
        #""type":"text","text":"below","family":"DejaVu Sans","size":"12%","minContrast":4.5,"color":"lightgray""#,
        #""type":"stack","axis":"horizontal","spacing":⟨5⟩,"baseline":"last","layers":["#
            + #"{"type":"text","text":"12","size":⟨30⟩},{"type":"shape","shape":"circle","fill":"green","width":⟨15⟩,"height":⟨15⟩},"#
            + #"{"type":"text","text":"px","size":⟨12⟩}]"#,
        #""type":"overlay","notches":[{"name":"a","extent":⟨30⟩},{"name":"b","extent":"60%"}],"extent":"20% + ⟨10⟩","#
            + #""cornerRadius":⟨12⟩,"fill":"rgb(255 255 255 / 50%)","grabber":false,"blur":⟨3⟩"#,
        #""type":"blur","radius":⟨6⟩,"minimumRadius":⟨1⟩,"startOffset":0.2"#,
        #""type":"blur","ramp":"linear-blur(⟨2⟩px, ⟨9⟩px 60%, ⟨1⟩px ⟨70⟩px)""#,
        #""type":"blur","ramp":"Linear-Blur(⟨2⟩PX, ⟨9⟩Px 60%, ⟨1E0⟩pX ⟨70⟩px)""#,
        #""type":"blur","ramp":"radial-blur(circle ⟨30⟩px at ⟨40⟩px 50%, 0px, 8%)""#,
    ]

    @Test("a scene at a scale is the scene with all lengths multiplied", arguments: layers.indices, [2.0, 0.5, 3])
    func lengths(index: Int, scale: Double) throws {
        let scene = """
            {"canvas":{"width":⟨120⟩,"height":⟨80⟩,"background":"#678"SCALE},
             "layers":[{"type":"fill","paint":{"gradient":"linear","start":"leading","end":"bottomTrailing",
              "stops":["#123","#eca 30%","#47a"]}},{\(Self.layers[index])}]}
            """
        let enlarged = Self.multiplied(scene, by: 1).replacing("SCALE", with: ",\"scale\":\(scale)")
        let written = Self.multiplied(scene, by: scale).replacing("SCALE", with: "")
        let first = try Self.picture(enlarged)
        let second = try Self.picture(written)
        #expect(first.width == Int(120 * scale) && first.height == Int(80 * scale))
        #expect(first.sampleValues() == second.sampleValues())
        // the layer shows
        let back = try Self.picture(
            written.replacing("{\(Self.multiplied(Self.layers[index], by: scale))}", with: "")
                .replacing("}},]", with: "}}]"))
        #expect(first.sampleValues() != back.sampleValues())
    }

    @Test("a text that shrinks has the same size relative to the canvas", arguments: [1.5, 2, 4])
    func shrunkText(scale: Double) throws {
        func size(_ scale: Double) throws -> SceneSize {
            var text = TextLayer("shrinks until it fits", size: 40)
            (text.family, text.minSize, text.lines, text.color) = ("DejaVu Sans Mono", 4, 1, .clear)
            var layer = SceneLayer(.text(text), placement: Placement(.topLeading, width: 90))
            layer.background = [SceneLayer(.fill(FillLayer(.color(.black))))]
            layer.placement.width = nil
            let row = SceneLayer(.stack(StackLayer(.depth, [layer])), placement: Placement(.topLeading, width: 90))
            var canvas = SceneCanvas(width: 120, height: 60)
            canvas.scale = scale
            let picture = try SceneRenderer().render(Scene(canvas: canvas, layers: [row]))
            let bytes = unsafe picture.bytes.withUnsafeBytes { Array($0) }
            let (width, height) = (picture.width, picture.height)
            func alpha(_ x: Int, _ y: Int) -> Double { Double(bytes[4 * (y * width + x) + 3]) / 255 }
            return SceneSize(
                width: (0..<width).reduce(0) { $0 + alpha($1, 2) },
                height: (0..<height).reduce(0) { $0 + alpha(width / 3, $1) })
        }
        let (small, large) = (try size(1), try size(scale))
        #expect(small.height > 8 && small.height < 12)
        #expect(
            abs(large.width - small.width * scale) < 0.1 && abs(large.height - small.height * scale) < 0.1, "\(large)")
    }

    @Test("lengths of markup are multiplied, too")
    func markup() throws {
        let scene = """
            {"canvas":{"width":⟨160⟩,"height":⟨60⟩SCALE},"layers":[{"type":"text","markup":true,"size":⟨14⟩,
             "text":"a<span size='⟨20⟩pt' rise='⟨2048⟩'>b</span><span letter_spacing='⟨3072⟩' font='DejaVu Sans ⟨18⟩'>cd</span>"}]}
            """
        let enlarged = Self.multiplied(scene, by: 1).replacing("SCALE", with: ",\"scale\":2")
        let written = Self.multiplied(scene, by: 2).replacing("SCALE", with: "")
        #expect(try Self.picture(enlarged).sampleValues() == Self.picture(written).sampleValues())
    }

    @Test("images are decoded at the size of the output, and keep their own size in pixels of the scene")
    func images() throws {
        let noise = try PixelBuffer.noise(TestSupport.Size(60, 40), PixelFormat(.rgb), seed: 3)
        var resources = SceneResources()
        resources.files["a.png"] = try noise.encoded(.png)
        func scene(_ canvas: String, _ members: String) -> String {
            #"{"canvas":{\#(canvas)"scale":2},"layers":[{"type":"image","image":"a.png"\#(members)}]}"#
        }
        let sharp = try Self.picture(scene(#""width":30,"height":20,"#, ""), resources)
        #expect(
            noise.exceptions { x, y, channel in sharp[x, y, 2 - channel] == noise[x, y, channel] } == nil,
            "the image has one pixel for each of the output")
        let own = try Self.picture(scene("", ""), resources)
        #expect(own.width == 120 && own.height == 80)
        let kept = try Self.picture(
            scene(#""width":100,"height":50,"#, #","fit":"none","position":"topLeading""#), resources)
        #expect(kept[119, 79, 3] == 255 && kept[120, 10, 3] == 0 && kept[10, 80, 3] == 0)
    }

    @Test("averages of the pixels at twice the size are the picture at the usual size", arguments: SceneFiles.names)
    func averages(name: String) throws {
        var scene = try SceneFiles.animation(name).end
        let small = try SceneFiles.renderer().render(scene)
        scene.canvas.scale = 2
        let large = try SceneFiles.renderer().render(scene)
        try #require(large.width == 2 * small.width && large.height == 2 * small.height)
        var (sum, largeCount) = (0.0, 0)
        for y in 0..<small.height {
            for x in 0..<small.width {
                for channel in 0..<3 {
                    let four =
                        large[2 * x, 2 * y, channel] + large[2 * x + 1, 2 * y, channel]
                        + large[2 * x, 2 * y + 1, channel] + large[2 * x + 1, 2 * y + 1, channel]
                    let difference = abs(Double(four) / 4 - Double(small[x, y, channel]))
                    sum += difference
                    if difference > 24 { largeCount += 1 }
                }
            }
        }
        let count = small.width * small.height * 3
        #expect(sum / Double(count) < 1.5, "\(name): \(sum / Double(count))")
        // details of photos that are enlarged at twice the size
        #expect(largeCount * 40 < count, "\(name): \(largeCount) of \(count)")
    }

    @Test("a canvas that becomes too large is a mistake, and so is a scale out of range")
    func limits() throws {
        let scene = try Scene(#"{"canvas":{"width":6000,"height":6000,"scale":4},"layers":[]}"#)
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(scene) }
        #expect(error?.code == .overLimit && error?.problems.first?.path == "canvas")
        for scale in ["0", "0.05", "9", "\"2x\""] {
            let json = #"{"canvas":{"width":9,"height":9,"scale":\#(scale)},"layers":[]}"#
            let error = #expect(throws: SceneError.self) { () throws in try Scene(json) }
            #expect(error?.problems.map(\.path) == ["canvas.scale"])
        }
    }
}
