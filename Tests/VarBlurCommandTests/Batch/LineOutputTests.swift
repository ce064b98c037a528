import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Several outputs of a line")
struct LineOutputTests {
    private let sandbox: CommandSandbox

    init() throws {
        sandbox = try CommandSandbox()
        let photo = try TestContent.natural.image(Size(200, 120)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        try sandbox.write(photo, "photo.jpg")
    }

    private func result(_ line: String, sandbox mode: String = "off") throws -> JSONValue {
        let batch = try sandbox.batch([line], "--sandbox", mode)
        return try #require(batch.results.first, "\(batch.outcome.errors)")
    }

    private static func elements(_ result: JSONValue) throws -> [JSONValue] {
        guard case .array(let outputs)? = result["outputs"] else {
            throw Failure("no outputs in \(result.text.prefix(300))")
        }
        return outputs
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    @Test("has an entry for each output, whose file is that of the command")
    func files() throws {
        let result = try result(
            #"""
            {"id":4,"input":"photo.jpg","options":{"max-radius":"6%","resize":"90x"},"outputs":[
            {"output":"a/small.png"},{"output":"b/box.webp","resize":"50x50","fit":"cover","position":"left"},
            {"output":"c.jpg","resize":null,"jpeg-quality":40},{"output":{"inline":"png"},"resize":"30%"}]}
            """#.replacingOccurrences(of: "\n", with: ""))
        let outputs = try Self.elements(result)
        #expect(
            result["status"] == .string("ok") && result["id"] == .integer(4) && result["input"] == .string("photo.jpg"))
        #expect(
            result["output"] == .null && result["settings"]?["max-radius"] == .string("6%") && result["timings"] != nil)
        #expect(outputs.map { $0["width"]?.text } == ["90", "50", "200", "60"])
        #expect(outputs.map { $0["height"]?.text } == ["54", "50", "120", "36"])
        #expect(outputs.map { $0["status"]?.string } == Array(repeating: "ok", count: 4))
        #expect(outputs[1]["settings"]?["position"] == .string("left") && outputs[0]["settings"]?["position"] == nil)
        let commands: [(String, [String])] = [
            ("a/small.png", ["--resize", "90x"]),
            ("b/box.webp", ["--resize", "50x50", "--fit", "cover", "--position", "left"]),
            ("c.jpg", ["--jpeg-quality", "40"]),
        ]
        for (number, (name, options)) in commands.enumerated() {
            let single = "single-\(number)" + name.suffix(5).drop { $0 != "." }
            try sandbox.check(["--max-radius", "6%"] + options + ["photo.jpg", single])
            #expect(outputs[number]["digest"] != nil && outputs[number]["output"] == .string(name))
            let (first, second) = try (ImageHeader.of(sandbox.read(name)), ImageHeader.of(sandbox.read(single)))
            #expect((first.width, first.height, first.format) == (second.width, second.height, second.format))
        }
        let inline = try #require(outputs[3]["output"]?["base64"]?.string.flatMap { Data(base64Encoded: $0) })
        #expect(try ImageHeader.of([UInt8](inline)).width == 60)
    }

    @Test("skips the files that are up to date, and makes the others")
    func resuming() throws {
        let line =
            #"{"input":"photo.jpg","options":{"if-exists":"skip-same"},"outputs":[{"output":"1.png","resize":"40x"},{"output":"2.png","resize":"60x"}]}"#
        let first = try Self.elements(result(line))
        #expect(first.map { $0["status"]?.string } == ["ok", "ok"])
        try FileManager.default.removeItem(at: sandbox.directory.url.appending(path: "2.png"))
        let second = try result(line)
        #expect(try Self.elements(second).map { $0["status"]?.string } == ["skipped", "ok"])
        #expect(second["status"] == .string("ok"))
        let third = try result(line)
        #expect(third["status"] == .string("skipped") && third["timings"] == nil)
    }

    @Test(
        "is an error if one output fails, whichever, and then nothing is written",
        arguments: [
            ["there.png", "a.png"], ["a.png", "there.png"], ["a.png", "b.webp", "there.png", "c.jpg"],
            ["a.png", "/dev/full"],
            ["/dev/full", "a.png"], ["a.png", "none/b.png"], ["a.png", "file/b.png"],
        ])
    func failure(names: [String]) throws {
        try sandbox.write([1], "there.png")
        try sandbox.write([2], "file")
        let before = try sandbox.directory.names()
        let outputs = names.enumerated().map {
            #"{"output":"\#($1)","format":"\#(Self.format($1))","resize":"\#(20 + $0 % 3)x"}"#
        }
        let line = #"{"input":"photo.jpg","outputs":[\#(outputs.joined(separator: ","))]}"#
        let result = try #require(try sandbox.batch([line], "--no-mkdir").results.first)
        #expect(result["status"] == .string("error"), "\(result.text)")
        let elements = try Self.elements(result)
        #expect(elements.allSatisfy { $0["status"] == .string("error") } && elements[0]["error"] == result["error"])
        #expect(try sandbox.directory.names() == before && sandbox.read("there.png") == [1])
        guard !names.contains(where: { $0.contains("/") }) else { return }
        // a file that is kept is no failure
        let kept = line.replacingOccurrences(of: #""outputs""#, with: #""options":{"if-exists":"skip"},"outputs""#)
        #expect(try sandbox.batch([kept]).results.first?["status"] == .string("ok"))
    }

    private static func format(_ name: String) -> String {
        name.hasSuffix(".webp") ? "webp" : name.hasSuffix(".jpg") ? "jpeg" : "png"
    }

    @Test("is an error with one message for an input that cannot be read")
    func missingInput() throws {
        let missing = try self.result(#"{"input":"none.jpg","outputs":[{"output":"x.png"},{"output":"y.png"}]}"#)
        #expect(missing["error"]?["code"] == .string("unreadable"))
        #expect(try Self.elements(missing).allSatisfy { $0["error"] == missing["error"] })
    }

    @Test(
        "is malformed, and nothing is written",
        arguments: [
            (#""outputs":[]"#, "1 to 100 objects"), (#""outputs":{}"#, "1 to 100 objects"),
            (#""outputs":[7]"#, "each of 'outputs' must be an object"), (#""outputs":[{}]"#, "'output' is missing"),
            (#""output":"a.png","outputs":[{"output":"b.png"}]"#, "either 'output' or 'outputs'"),
            (#""outputs":[{"output":"b.png","reszie":"3x"}]"#, "did you mean 'resize'?"),
            (#""outputs":[{"output":"b.png","crop":"3x3+0+0"}]"#, "set it for the whole job"),
            (#""outputs":[{"output":"b.png","jobs":3}]"#, "cannot be set for one of several outputs"),
            (#""outputs":[{"output":"a.png"},{"output":"b.png","resize":"0x"}]"#, "'resize'"),
            (#""outputs":[{"output":"a.png"},{"output":"b.gif"}]"#, "'.gif'"),
            (#""options":{"emit-mask":"m.png"},"outputs":[{"output":"b.png"}]"#, "emit-mask"),
            (#""outputs":[{"output":"-"}]"#, "standard stream"),
            (#""outputs":[{"output":"a.png"},{"output":"./a.png","resize":"3x"}]"#, "two outputs"),
        ])
    func malformed(members: String, words: String) throws {
        let result = try result(#"{"input":"photo.jpg",\#(members)}"#)
        #expect(result["status"] == .string("error") && result["outputs"] == nil)
        #expect(result["error"]?["message"]?.string?.contains(words) ?? false, "\(result.text)")
        #expect(try sandbox.directory.names() == ["in.png", "photo.jpg"])
    }

    @Test("replaces the options of the line, with the flags that take each other's place")
    func precedence() throws {
        let result = try result(
            #"{"input":"photo.jpg","options":{"baseline":true,"strip":"all"},"outputs":[{"output":"1.jpg"},{"output":"2.jpg","progressive":true,"strip":"none"}]}"#
        )
        let outputs = try Self.elements(result)
        #expect(outputs.map { $0["settings"]?["strip"]?.string } == ["all", "none"], "\(result.text)")
        #expect(
            outputs[1]["settings"]?["progressive"] == .bool(true) && outputs[1]["settings"]?["baseline"] == .bool(false)
        )
    }

    @Test("is read in a sandbox from memory, and written to memory")
    func memory() throws {
        let photo = try Data(sandbox.read("photo.jpg")).base64EncodedString()
        let result = try result(
            #"{"input":{"base64":"\#(photo)"},"outputs":[{"resize":"40x"},{"resize":"20x","format":"webp"}]}"#,
            sandbox: "auto")
        let outputs = try Self.elements(result)
        #expect(outputs.map { $0["output"]?["format"]?.string } == ["jpeg", "webp"])
        #expect(outputs.map { $0["width"]?.text } == ["40", "20"])
    }
}
