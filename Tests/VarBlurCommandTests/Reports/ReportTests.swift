import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Reports")
struct ReportTests {
    private func checkSchema(_ name: String, _ values: [JSONValue]) throws {
        let schema = repository.appending(path: "share/varblur/\(name).schema.json").path
        #expect(try SchemaCheck.problems(schema, values.map(\.text)) == "")
    }

    @Test("The document contains the result of each image, and standard output contains nothing else")
    func document() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write([1], "bad.png")
        let first = try sandbox.run("in.png", "bad.png", "--out-dir", "out", "--json")
        #expect(first.status == 1 && first.errors.contains("bad.png"))
        let document = try JSONParser.value(of: [UInt8](first.output))
        #expect(document["version"] == .integer(2))
        #expect(document["summary"]?["ok"] == .integer(1) && document["summary"]?["errors"] == .integer(1))
        let results = try #require(document["results"]?.values)
        try #require(results.count == 2)
        #expect(results.map { $0["status"]?.string } == ["ok", "error"])
        for stage in ["read", "decode", "blur", "encode", "write"] { #expect(results[0]["timings"]?[stage] != nil) }
        let second = try sandbox.run(
            "in.png", "bad.png", "--out-dir", "out", "--if-exists", "skip-same", "--json", "document")
        let third = try sandbox.run("in.png", "--out-dir", "other", "--dry-run", "--json")
        let documents = [document] + (try [second, third].map { try JSONParser.value(of: [UInt8]($0.output)) })
        #expect(documents[1]["summary"]?["skipped"] == .integer(1))
        try checkSchema("result", documents)
    }

    @Test("Each image has one line of JSON, in the order of the inputs, and all lines match the schema")
    func lines() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("1.png", "2.png", "3.png")
        try sandbox.write([1], "4.png")
        let outcome = try sandbox.run(
            "3.png", "1.png", "4.png", "2.png", "--out-dir", "out", "--jobs", "4", "--json", "lines")
        let results = try JSONValue.lines(outcome.output)
        #expect(results.map { $0["input"]?.string } == ["3.png", "1.png", "4.png", "2.png"])
        let skipped = try sandbox.run("3.png", "--out-dir", "out", "--if-exists", "skip", "--json=lines")
        let planned = try sandbox.run("3.png", "--out-dir", "new", "--dry-run", "--light", "linear", "--json=lines")
        let batch = try sandbox.batch([
            "nonsense", CommandSandbox.job("1.png", "b.png"), CommandSandbox.job("4.png", "c.png"),
            #"{"input":"1.png","output":{"inline":"webp"}}"#,
        ])
        let all =
            results + (try JSONValue.lines(skipped.output)) + (try JSONValue.lines(planned.output)) + batch.results
        #expect(
            all.map { $0["status"]?.string } == [
                "ok", "ok", "error", "ok", "skipped", "planned", "error", "ok", "error", "ok",
            ])
        try checkSchema("result", all)
    }

    @Test("A dry run has the warnings of the run, as far as they are known before the pixels are decoded")
    func plannedWarnings() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(PixelBuffer.noise(Size(32, 24), PixelFormat(.gray, .sixteen)).encoded(.png), "deep.png")
        try sandbox.write(PixelBuffer.noise(Size(9, 9), PixelFormat(.rgb)).encoded(.png), "colors.png")
        let cases: [[String]] = [
            ["in.png", "--widths", "16,900", "--out-dir", "out"], ["deep.png", "out.jpg"],
            ["deep.png", "--tint", "red", "out.png"], ["in.png", "--mask", "colors.png", "out.png"],
            ["in.png", "--widths", "16,900", "--formats", "png,webp", "--tint", "red", "--mask", "colors.png"],
            ["in.png", "out.png"],
        ]
        for arguments in cases {
            let copy = try CommandSandbox(copying: sandbox)
            let (planned, done) = (
                try copy.check(["--dry-run", "--json=lines"] + arguments), try copy.check(["--json=lines"] + arguments)
            )
            let results = try [planned, done].map { try JSONValue.lines($0.output) }
            let warnings = results.map { $0.map { $0["warnings"]?.text } }
            #expect(warnings[0] == warnings[1] && warnings[0].first != .some(nil), "\(arguments)")
            #expect((warnings[0].first == "[]") == (arguments == cases.last), "\(warnings)")
            let shown = [planned, done].map { outcome in
                outcome.errors.split(separator: "\n").filter { $0.contains("warning") }
            }
            #expect(shown[0] == shown[1], "\(shown)")
            try checkSchema("result", results[0])
        }
        try sandbox.add("old.png")
        let replaced = try sandbox.check(["--dry-run", "--force", "--json=lines", "deep.png", "old.png"])
        #expect(replaced.errors.contains("it would replace 'old.png'"), "\(replaced.errors)")
    }

    @Test("The result tells what happened to a gain map")
    func gainMap() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(HDRFile(size: Size(64, 48)).bytes(), "in.jpg")
        let runs = [
            try sandbox.run("in.jpg", "out.jpg", "--json=lines"),
            try sandbox.run("in.jpg", "bare.jpg", "--strip", "gain-map", "--json=lines"),
            try sandbox.run("in.jpg", "out.png", "--json=lines"),
            try sandbox.run("in.png", "other.png", "--json=lines"),
            try sandbox.run("in.jpg", "--widths", "16,32", "--name-template", "{name}-{width}.jpg", "--json=lines"),
        ]
        let results = try runs.flatMap { try JSONValue.lines($0.output) }
        #expect(results.map { $0["gainMap"]?.string } == ["kept", "dropped", "dropped", nil, "kept", "kept"])
        #expect(
            results.map { $0["warnings"]?.values?.compactMap(\.string) ?? [] } == [
                [], [], ["the gain map is not copied: PNG outputs have none, but JPEG and AVIF outputs have"], [], [],
                [],
            ])
        try checkSchema("result", results)
    }

    @Test("Example jobs match the schema")
    func jobs() throws {
        let lines = [
            CommandSandbox.job("a.png", "b.png"),
            CommandSandbox.job("a.png", "b.png", options: #"{"max-radius":"5%","force":true}"#),
            #"{"input":"a","output":"b"}"#, #"{"input":{"base64":"AAAA"}}"#,
            #"{"input":{"base64":"AAAA"},"output":{"inline":null}}"#, #"{"input":"a","output":{"inline":"jpeg"}}"#,
        ]
        try checkSchema("job", try lines.map { try JSONParser.value(of: Array($0.utf8)) })
    }

    @Test("A report and an image cannot both use standard output")
    func bothOnOutput() throws {
        let sandbox = try CommandSandbox()
        for output in ["-", "/dev/stdout"] {
            let outcome = try sandbox.run("--json", "--format", "png", "in.png", output)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(output)")
        }
    }

    @Test("Messages are hints, warnings and errors; -q keeps errors only, and -v adds a summary")
    func messages() throws {
        let sandbox = try CommandSandbox(PixelFormat(.rgb, .sixteen))
        let normal = try sandbox.run("--max-radius", "100", "in.png", "1.jpg")
        #expect(normal.status == 0 && normal.output.isEmpty)
        #expect(
            normal.errors.split(separator: "\n").map { $0.prefix(24) } == [
                "varblur: warning: in.png", "varblur: hint: in.png: t",
            ], "\(normal.errors)")
        let quiet = try sandbox.run("-q", "--max-radius", "100", "in.png", "2.jpg")
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        #expect(try sandbox.run("--quiet", "none.png", "2.png").errors.contains("none.png"))
        let verbose = try sandbox.run("--verbose", "in.png", "3.png")
        #expect(verbose.errors.hasPrefix("in.png -> 3.png  32×24  ") && verbose.errors.contains("decode "))
        #expect(try sandbox.run("-qv", "in.png", "4.png").status == 64)
    }

    @Test(
        "Valid settings that are probably not intended cause a hint",
        arguments: [
            (["--max-radius", "25"], "exceeds the image height of 24"),
            (["--max-radius", "33", "--direction", "left"], "exceeds the image width of 32"),
            (["--max-radius", "101%"], "exceeds the image height"), (["--max-radius", "0"], "nothing is blurred"),
            (["--start-offset", "0.99"], "covers less than one pixel"),
            (["--reach", "1%"], "with a reach of 1%, the blur covers less than one pixel"),
        ])
    func hints(arguments: [String], words: String) throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run(arguments + ["in.png", "out.png"])
        #expect(
            outcome.status == 0 && outcome.errors.hasPrefix("varblur: hint: in.png: ") && outcome.errors.contains(words)
        )
        #expect(try sandbox.run("--max-radius", "24", "--start-offset", "0.9", "in.png", "ok.png").errors.isEmpty)
    }

    @Test("tell how legible text is, and that content credentials are dropped, for every output")
    func textAndCredentials() throws {
        let sandbox = try CommandSandbox()
        let image = try TestContent.natural.image(Size(90, 120), PixelFormat(.rgb)).encoded(.png)
        try sandbox.write(FileEditing.addingPNGChunk("caBX", [1, 2, 3], to: image), "a.png")
        let job =
            #"{"input":"a.png","outputs":[{"output":"1.jpg"},{"output":"2.webp","resize":"50%"}],"#
            + #""options":{"tint":"black","tint-opacity":"auto","contrast":7,"max-radius":4}}"#
        let single = CommandSandbox.job(
            "a.png", "3.png", options: #"{"preset":"tab-bar","text-color":"rgb(34 34 34)"}"#)
        let results = try sandbox.batch([job, single]).results
        try checkSchema("result", results)
        let outputs = (results[0]["outputs"]?.values ?? []) + [results[1]]
        for (output, color) in zip(outputs, ["#ffffff", "#ffffff", "#222222"]) {
            #expect(output["text"]?["color"] == .string(color) && output["contentCredentials"] == .string("dropped"))
            let contrast = Double(output["text"]?["contrast"]?.text ?? "") ?? 0
            #expect(contrast >= (color == "#ffffff" ? 7 : 4.5), "\(output.text)")
        }
        let verbose = try sandbox.run("-v", "--tint", "black", "--tint-opacity", "auto", "a.png", "4.png").errors
        #expect(verbose.contains(", tint opacity ") && verbose.contains(" of text in #ffffff)"))
        #expect(outputs.count == 3 && verbose.contains("the content credentials are not copied"))
    }
}
