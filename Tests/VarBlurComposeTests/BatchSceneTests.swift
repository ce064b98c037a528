import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Batches of scenes")
struct BatchSceneTests {
    @Test("A line draws a scene from a file or in the line, with values")
    func results() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(ComposeSandbox.photo("../photo.png"), "scenes/photo.json")
        let (outcome, results) = try sandbox.batch([
            #"{"id":1,"scene":"scene.json","output":"a.png"}"#,
            #"{"id":3,"scene":"scene.json","set":{"box.paint":"lime","canvas.width":50},"output":"new/c.png"}"#,
            #"{"id":4,"scene":{"layers":[{"type":"image","image":"photo.png"}]},"output":"d.png"}"#,
            #"{"id":5,"scene":"scenes/photo.json","output":"e.png","options":{"png-compression":"fast"}}"#,
            #"{"id":6,"scene":"scene.json","output":{"inline":"webp"},"options":{"at":0,"webp-quality":"lossless"}}"#,
            #"{"id":7,"scene":"scene.json","output":"f.png","options":{"frames":3}}"#,
        ])
        #expect(outcome.status == 0 && outcome.errors == "6 jobs: 6 ok\n", "\(outcome.errors)")
        #expect(results.map { $0["id"]?.text } == ["1", "3", "4", "5", "6", "7"])
        #expect(results.allSatisfy { $0["status"] == .string("ok") }, "\(results.map(\.text))")
        try sandbox.draw("scene.json", "a1.png")
        #expect(try sandbox.directory.read("a.png") == sandbox.directory.read("a1.png"))
        #expect(try results[0]["bytesOut"] == .integer(sandbox.directory.read("a.png").count))
        #expect(results[0]["scene"] == .string("scene.json") && results[0]["input"] == .null)
        #expect(results[1]["width"] == .integer(50) && results[1]["output"] == .string("new/c.png"))
        #expect(try sandbox.color("new/c.png", 3, 3) == [0, 255, 0])
        for name in ["d.png", "e.png"] {
            #expect(try sandbox.picture(name).sampleValues() == sandbox.picture("photo.png").sampleValues())
        }
        #expect(results[2]["scene"] == .null && results[3]["settings"]?["png-compression"] == .string("fast"))
        #expect(results[4]["settings"]?["at"] == .string("0") && results[4]["settings"]?["max-radius"] == nil)
        guard case .string(let base64)? = results[4]["output"]?["base64"] else { throw ComposeReportError() }
        let picture = try PixelBuffer.decoded([UInt8](#require(Data(base64Encoded: base64))))
        #expect((0..<3).map { picture[3, 3, $0] } == [0, 0, 255])
        #expect(results[4]["output"]?["format"] == .string("webp") && results[5]["frames"] == .integer(3))
        #expect(try sandbox.directory.names().filter { $0.hasPrefix("f-") }.count == 3)
        try checkSchema("result", results.map(\.text))
    }

    @Test("A string that is set stays a string, and null, numbers, and objects keep their types")
    func assignments() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(#"{"canvas":{"width":9,"height":9},"layers":[{"type":"text","id":"t","text":"x"}]}"#, "t.json")
        let (_, results) = try sandbox.batch([
            #"{"scene":"t.json","set":{"t.text":"{\"from\":1}"},"output":"a.png"}"#,
            #"{"scene":"t.json","set":{"t.text":true},"output":"b.png"}"#,
            #"{"scene":"scene.json","set":{"box.width":"10"},"output":"c.png"}"#,
            #"{"scene":"scene.json","set":{"box.width":null,"box.height":"50%"},"output":"d.png"}"#,
            #"{"scene":"scene.json","set":{"box.width":{"from":10,"to":30}},"output":"e.png"}"#,
        ])
        #expect(
            results.map { $0["error"]?["code"] } == [nil, .string("invalidScene"), .string("invalidScene"), nil, nil])
        #expect(results[1]["error"]?["message"]?.text.contains("layers[0].text") ?? false, "\(results[1].text)")
        #expect(try sandbox.color("d.png", 39, 14) == [255, 255, 255])
        #expect(try sandbox.color("e.png", 29, 3) == [255, 255, 255] && sandbox.color("e.png", 30, 3) == [255, 0, 0])
    }

    @Test("All mistakes of a scene are in its result, with their paths")
    func mistakes() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(ComposeSandbox.photo("none.png"), "photo.json")
        let (outcome, results) = try sandbox.batch(
            [
                #"{"scene":{"layers":[{"type":"text","text":true,"size":-1}]},"output":"a.png"}"#,
                #"{"scene":"none.json","output":"a.png"}"#, #"{"scene":"photo.json","output":"a.png"}"#,
                #"{"scene":"scene.json","output":"a.gif"}"#, #"{"scene":"scene.json","output":"photo.png"}"#,
                #"{"scene":"scene.json","set":{"bx.width":1},"output":"a.png"}"#,
            ], "--fail-on-error")
        #expect(outcome.status == 1 && outcome.errors == "6 jobs: 0 ok, 6 errors\n", "\(outcome.errors)")
        let errors = results.map { $0["error"] ?? .null }
        #expect(errors.map { $0["exit"]?.text } == ["64", "66", "66", "64", "73", "64"])
        guard case .array(let messages)? = errors[0]["messages"] else { throw ComposeReportError() }
        // the canvas has no size
        #expect(messages.count == 3 && messages[0].text.contains("line 1: canvas: "))
        #expect(messages.dropFirst().allSatisfy { $0.text.contains("line 1: layers[0].") })
        for (error, words) in zip(
            errors.dropFirst(),
            [
                "none.json: cannot open", "layers[0].image", "use \(OutputFormat.extensions)", "'force': true",
                "did you mean 'box'?",
            ])
        {
            #expect(error["message"]?.text.contains(words) ?? false, "\(error.text)")
        }
        #expect(try !sandbox.directory.names().contains("a.png"))
        try checkSchema("result", results.map(\.text))
    }

    @Test(
        "A line with a scene that is not a job has an error as its result, and does not match the schema",
        arguments: [
            (#"{"scene":"scene.json"}"#, "'output' is missing"),
            (#"{"scene":3,"output":"a.png"}"#, "'scene' must be the path of a scene, or a scene"),
            (#"{"scene":"","output":"a.png"}"#, "'scene' is missing or not a path"),
            (#"{"scene":"-","output":"a.png"}"#, "standard stream"),
            (#"{"scene":"scene.json","output":"-"}"#, "standard stream"),
            (#"{"scene":"scene.json","input":"photo.png","output":"a.png"}"#, "use varblur batch"),
            (#"{"set":{},"input":"photo.png","output":"a.png"}"#, "use varblur batch"),
            (#"{"scene":"scene.json","set":[],"output":"a.png"}"#, "'set' must be an object"),
            (
                #"{"scene":"scene.json","output":"a.png","options":{"max-radius":3}}"#,
                "'max-radius' does not apply to scenes"
            ),
            (
                #"{"scene":"scene.json","output":"a.png","options":{"confine":"/"}}"#,
                "varblur compose --batch --confine"
            ),
            (#"{"scene":"scene.json","output":"a.png","options":{"at":2}}"#, "from 0"),
            (#"{"scene":"scene.json","output":"a.png","options":{"sandbox":"on"}}"#, "cannot be set in a job"),
            (#"{"output":"a.png"}"#, "'scene' must be the path of a scene, or a scene"),
            (#"{"scene":"scene.json","output":"a.png","sets":{}}"#, "did you mean 'set'?"),
            (#"{"scene":"scene.json","output":"a.png"} x"#, "invalid JSON"),
        ])
    func malformed(line: String, words: String) throws {
        let sandbox = try ComposeSandbox()
        let result = try #require(try sandbox.batch([line]).results.first)
        #expect(result["error"]?["exit"] == .integer(64), "\(result.text)")
        #expect(result["error"]?["message"]?.text.contains(words) ?? false, "\(result.text)")
        #expect(try sandbox.directory.names() == ["photo.png", "scene.json"])
        if !line.hasSuffix("x") { try checkSchema("scene-job", [line], isValid: false) }
    }

    @Test("Lines with scenes match the schema of jobs")
    func schema() throws {
        try checkSchema(
            "scene-job",
            [
                #"{"scene":"a.json","output":"a.png"}"#,
                #"{"id":1,"scene":{"layers":[]},"set":{"a.text":"x"},"output":{"inline":null},"options":{"at":"0.5"}}"#,
                #"{"scene":"a.json","output":"a.png","options":{"frames":30,"if-exists":"skip-same","timeout":3}}"#,
            ])
    }

    @Test("--at and --frames, frames in the result, and --fps without frames are errors")
    func contradictions() throws {
        let sandbox = try ComposeSandbox()
        for (line, words) in [
            (#"{"scene":"scene.json","output":"a.png","options":{"at":0,"frames":2}}"#, "'at' and 'frames'"),
            (#"{"scene":"scene.json","output":{"inline":null},"options":{"frames":2}}"#, "need a path"),
            (#"{"scene":"scene.json","output":{"inline":"png"},"options":{"format":"jpeg"}}"#, "contradict"),
            (#"{"scene":"scene.json","output":"a.png","options":{"fps":10}}"#, "'fps' requires 'frames'"),
        ] {
            let result = try #require(try sandbox.batch([line]).results.first)
            #expect(result["error"]?["message"]?.text.contains(words) ?? false, "\(result.text)")
        }
    }

    @Test("Options of the batch that apply to scenes are defaults, and images are confined in all lines")
    func defaults() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(ComposeSandbox.photo("../photo.png"), "scenes/photo.json")
        try sandbox.directory.write(sandbox.directory.read("photo.png"), to: "scenes/own.png")
        let (_, results) = try sandbox.batch(
            [
                #"{"scene":"scenes/photo.json","output":"a.jpg"}"#,
                #"{"scene":"scenes/photo.json","set":{"photo.image":"own.png"},"output":"b.jpg"}"#,
                #"{"scene":{"layers":[{"type":"image","image":"photo.png"}]},"output":"c.jpg"}"#,
            ], "--confine", "scenes", "--jpeg-quality", "30")
        #expect(results.map { $0["status"]?.text } == [#""error""#, #""ok""#, #""error""#])
        #expect(results[0]["error"]?["message"]?.text.contains("outside of the directory") ?? false)
        #expect(
            results[0]["settings"]?["jpeg-quality"] == .string("30") && results[0]["settings"]?["max-radius"] == nil)
        try sandbox.draw("--jpeg-quality", "30", "--set", "photo.image=own.png", "scenes/photo.json", "b1.jpg")
        #expect(try sandbox.directory.read("b.jpg") == sandbox.directory.read("b1.jpg"))
    }

    @Test("A batch is resumed: what was drawn from the same scene, values, and images is skipped")
    func resumption() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(ComposeSandbox.photo("photo.png"), "photo.json")
        func run(_ color: String = "#00ff00", _ options: String = "{}") throws -> [String?] {
            try sandbox.batch(
                [
                    #"{"scene":"scene.json","set":{"box.paint":"\#(color)"},"output":"a.png","options":\#(options)}"#,
                    #"{"scene":"photo.json","output":"b.jpg"}"#,
                    #"{"scene":"scene.json","output":"c.png","options":{"frames":3}}"#,
                ], "--if-exists", "skip-same"
            ).results.map { if case .string(let status)? = $0["status"] { status } else { nil } }
        }
        #expect(try run() == ["ok", "ok", "ok"])
        #expect(try run() == ["skipped", "skipped", "skipped"])
        #expect(try run("#00fe00") == ["ok", "skipped", "skipped"])
        #expect(try run("#00fe00", #"{"png-compression":"fast"}"#) == ["ok", "skipped", "skipped"])
        #expect(try run("#0000ff", #"{"if-exists":"skip"}"#) == ["skipped", "skipped", "skipped"])
        #expect(try run("#0000ff", #"{"if-exists":"error"}"#) == ["error", "skipped", "skipped"])
        let frame = try sandbox.directory.read("c-0002.png")
        try FileManager.default.removeItem(at: sandbox.directory.url.appending(path: "c-0002.png"))
        try sandbox.directory.write(
            try PixelBuffer.noise(Size(33, 24), PixelFormat(.rgb)).encoded(.png), to: "photo.png")
        #expect(try run("#0000ff", #"{"no-digest":true,"if-exists":"overwrite"}"#) == ["ok", "ok", "ok"])
        #expect(try sandbox.directory.read("c-0002.png") == frame)
        #expect(try run("#0000ff") == ["ok", "skipped", "skipped"])
    }

    @Test("varblur batch refuses lines with scenes, and blurs the others")
    func otherBatch() throws {
        let sandbox = try ComposeSandbox()
        let lines = [
            #"{"id":1,"scene":"scene.json","output":"a.png"}"#, #"{"id":2,"input":"photo.png","output":"b.png"}"#,
            #"{"input":"photo.png","output":"c.png","options":{"at":0.5}}"#,
        ]
        let outcome = try Program.varblur.run(
            ["batch", "--no-settings"], input: Data(lines.joined(separator: "\n").utf8), in: sandbox.directory.url)
        let results = try ComposeSandbox.results(outcome)
        #expect(results.map { $0["status"] } == [.string("error"), .string("ok"), .string("error")])
        #expect(results[0]["error"]?["message"]?.text.contains("varblur compose --batch") ?? false)
        #expect(results[2]["error"]?["message"]?.text.contains("'at' applies to scenes only") ?? false)
        #expect(try sandbox.directory.names() == ["b.png", "photo.png", "scene.json"])
        try checkSchema("result", results.map(\.text))
        try checkSchema("job", [lines[0], lines[2]], isValid: false)
    }

    @Test(
        "Options that a batch does not have, and options that only a batch has, are usage errors",
        arguments: [
            (["--batch", "scene.json", "a.png"], "--batch takes scenes from standard input"),
            (["--batch", "--set", "box.width=3"], "--batch and --set cannot be combined"),
            (["--batch", "--list-values"], "--batch and --list-values cannot be combined"),
            (["--batch", "--json"], "--batch and --json cannot be combined"),
            (["--batch", "--dry-run"], "--batch and --dry-run cannot be combined"),
            (["--batch", "--confine", "none"], "is not an existing directory"),
            (["--jobs", "2", "scene.json", "a.png"], "--jobs requires --batch"),
            (["--verbose", "scene.json", "a.png"], "--verbose requires --batch"),
            (["--shard", "1/2", "scene.json", "a.png"], "--shard requires --batch"),
        ])
    func usage(arguments: [String], words: String) throws {
        let sandbox = try ComposeSandbox()
        let outcome = try Program.varblur.run(["compose"] + arguments, input: Data(), in: sandbox.directory.url)
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try sandbox.directory.names() == ["photo.png", "scene.json"])
    }

    @Test("A shard draws a part of the lines, lines are printed, and directories are not created if they must not be")
    func runOptions() throws {
        let sandbox = try ComposeSandbox()
        let lines = [
            #"{"id":1,"scene":"scene.json","output":"a.png"}"#, "",
            #"{"id":2,"scene":"scene.json","output":"new/b.png"}"#,
            #"{"id":3,"scene":"scene.json","output":"c.png"}"#,
        ]
        let (outcome, results) = try sandbox.batch(lines, "--shard", "1/2", "--verbose")
        #expect(results.map { $0["id"]?.text } == ["1", "3"] && results.map { $0["line"]?.text } == ["1", "4"])
        let printed = outcome.errors.split(separator: "\n")
        #expect(printed.count == 3 && printed[0].hasPrefix("scene.json -> a.png  40×30  "), "\(outcome.errors)")
        let (second, missing) = try sandbox.batch(
            lines, "--shard", "2/2", "--no-mkdir", "--fail-on-error", "--quiet")
        #expect(second.status == 1 && second.errors.isEmpty)
        #expect(missing.map { $0["error"]?["code"] } == [.string("cannotCreate")])
        #expect(try sandbox.directory.names() == ["a.png", "c.png", "photo.png", "scene.json"])
    }

    @Test("Lines have the length that jobs without images have")
    func longLines() throws {
        let sandbox = try ComposeSandbox()
        let results = try sandbox.batch([
            #"{"id":"\#(String(repeating: "x", count: 5000))","scene":"scene.json","output":"a.png"}"#,
            #"{"scene":"\#(String(repeating: "x", count: 1 << 20))","output":"b.png"}"#,
            #"{"id":3,"scene":"scene.json","output":"c.png"}"#,
        ]).results
        #expect(results.map { $0["status"] } == [.string("error"), .string("error"), .string("ok")])
        #expect(results[0]["error"]?["message"]?.text.contains("'id' is longer than 4096 bytes") ?? false)
        #expect(results[1]["error"]?["message"]?.text.contains("longer than 1048576 bytes") ?? false)
        try checkSchema("result", results.map(\.text))
    }

    @Test("A scene that needs more memory than it may fails alone, whatever others use")
    func memory() throws {
        let sandbox = try ComposeSandbox()
        let large = ##""scene":{"canvas":{"width":3000,"height":2000},"layers":[{"type":"fill","paint":"#123"}]}"##
        let lines = (0..<12).map { index in
            #"{\#(large),"output":"\#(index).png","options":{"max-memory":"\#(index.isMultiple(of: 3) ? "50M" : "150M")"}}"#
        }
        let results = try sandbox.batch(lines, "--jobs", "4").results
        for (index, result) in results.enumerated() {
            let isLimited = index.isMultiple(of: 3)
            #expect(result["error"]?["code"] == (isLimited ? .string("overLimit") : nil), "\(result.text)")
        }
    }
}
