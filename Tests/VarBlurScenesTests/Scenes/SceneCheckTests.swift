import TestSupport
import Testing
import VarBlur
import VarBlurCodecs
import VarBlurJSON

@testable import VarBlurScenes

@Suite("Checking scenes before they are drawn")
struct SceneCheckTests {
    private func problems(_ json: String, _ resources: SceneResources = SceneResources()) throws -> [SceneProblem] {
        let renderer = try SceneRenderer(resources)
        let scene: Scene
        do {
            scene = try Scene(json)
        } catch {
            return error.problems
        }
        do {
            try renderer.check(scene)
            return []
        } catch {
            return error.problems
        }
    }

    @Test("finds mistakes in images, markup, contrasts, radii, and sizes at once, in all places that have layers")
    func all() throws {
        let mistakes = [
            (#""type":"image","image":"none.png""#, "image"), (#""type":"text","text":"<b>","markup":true"#, "text"),
            (#""type":"text","text":"x","color":"gray","minContrast":20"#, "minContrast"),
            (#""type":"text","text":"x","color":"rgb(255 255 255 / 25%)","minContrast":4.5"#, "minContrast"),
            (#""type":"text","text":"x","size":20000"#, "size"), (#""type":"blur","mask":"none.png""#, "mask"),
            (#""type":"blur","radius":3,"minimumRadius":9"#, ""),
        ]
        let list = mistakes.map { "{\($0.0)}" }.joined(separator: ",")
        let places = [
            ("", "layers"), (#"{"type":"stack","layers":[$]}"#, "layers[0].layers"),
            (#"{"type":"glass","items":[{"label":[$]}]}"#, "layers[0].items[0].label"),
            (
                #"{"type":"glass","items":[],"transition":{"items":[{"label":[$]}],"progress":0.5}}"#,
                "layers[0].transition.items[0].label"
            ),
            (#"{"type":"overlay","notches":[{"name":"a","extent":9}],"content":[$]}"#, "layers[0].content"),
            (#"{"type":"overlay","notches":[{"name":"a","extent":9}],"above":[$]}"#, "layers[0].above"),
        ]
        for (layer, path) in places {
            let layers = layer.isEmpty ? list : layer.replacing("$", with: list)
            let found = try problems(#"{"canvas":{"width":90,"height":60},"layers":[\#(layers)]}"#)
            let expected = mistakes.enumerated().map { "\(path)[\($0)]\($1.1.isEmpty ? "" : ".\($1.1)")" }
            #expect(found.map(\.path) == expected, "\(found)")
        }
        // the size of the canvas is unknown, because the image is missing
        let unknown = try problems(#"{"layers":[{"type":"image","image":"none.png"},{\#(mistakes[1].0)}]}"#)
        #expect(unknown.map(\.path) == ["layers[0].image", "layers[1].text"])
        #expect(try problems(#"{"canvas":{"width":9,"height":9},"layers":[]}"#).isEmpty)
    }

    @Test("adds its mistakes to those of the document, in their order, but none that follow from others")
    func documents() throws {
        let json = #"""
            {"canvas":{"width":90,"height":60},"layers":[
              {"type":"image","image":"none.png"},{"type":"txt"},{"type":"blur","radius":-3,"minimumRadius":30},
              {"type":"image"},{"type":"text","text":"<b>","markup":true,"size":-1},
              {"type":"overlay","at":"zz","notches":[{"name":"a","extent":5}]},
              {"type":"stack","layers":[{"type":"text","text":"x","color":"gray","minContrast":20}]}]}
            """#
        let limits = SceneLimits()
        let reading = try SceneReading(document: JSONParser.value(of: Array(json.utf8)), limits: limits)
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().animation(reading) }
        let expected = [
            "layers[0].image", "layers[1].type", "layers[2].radius", "layers[3].image", "layers[4].size",
            "layers[4].text",
            "layers[5].at", "layers[6].layers[0].minContrast",
        ]
        #expect(error?.problems.map(\.path) == expected && error?.code == .invalidScene)
        let tooMany = "{\"layers\":[" + String(repeating: #"{"type":"text","text":"a"},"#, count: 1001) + "3]}"
        let document = try JSONParser.value(of: Array(tooMany.utf8))
        guard case .invalid(_, nil) = try SceneReading(document: document, limits: limits) else {
            Issue.record("a scene above the limits is not left alone")
            return
        }
    }

    @Test("notes fonts that are missing")
    func fonts() throws {
        let renderer = try SceneRenderer()
        var text = TextLayer("a")
        text.family = "No Such Font"
        try renderer.check(Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.text(text))]))
        #expect(renderer.notices.count == 1 && renderer.notices[0].contains("'No Such Font' is not installed"))
        text.family = "DejaVu Sans"
        (text.text, text.isMarkup) = (
            "<span font_family='Nope'>a</span> <span font='None Such 20'>b</span> <span face='DejaVu Sans'>c</span>",
            true
        )
        let other = try SceneRenderer()
        try other.check(Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.text(text))]))
        #expect(other.notices.filter { $0.contains("is not installed") }.count == 2, "\(other.notices)")
        for name in ["Nope", "None Such"] {
            #expect(other.notices.contains { $0.contains("'\(name)' is not installed") }, "\(other.notices)")
        }
    }

    @Test("notes layers without any size")
    func emptyLayers() throws {
        for (members, words) in [
            (#""width":"50% - 100""#, "layers[0]: the width is 0 or less"),
            (#""height":"50% - 40""#, "layers[0]: the height is 0 or less"),
            (#""padding":40"#, "layers[0]: the padding leaves no height"), (#""width":"50% - 20""#, nil),
            (#""width":"50% - 100","opacity":0"#, nil),
        ] as [(String, String?)] {
            let renderer = try SceneRenderer()
            let fill = #"{"type":"fill","paint":"red",\#(members)}"#
            let json = #"{"canvas":{"width":100,"height":60},"layers":[\#(fill)]}"#
            try renderer.check(Scene(json: Array(json.utf8)))
            let notice = renderer.notices.first
            #expect(words.map { notice?.hasPrefix($0) ?? false } ?? (notice == nil), "\(members): \(renderer.notices)")
        }
    }

    private func overlay(_ members: String) -> String {
        let notches = #""notches":[{"name":"min","extent":50},{"name":"max","extent":"80%"}]"#
        let layer = #"{"type":"overlay","fill":"black",\#(notches),\#(members)}"#
        return #"{"canvas":{"width":200,"height":300},"layers":[\#(layer)]}"#
    }

    @Test(
        "finds notches that are disabled or do not exist",
        arguments: [
            (#""disabled":["max"],"at":"max""#, "at", "the notch 'max' is disabled; the panel can be at 'min'"),
            (#""at":"mid""#, "at", "there is no notch 'mid'; the panel can be at 'min' or 'max'"),
            (#""disabled":["min","max"]"#, "disabled", "all notches are disabled; enable one of them, or set 'extent'"),
            (
                #""disabled":["mid"]"#, "disabled",
                "there is no notch 'mid' to disable; the panel can be at 'min' or 'max'"
            ),
            (
                #""transition":{"at":"mid"}"#, "transition.at",
                "there is no notch 'mid'; the panel can be at 'min' or 'max'"
            ),
        ])
    func notches(members: String, member: String, message: String) throws {
        #expect(try problems(overlay(members)) == [SceneProblem(path: "layers[0].\(member)", message: message)])
        // an overlay that was built in Swift
        var layer = OverlayLayer()
        (layer.notches, layer.at) = ([OverlayNotch("min", 50)], "mid")
        let error = #expect(throws: SceneError.self) { () throws in
            try SceneRenderer().check(
                Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.overlay(layer))]))
        }
        #expect(error?.problems.map(\.path) == ["layers[0].at"])
    }

    @Test("a panel moves between notches")
    func motion() throws {
        for (at, heights) in [
            (#"{"from":"min","to":"max"}"#, [50, 145, 240]), (#"{"from":"max","to":null}"#, [240, 145, 50]),
            (#""max""#, [240, 240, 240]),
        ] {
            let json =
                overlay(#""at":\#(at),"grabber":false,"cornerRadius":0"#).dropLast()
                + #","motion":{"easing":"linear"}}"#
            let animation = try SceneAnimation(json)
            #expect(try animation.isStill || SceneAnimation(animation.json) == animation)
            let drawn = try [0, 0.5, 1].map { time in
                let picture = try SceneRenderer().render(animation.scene(at: time))
                return (0..<300).count { picture[100, $0, 3] == 255 }
            }
            #expect(drawn == heights, "\(at)")
        }
    }

    @Test("an extension requires an image among the layers of the document")
    func extensions() throws {
        let nested = #"{"type":"stack","layers":[{"type":"image","image":"a.png"}]}"#
        let canvas = #""canvas":{"width":30,"height":20,"extend":{"leading":10}}"#
        var resources = SceneResources()
        let image = try PixelBuffer.noise(TestSupport.Size(9, 9), PixelFormat(.rgb), seed: 1)
        resources.files["a.png"] = try image.encoded(.png)
        let found = try problems("{\(canvas),\"layers\":[\(nested)]}", resources)
        #expect(found.map(\.path) == ["canvas.extend"] && found[0].message.contains("there is no image to extend"))
        #expect(try problems(#"{\#(canvas),"layers":[{"type":"image","image":"a.png"}]}"#, resources).isEmpty)
        let unchanged = canvas.replacing("10", with: "0")
        #expect(try problems("{\(unchanged),\"layers\":[\(nested)]}", resources).isEmpty)
    }

    @Test("a piece of glass without a size is as large as its label")
    func labels() throws {
        func frame(_ item: String) throws -> SceneRectangle {
            let json = #"{"canvas":{"width":600,"height":200},"layers":[{"type":"glass","items":[{\#(item)}]}]}"#
            guard case .glass(let glass)? = try Scene(json).layers.first?.content else {
                throw CancellationError()
            }
            let layout = try SceneLayout.of(width: 600, height: 200)
            let area = SceneRectangle(x: 0, y: 0, width: 600, height: 200)
            return try layout.frames(of: glass.items, glass, in: area)[0]
        }
        let text = #"{"type":"text","text":"Label","family":"DejaVu Sans","size":24,"padding":12}"#
        var layer = TextLayer("Label", size: 24)
        layer.family = "DejaVu Sans"
        let natural = try TextEngine().layout(layer, sizes: 24...24, width: 1e6, height: nil).size
        let hugging = try frame(#""alignment":"topLeading","label":[\#(text)]"#)
        #expect(hugging == SceneRectangle(x: 0, y: 0, width: natural.width + 24, height: natural.height + 24))
        // the background of a label has no size of its own, and icons have one
        let icon = #"{"type":"shape","shape":"circle","fill":"red","width":150,"padding":5}"#
        let mixed = try frame(#""label":[{"type":"fill","paint":"red"},\#(text),\#(icon)]"#)
        #expect(
            mixed == SceneRectangle(x: 220, y: (200 - natural.height - 24) / 2, width: 160, height: natural.height + 24)
        )
        #expect(
            try frame(#""width":300,"label":[\#(text)]"#).size == SceneSize(width: 300, height: natural.height + 24))
        for label in ["", #"{"type":"fill","paint":"red"}"#] {
            #expect(try frame(#""label":[\#(label)]"#).size == SceneSize(width: 600, height: 200))
        }
    }

    @Test("warns that one image of an animation is drawn, in all places that have images")
    func animations() throws {
        let still = try PixelBuffer.noise(Size(64, 48)).encoded(.png)
        let tools = try HEIFFiles()
        var sequence = try tools.encode(still, .avif)
        sequence.replaceSubrange(8..<12, with: Array("avis".utf8))
        let frames = FileEditing.addingPNGChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0], to: still)
        for (file, isAnimated) in [(still, false), (frames, true), (sequence, true)] {
            var resources = SceneResources()
            resources.files = ["a": file]
            let renderer = try SceneRenderer(resources)
            try renderer.check(
                Scene(
                    #"{"canvas":{"width":64,"height":48},"layers":[{"type":"image","image":"a"},"#
                        + #"{"type":"blur","mask":"a","matte":"a"}]}"#))
            let told = ["image", "mask", "matte"].enumerated().map { index, name in
                "layers[\(min(index, 1))].\(name): the \(name) is animated; only one of its images is read"
            }
            #expect(renderer.notices == (isAnimated ? told : []))
        }
    }
}
