import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The scales of varblur compose")
struct ComposeScaleTests {
    @Test("--scale multiplies the size of the picture, and takes the place of the scale of the canvas")
    func scale() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.draw("--scale", "2", "scene.json", "a.png")
        let picture = try sandbox.picture("a.png")
        #expect(picture.width == 80 && picture.height == 60)
        #expect(
            try sandbox.color("a.png", 39, 19) == [255, 255, 255] && sandbox.color("a.png", 40, 19) == [255, 0, 0])
        try sandbox.draw("--set", "canvas.scale=2", "scene.json", "b.png")
        #expect(try sandbox.picture("b.png").sampleValues() == picture.sampleValues())
        try sandbox.draw("--set", "canvas.scale=3", "--scale", "0.5", "scene.json", "c.png")
        #expect(try sandbox.picture("c.png").width == 20)
        let report = try JSONValue.report(sandbox.draw("--json", "--scale", "1.5", "scene.json", "d.png"))
        #expect(report["width"] == .integer(60) && report["height"] == .integer(45))
    }

    @Test("Several factors write a file for each, whose name says which")
    func files() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.draw("--scale", "1, 2,2.5,2", "scene.json", "out.png")
        #expect(try sandbox.directory.names() == ["out.png", "out@2.5x.png", "out@2x.png", "photo.png", "scene.json"])
        for (name, width) in [("out.png", 40), ("out@2x.png", 80), ("out@2.5x.png", 100)] {
            #expect(try sandbox.picture(name).width == width)
        }
        try sandbox.draw("--scale", "2", "scene.json", "single.png")
        #expect(try sandbox.directory.read("single.png") == sandbox.directory.read("out@2x.png"))
        try sandbox.draw("--scale", "1,3", "--frames", "2", "scene.json", "f.jpg")
        let frames = try sandbox.directory.names().filter { $0.hasPrefix("f") }
        #expect(frames == ["f-0001.jpg", "f-0002.jpg", "f@3x-0001.jpg", "f@3x-0002.jpg"])
        #expect(try sandbox.picture("f@3x-0002.jpg").width == 120)
        // files that exist are left alone, all others are drawn
        let before = try sandbox.directory.read("out.png")
        let report = try JSONValue.report(
            sandbox.draw("--json", "--if-exists", "skip-same", "--scale", "1,4", "scene.json", "out.png"))
        #expect(report["status"] == .string("ok") && report["digest"] == nil)
        guard case .array(let outputs)? = report["outputs"] else {
            Issue.record("there are no outputs")
            return
        }
        #expect(outputs.map { $0["status"] } == [.string("skipped"), .string("ok")])
        #expect(try sandbox.directory.read("out.png") == before && sandbox.picture("out@4x.png").width == 160)
    }

    @Test("The report of several factors has an entry for each, with its size and digest")
    func report() throws {
        let sandbox = try ComposeSandbox()
        func outputs(_ arguments: String...) throws -> (JSONValue, [JSONValue]) {
            let report = try JSONValue.report(sandbox.draw(["--json"] + arguments + ["scene.json", "out.png"]))
            guard case .array(let outputs)? = report["outputs"] else { return (report, []) }
            return (report, outputs)
        }
        let (plan, planned) = try outputs("--dry-run", "--scale", "2,0.5")
        #expect(plan["status"] == .string("planned") && planned.map { $0["width"] } == [.integer(80), .integer(20)])
        let (report, written) = try outputs("--scale", "2,0.5")
        #expect(report["output"] == .null && report["width"] == .integer(80))
        #expect(written.map { $0["output"] } == [.string("out@2x.png"), .string("out@0.5x.png")])
        #expect(written.map { $0["scale"] } == [.integer(2), .decimal(0.5)])
        #expect(written.map { $0["width"] } == [.integer(80), .integer(20)])
        #expect(written.map { $0["height"] } == [.integer(60), .integer(15)])
        var total = 0
        for (output, name) in zip(written, ["out@2x.png", "out@0.5x.png"]) {
            let bytes = try sandbox.directory.read(name)
            total += bytes.count
            #expect(output["status"] == .string("ok") && output["bytesOut"] == .integer(bytes.count))
        }
        #expect(report["bytesOut"] == .integer(total))
        // each digest is that of a run with one scale
        for (output, scale) in zip(written, ["2", "0.5"]) {
            let (single, none) = try outputs("--force", "--scale", scale)
            #expect(none.isEmpty && single["digest"] == output["digest"] && single["digest"] != nil)
        }
        let (frames, entries) = try outputs("--force", "--frames", "2", "--scale", "1,3")
        #expect(frames["frames"] == .integer(2) && entries.allSatisfy { $0["digest"] == nil })
        #expect(entries.map { $0["output"] } == [.string("out.png"), .string("out@3x.png")])
        let byteCount = try ["out@3x-0001.png", "out@3x-0002.png"].reduce(0) {
            try $0 + sandbox.directory.read($1).count
        }
        #expect(entries.last?["bytesOut"] == .integer(byteCount))
    }

    @Test("A scale is part of the digest")
    func digest() throws {
        let sandbox = try ComposeSandbox()
        for (scale, status) in [("2", "ok"), ("2", "skipped"), ("3", "ok")] {
            let report = try JSONValue.report(
                sandbox.draw("--json", "--if-exists", "skip-same", "--scale", scale, "scene.json", "a.png"))
            #expect(report["status"] == .string(status), "\(scale)")
        }
    }

    @Test("Lines of a batch have scales of their own")
    func batch() throws {
        let sandbox = try ComposeSandbox()
        let (outcome, results) = try sandbox.batch([
            #"{"scene":"scene.json","output":"a.png","options":{"scale":2}}"#,
            #"{"scene":"scene.json","output":"b.png","options":{"scale":"1,2"}}"#,
            #"{"scene":"scene.json","output":{"inline":"png"},"options":{"scale":"1,2"}}"#,
            #"{"scene":"scene.json","output":"c.png","options":{"scale":99}}"#,
        ])
        #expect(outcome.status == 0 && results.count == 4)
        let statuses = ["ok", "ok", "error", "error"].map { JSONValue.string($0) }
        #expect(results.sorted { $0["line"]?.text ?? "" < $1["line"]?.text ?? "" }.map { $0["status"] } == statuses)
        #expect(try sandbox.picture("a.png").width == 80 && sandbox.picture("b@2x.png").width == 80)
    }

    @Test(
        "Factors out of range, and several ones without a file, are errors",
        arguments: [
            (["--scale", "0"], "from 0.1 to 8"), (["--scale", "2x"], "such as 1,2,3"),
            (["--scale", "1,,2"], "such as 1,2,3"),
            (["--scale", "9"], "from 0.1 to 8"),
        ])
    func mistakes(arguments: [String], message: String) throws {
        let sandbox = try ComposeSandbox()
        let outcome = try Program.varblur.run(
            ["compose"] + arguments + ["scene.json", "a.png"], in: sandbox.directory.url)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try sandbox.message(64, "--scale", "1,2", "--frames", "2", "scene.json", "-").contains("--scale"))
        #expect(try sandbox.message(64, "--list-values", "--scale", "2", "scene.json").contains("draws nothing"))
    }
}
