import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Limits of varblur compose")
struct ComposeBudgetTests {
    /// A scene that takes almost as long as scenes may: many blurs of a large canvas.
    private static func slowScene(count: Int = 600) -> String {
        let blur = #"{"type":"blur","radius":100,"shape":"circle"}"#
        let layers = [String](repeating: blur, count: count).joined(separator: ",")
        return ##"{"canvas":{"width":1500,"height":1500,"background":"#123"},"layers":[\##(layers)]}"##
    }

    private func plan(_ sandbox: ComposeSandbox, _ scene: String, _ arguments: String...) throws -> JSONValue {
        let outcome = try Program.varblur.run(
            ["compose", "--dry-run", "--json", "--force"] + arguments + [scene, "out.png"], in: sandbox.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try result(outcome)
    }

    private func result(_ outcome: Program.Outcome) throws -> JSONValue {
        let document = try JSONParser.value(of: Array(outcome.output.prefix { $0 != 0x0A }))
        guard case .array(let results)? = document["results"] else { return document }
        return try #require(results.first)
    }

    private func memory(_ sandbox: ComposeSandbox, _ scene: String) throws -> Int {
        guard case .number(let text)? = try plan(sandbox, scene)["memory"] else { return 0 }
        return Int(text) ?? 0
    }

    @Test("A time limit ends any scene, names the layer, and leaves no output")
    func time() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.slowScene(), "slow.json")
        let message = try sandbox.message(75, "--timeout", "0.4", "slow.json", "out.png")
        #expect(message.contains("slow.json: layers[") && message.contains("longer than 0.4 seconds"), "\(message)")
        #expect(message.contains("raise --timeout"), "\(message)")
        let json = try Program.varblur.run(
            ["compose", "--json", "--timeout", "0.4", "slow.json", "out.png"], in: sandbox.directory.url)
        #expect(json.status == 75)
        #expect(try result(json)["error"]?["code"] == .string("timeout"))
    }

    @Test("A time limit ends a layer in which a library works for minutes")
    func timeOfLibraries() throws {
        let sandbox = try ComposeSandbox()
        // Pango breaks it into lines of one letter
        let text = String(repeating: "W", count: 19_000)
        try sandbox.add(
            """
            {"canvas":{"width":1000,"height":1000},"layers":[{"type":"fill","paint":"white"},
             {"type":"text","text":"\(text)","size":20,"width":1}]}
            """, "narrow.json")
        let message = try sandbox.message(75, "--timeout", "1", "narrow.json", "out.png")
        #expect(message.contains("layers[1]"), "\(message)")
    }

    @Test("Images that never arrive are waited for until the time limit")
    func pipes() throws {
        let sandbox = try ComposeSandbox()
        try #require(mkfifo(sandbox.directory.path("pipe.png"), 0o600) == 0)
        try sandbox.add(ComposeSandbox.photo("pipe.png"), "pipe.json")
        let message = try sandbox.message(75, "--timeout", "0.3", "pipe.json", "out.png")
        #expect(message.contains("pipe.json"), "\(message)")
    }

    @Test("In a batch, a scene that takes too long fails alone")
    func batch() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.slowScene(), "slow.json")
        let lines = [
            #"{"scene":"slow.json","output":"a.png","options":{"timeout":0.4}}"#,
            #"{"scene":"scene.json","output":"b.png","options":{"timeout":60}}"#,
            #"{"scene":"scene.json","output":"c.png","options":{"max-pixels":1000}}"#,
        ]
        let results = try sandbox.batch(lines, "--jobs", "1", "--quiet").results
        #expect(results.map { $0["status"] } == [.string("error"), .string("ok"), .string("error")])
        #expect(results[0]["error"]?["code"] == .string("timeout"))
        #expect(results[0].text.contains("layers["), "\(results[0].text)")
        #expect(try sandbox.directory.names().contains("b.png"))
    }

    @Test("Canvases and memory have limits, which are checked before anything is drawn")
    func memoryLimits() throws {
        let sandbox = try ComposeSandbox()
        let pixels = try sandbox.message(65, "--max-pixels", "1000", "scene.json", "out.png")
        #expect(pixels.contains("canvas: ") && pixels.contains("(raise --max-pixels, or "), "\(pixels)")
        try sandbox.add(ComposeSandbox.photo("photo.png"), "image.json")
        try sandbox.directory.write(
            PixelBuffer.noise(Size(2000, 1500), PixelFormat(.rgb)).encoded(.png), to: "photo.png")
        let image = try sandbox.message(65, "--max-memory", "5M", "image.json", "out.png")
        #expect(image.contains("photo.png: ") && image.contains("(raise --max-memory, or "), "\(image)")
        try sandbox.add(
            ##"{"canvas":{"width":8192,"height":8192},"layers":[{"type":"fill","paint":"#123"}]}"##, "large.json")
        for arguments in [[], ["--dry-run"]] {
            let outcome = try Program.varblur.run(
                ["compose", "--max-memory", "100M"] + arguments + ["large.json", "out.png"], in: sandbox.directory.url)
            #expect(outcome.status == 65 && outcome.errors.contains("memory"), "\(outcome.errors)")
        }
        #expect(try memory(sandbox, "large.json") > 8192 * 8192 * 4 * 2)
    }

    @Test("The estimated memory suffices, because it is a limit at which scenes are drawn")
    func estimates() throws {
        let sandbox = try ComposeSandbox()
        let photo = try TestContent.natural.image(Size(900, 600))
        try sandbox.directory.write(photo.encoded(.png), to: "photo.png")
        func layers(_ layers: String) -> String {
            ##"{"canvas":{"width":1200,"height":800,"background":"#345"},"layers":[\##(layers)]}"##
        }
        let scenes = [
            layers(#"{"type":"image","image":"photo.png"}"#),
            layers(
                (0..<12).map { #"{"type":"image","image":"photo.png","padding":{"top":\#($0)}}"# }.joined(
                    separator: ",")),
            layers(
                #"{"type":"blur","radius":30,"direction":"bottom"},{"type":"blur","radius":80,"shape":"circle","opacity":0.5}"#
            ),
            layers(
                #"{"type":"glass","spacing":90,"items":[{"shape":"circle","width":700,"height":700},{"shape":"circle","width":400,"height":400}]}"#
            ),
            layers(#"{"type":"text","text":"A line of text","size":200,"minContrast":4.5,"shadow":{"radius":40}}"#),
            layers(
                ##"{"type":"shape","shape":"circle","fill":"#fff8","stroke":"#000","strokeWidth":30,"shadow":{"radius":90},"opacity":0.3}"##
            ),
            layers(
                ##"{"type":"stack","opacity":0.5,"layers":[{"type":"stack","opacity":0.5,"layers":[{"type":"shape","shape":"circle","fill":"#fff","opacity":0.5,"width":700,"height":700}]}]}"##
            ),
            #"{"canvas":{"extend":{"leading":300}},"layers":[{"type":"image","image":"photo.png"}]}"#,
        ]
        for (index, scene) in scenes.enumerated() {
            try sandbox.add(scene, "scene-\(index).json")
            let memory = try memory(sandbox, "scene-\(index).json")
            let outcome = try Program.varblur.run(
                ["compose", "--force", "--max-memory", "\(memory)", "scene-\(index).json", "out.png"],
                in: sandbox.directory.url)
            #expect(outcome.status == 0, "\(index): \(outcome.errors)")
            // not so generous that it says nothing
            #expect(memory < 40 * 4 * 1200 * 800, "\(index): \(memory)")
        }
    }

    @Test(
        "Texts with a contrast take no more memory than estimated, apart from that of a small scene",
        arguments: ["#fff", "#ffffffb0"],
        ["M", "A long text in words of many letters", "i i i i i i i i i i i i i i i"])
    func readableText(color: String, text: String) throws {
        let sandbox = try ComposeSandbox()
        try sandbox.directory.write(PixelBuffer.noise(Size(300, 200)).encoded(.png), to: "photo.png")
        let size = text.utf8.count == 1 ? 1900 : 400
        try sandbox.add(
            ##"""
            {"canvas":{"width":3000,"height":2000},"layers":[{"type":"image","image":"photo.png"},
             {"type":"text","text":"\##(text)","size":\##(size),"color":"\##(color)","minContrast":1.5}]}
            """##, "text.json")
        func peak(_ scene: String) throws -> Int {
            try #require(
                try Program.varblur.peakMemory(
                    ["compose", "--quiet", "--force", scene, "out.png"], in: sandbox.directory.url))
        }
        let estimate = try memory(sandbox, "text.json")
        let used = try peak("text.json") - peak("scene.json")
        #expect(used <= estimate && estimate < 10 * 4 * 3000 * 2000, "\(used) bytes, estimated as \(estimate)")
    }

    @Test("The scenes of the project are drawn within their estimates")
    func examples() throws {
        let sandbox = try ComposeSandbox()
        let scenes = ComposeSandbox.repository.appending(path: "scenes")
        let names = try FileManager.default.contentsOfDirectory(atPath: scenes.path).filter { $0.hasSuffix(".json") }
        #expect(names.count >= 4)
        for name in names {
            let memory = try memory(sandbox, scenes.appending(path: name).path)
            let outcome = try Program.varblur.run(
                [
                    "compose", "--quiet", "--force", "--max-memory", "\(memory)", scenes.appending(path: name).path,
                    "out.png",
                ],
                in: sandbox.directory.url)
            #expect(outcome.status == 0, "\(name): \(outcome.errors)")
        }
    }

    @Test("Sizes of fonts have a limit, and texts beyond the canvas take no memory")
    func fonts() throws {
        let sandbox = try ComposeSandbox()
        func scene(_ size: Int) -> String {
            #"{"canvas":{"width":1000,"height":1000},"layers":[{"type":"text","text":"W","size":\#(size),"minContrast":4.5}]}"#
        }
        try sandbox.add(scene(1_000_000), "far.json")
        #expect(try sandbox.message(65, "far.json", "out.png").contains("layers[0].size: "))
        try sandbox.add(scene(9000), "large.json")
        try sandbox.draw("--max-memory", "64M", "--timeout", "60", "large.json", "out.png")
    }

    @Test("A path of thousands of crossing lines is drawn in seconds")
    func crossingLines() throws {
        let sandbox = try ComposeSandbox()
        var random = SplitMix64(seed: 4)
        let points = (0..<12_000).map { _ in
            "\(Int.random(in: 0...1000, using: &random)) \(Int.random(in: 0...1000, using: &random))"
        }
        try sandbox.add(
            """
            {"canvas":{"width":200,"height":200},"layers":[{"type":"shape","fill":"#000",
             "shape":{"type":"path","data":"M\(points.joined(separator: " "))Z"}}]}
            """, "path.json")
        try sandbox.draw("--timeout", "60", "path.json", "out.png")
    }
}
