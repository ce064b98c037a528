import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Images in the lines of a batch")
struct InlineImageTests {
    private static func line(_ input: [UInt8], _ rest: String = "") -> String {
        #"{"input":{"base64":"\#(Data(input).base64EncodedString())"}\#(rest.isEmpty ? "" : ",\(rest)")}"#
    }

    private static func bytes(_ result: JSONValue) throws -> [UInt8] {
        let text = try #require(result["output"]?["base64"]?.string, "\(result.text.prefix(500))")
        return [UInt8](try #require(Data(base64Encoded: text)))
    }

    @Test("The result contains the bytes that the command would write", arguments: ["png", "jpeg", "webp", ""])
    func bytes(format: String) throws {
        let sandbox = try CommandSandbox()
        let output = format.isEmpty ? "" : #""output":{"inline":"\#(format)"}"#
        let name = "out.\(format.isEmpty ? "png" : format)"
        let (outcome, results) = try sandbox.batch([Self.line(sandbox.image, output)], "--max-radius", "5%")
        let result = try #require(results.first, "\(outcome.errors)")
        #expect(try sandbox.run("--max-radius", "5%", "in.png", name).status == 0)
        #expect(try Self.bytes(result) == sandbox.read(name))
        #expect(result["status"] == .string("ok") && result["input"] == .null)
        #expect(result["output"]?["format"] == .string(format.isEmpty ? "png" : format))
        #expect(result["width"] == .integer(32) && result["bytesIn"] == .integer(sandbox.image.count))
        #expect(try result["bytesOut"] == .integer(sandbox.read(name).count))
        #expect(outcome.errors == "1 job: 1 ok, 0 errors\n" || outcome.errors.contains("1 ok"))
    }

    @Test("Bytes and files can be combined, and options select the format")
    func combinations() throws {
        let sandbox = try CommandSandbox()
        let (_, results) = try sandbox.batch([
            Self.line(sandbox.image, #""output":"a/b.png""#),
            #"{"input":"in.png","output":{"inline":null}}"#,
            Self.line(sandbox.image, #""output":{"inline":null},"options":{"format":"webp"}"#),
            Self.line(sandbox.image, #""id":7,"options":{"format":"jpeg"}"#),
            Self.line(sandbox.image, #""output":{"inline":"png"},"options":{"format":"png"}"#),
        ])
        #expect(results.map { $0["status"]?.string } == Array(repeating: "ok", count: 5))
        #expect(results[0]["output"] == .string("a/b.png") && results[1]["input"] == .string("in.png"))
        #expect(try sandbox.read("a/b.png") == Self.bytes(results[1]))
        #expect(
            results.dropFirst().map { $0["output"]?["format"]?.string } == ["png", "webp", "jpeg", "png"])
    }

    @Test(
        "Members that describe no image are errors of the line",
        arguments: [
            (#"{"input":{"base64":"AAAA"},"output":{}}"#, "'output' must be a path or"),
            (#"{"input":{"base64":"AAAA"},"output":{"inline":"gif"}}"#, #"with "png", "jpeg", "#),
            (#"{"input":{"base64":"AAAA"},"output":{"inline":3}}"#, "'output' must be"),
            (#"{"input":{"base64":"AAAA"},"output":{"inline":"png","x":1}}"#, "'output' must be"),
            (#"{"input":{"base64":"AAAA"},"output":null}"#, "'output' is missing"),
            (#"{"input":{"base64":"AAA"}}"#, "invalid base64 at byte 20"),
            (#"{"input":{"base64":"AA A"}}"#, "invalid base64"), (#"{"input":{"base64":7}}"#, "'input' must be"),
            (#"{"input":{"base64":"AAAA","x":1}}"#, "'input' must be"), (#"{"input":{}}"#, "'input' must be"),
            (#"{"input":"in.png"}"#, "'output' is missing"),
            (#"{"input":{"base64":"AAAA"},"output":{"inline":"png"},"options":{"format":"jpeg"}}"#, "contradict"),
            (#"{"input":{"base64":"AAAA"},"options":{"emit-mask":"{name}.png"}}"#, "an input in memory has no name"),
        ])
    func malformed(line: String, words: String) throws {
        let sandbox = try CommandSandbox()
        let result = try #require(try sandbox.batch([line]).results.first)
        let message = result["error"]?["message"]?.string ?? ""
        #expect(message.hasPrefix("line 1: ") && message.contains(words), "\(result.text)")
        #expect(result["error"]?["exit"] == .integer(64) && result["output"] == .null)
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test("An image that cannot be blurred is an error of its line, and the next line is a job again")
    func errors() throws {
        let sandbox = try CommandSandbox()
        let (_, results) = try sandbox.batch([
            Self.line([]), Self.line([1, 2, 3]), Self.line(Array(sandbox.image.dropLast(40))),
            Self.line(sandbox.image, #""options":{"max-pixels":100}"#),
            Self.line(sandbox.image, #""options":{"max-input":100}"#), Self.line(sandbox.image),
        ])
        #expect(
            results.map { $0["error"]?["code"]?.string } == [
                "notAnImage", "notAnImage", "damaged", "overLimit", "overLimit", nil,
            ])
        for (index, result) in results.dropLast().enumerated() {
            #expect(result["error"]?["message"]?.string?.hasPrefix("line \(index + 1): ") ?? false, "\(result.text)")
            #expect(result["output"] == .null && result["input"] == .null)
        }
    }

    @Test("A line may be as long as --max-input allows, apart from 1 MiB of other text")
    func longLines() throws {
        let sandbox = try CommandSandbox()
        let image = try PixelBuffer.noise(Size(1200, 1000)).encoded(.png)
        try #require(image.count > 2 << 20)
        let long = String(repeating: "x", count: 1 << 20)
        let lines = [Self.line(image), Self.line(image, #""id":"\#(long)""#), Self.line(sandbox.image)]
        let results = try sandbox.batch(lines).results
        #expect(results.map { $0["status"]?.string } == ["ok", "error", "ok"])
        #expect(results[1]["error"]?["message"]?.string?.contains("longer than 1048576 bytes") ?? false)
        let limited = try sandbox.batch(lines, "--max-input", "100K").results
        #expect(limited.map { $0["error"]?["code"]?.string } == ["malformedLine", "malformedLine", nil])
        #expect(limited[0]["error"]?["message"]?.string?.contains("raise --max-input") ?? false)
    }

    @Test("Outputs that wait for a slow job do not accumulate, and arrive in order")
    func backlog() throws {
        let sandbox = try CommandSandbox()
        let large = Self.line(
            try PixelBuffer.noise(Size(2000, 1500)).encoded(.png), #""options":{"png-compression":"small"}"#)
        let lines = [large] + (0..<40).map { Self.line(sandbox.image, #""id":\#($0)"#) }
        let results = try sandbox.batch(lines, "--jobs", "4", "--max-radius", "1").results
        #expect(results.map { $0["line"]?.text } == (1...41).map(String.init))
        #expect(results.allSatisfy { $0["status"] == .string("ok") })
    }

    @Test("A line with random changes has the bytes of an image or an error as its result")
    func changedLines() throws {
        let sandbox = try CommandSandbox()
        let base = try EffectiveSettings(commandLine: ["--no-settings", "--max-pixels=10000", "--max-input=10K"])
        var parser = ImageJobParser(base: base, imagesAtOnce: 1, createsDirectories: false)
        var random = SplitMix64(seed: 11)
        let original = Array(Self.line(sandbox.image, #""output":{"inline":"webp"},"options":{"max-radius":3}"#).utf8)
        var succeededCount = 0
        for _ in 0..<3000 {
            var line = original
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let start = Bool.random(using: &random) ? 0 : max(0, line.count - 80)
                let index = Int.random(in: start..<line.count, using: &random)
                line[index] = Array("{}[]:,\"\\/A=0 nbase64".utf8).randomElement(using: &random) ?? 0
                if Int.random(in: 0..<4, using: &random) == 0 { line.removeSubrange(index...) }
                if line.isEmpty { line = original }
            }
            let job = parser.job(LineReader.Line(number: 1, bytes: line))
            guard case .success(.one(let task)) = job.work, task.source.isInMemory, task.target == .memory else {
                continue
            }
            let result = ResultDocument.value(of: task.perform(), task, settings: job.line.settings)
            #expect(try JSONParser.value(of: Array(result.text.utf8))["version"] == .integer(2))
            if result["status"] == .string("ok") {
                guard case .bytes(let bytes)? = result["output"]?["base64"] else { throw CocoaError(.coderReadCorrupt) }
                #expect(result["bytesOut"] == .integer(bytes.count))
                succeededCount += 1
            } else {
                #expect(result["output"] == .null && result["error"]?["code"] != .string("fault"))
            }
        }
        #expect(succeededCount > 300)
    }

    @Test("No line is read while the outputs that wait exceed the limit")
    func backlogLimit() async {
        let backlog = Room(limit: 100)
        backlog.add(80)
        backlog.add(0)
        backlog.take(0)
        backlog.add(80)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { backlog.take(0) }
            group.addTask {
                backlog.remove(0)
                backlog.remove(80)
            }
        }
    }
}
