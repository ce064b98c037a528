import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlurCodecs

@testable import VarBlurCommand

/// Lines of a batch that would take minutes or all memory if their processing grew faster than their length.
@Suite("Long lines of a batch", .timeLimit(.minutes(3)))
struct LongLineTests {
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static let longValue = "the value must not be longer than 4,096 bytes"
    private static let manyMarks = "more than 127 combining marks in a row"

    /// Combining marks, whose normalization takes time that grows with the square of their number.
    private static let marks = repeated("\u{301}\u{316}", 80_000)

    private static func job(options: String) -> String {
        CommandSandbox.job("in.png", "x.png", id: "1", options: options)
    }

    /// Lines of almost a mebibyte, and words of their errors.
    private static let lines: [(line: String, words: String)] = [
        (repeated("[", 1_000_000), "nested more than 64"), (repeated(#"{"a":"#, 200_000), "nested more than 64"),
        (#"{"id":"# + repeated("[", 1_000_000), "nested more than 64"),
        (repeated("1", 1_000_000), "not a JSON object"),
        (#"{"\#(repeated("a", 1_000_000))":1}"#, "unknown field 'aaa"),
        ("{" + (0..<70_000).map { #""k\#($0)":1"# }.joined(separator: ",") + "}", "unknown field 'k0'"),
        (job(options: #"{"\#(repeated("a", 1_000_000))":1}"#), "unknown option 'aaa"),
        (job(options: #"{"\#(repeated("a", 1_000_000))":false}"#), "unknown option 'aaa"),
        (job(options: #"{"\#(repeated("é", 400_000))":1}"#), "unknown option 'ééé"),
        (job(options: #"{"direction":"\#(repeated("a", 1_000_000))"}"#), longValue),
        (job(options: #"{"max-radius":1e\#(repeated("1", 1_000_000))}"#), longValue),
        (job(options: #"{"threads":\#(repeated("1", 1_000_000))}"#), longValue),
        (job(options: #"{"background":"a\#(repeated(#"\u0301"#, 150_000))"}"#), manyMarks),
        (job(options: #"{"direction":"\#(marks)"}"#), manyMarks),
        (job(options: #"{"\#(marks)":1}"#), manyMarks), (#"{"\#(marks)":1}"#, manyMarks),
        (#"{"\#(marks)1":1,"\#(marks)2":2}"#, manyMarks), (CommandSandbox.job(marks, "x.png"), manyMarks),
        (CommandSandbox.job(repeated("é", 40_000), "x.png"), "'input' is longer than 4095 bytes"),
        (CommandSandbox.job("in.png", repeated("é", 40_000)), "'output' is longer than 4095 bytes"),
        (CommandSandbox.job("in.png", "x.png", id: #""\#(repeated("é", 40_000))""#), "'id' is longer than 4096 bytes"),
        (CommandSandbox.job("in.png", "x.png", id: "[\(repeated("1,", 400_000))1]"), "'id' is longer than 4096 bytes"),
        (repeated("x", 10_000_000), "invalid value at byte 1"),
        (repeated(" ", 10_000_000) + "1", "longer than 1048576 bytes"),
        (#"{"id":"\#(repeated("x", 10_000_000))"#, "longer than 1048576 bytes"),
        (#"{"id":{"base64":"\#(repeated("A", 10_000_000))"}}"#, "longer than 1048576 bytes"),
        ("{" + (0..<700_000).map { #""k\#($0)":1"# }.joined(separator: ",") + "}", "longer than 1048576 bytes"),
    ]

    @Test("Each has an error as its result, and the next line is a job again")
    func results() throws {
        let sandbox = try CommandSandbox()
        let jobs = Self.lines.indices.map { CommandSandbox.job("in.png", "\($0).png") }
        let lines = zip(Self.lines, jobs).flatMap { [$0.line, $1] }
        let (outcome, results) = try sandbox.batch(lines)
        try #require(outcome.status == 0 && results.count == lines.count, "\(outcome.errors)")
        for (index, result) in results.enumerated() {
            guard index.isMultiple(of: 2) else {
                #expect(result["status"] == .string("ok"))
                continue
            }
            let message = result["error"]?["message"]?.string ?? ""
            #expect(message.contains(Self.lines[index / 2].words), "\(message.prefix(300))")
        }
    }

    @Test("An id is limited to 4 KiB in the form in which results contain it, and paths to what the system allows")
    func limits() throws {
        let base = try EffectiveSettings(commandLine: ["--no-settings"])
        var parser = ImageJobParser(base: base, imagesAtOnce: 1, createsDirectories: true)
        func job(_ text: String) -> ImageJob { parser.job(LineReader.Line(number: 1, bytes: Array(text.utf8))) }
        func isMalformed(_ job: ImageJob) -> Bool {
            if case .failure(let error) = job.work { error.code == .malformedLine } else { false }
        }
        for (letter, count) in [("a", 4094), ("é", 2047), ("\u{202E}", 682)] {
            let longest = Self.repeated(letter, count)
            let kept = job(CommandSandbox.job("in.png", "x.png", id: "\"\(longest)\""))
            #expect(kept.line.id == .string(longest) && !isMalformed(kept))
            let refused = job(CommandSandbox.job("in.png", "x.png", id: "\"\(longest)\(letter)\""))
            #expect(refused.line.id == .null && refused.line.path("input") == nil && isMalformed(refused))
        }
        // Stands for a single byte of a name
        for letter in ["a", "\u{10FEFF}"] {
            let longest = Self.repeated(letter, 4095)
            let kept = job(CommandSandbox.job(longest, "x.png"))
            #expect(kept.line.path("input") == longest && !isMalformed(kept))
            let refused = job(CommandSandbox.job(longest + letter, "x.png"))
            #expect(refused.line.path("input") == nil && isMalformed(refused))
        }
    }

    @Test("Many short lines and lines with long names that are not normalized are read")
    func manyLines() throws {
        let sandbox = try CommandSandbox()
        let marks = String(String.UnicodeScalarView(repeatElement("\u{301}", count: 400_000)))
        let lines = [Self.repeated("\n", 2_000_000), Self.repeated("x\n", 20_000), #"{"\#(marks)":1,"a":2}"#]
        let (outcome, results) = try sandbox.batch(lines)
        // none of them is a job
        #expect(outcome.status == 1 && results.count == 20_001)
    }

    @Test("The cache of options is bounded by its memory and by its entries")
    func cache() throws {
        let base = try EffectiveSettings(commandLine: ["--no-settings"])
        var cache = LineOptionsCache()
        var parsedCount = 0
        func add(_ text: String) {
            let value = JSONValue.object([JSONValue.Member("direction", .string(text))])
            _ = cache.options(for: value) {
                parsedCount += 1
                return LineOptions(value, base: base)
            }
        }
        for _ in 0..<3 { add("left") }
        #expect(parsedCount == 1 && cache.count == 1)
        for number in 0..<1_000 {
            add("\(number)")
            #expect(cache.count <= LineOptionsCache.maximumCount)
        }
        for number in 0..<200 {
            add("\(number)" + Self.repeated("a", 10_000))
            #expect(cache.byteCount <= LineOptionsCache.maximumByteCount)
        }
        #expect(cache.byteCount > LineOptionsCache.maximumByteCount / 8)
        let count = cache.count
        add(Self.repeated("a", 1_000_000))
        #expect(cache.count == count)
    }

    @Test("The memory of a value includes all values in it")
    func byteCount() throws {
        let text = Array(#"{"a":["\#(Self.repeated("b", 1_000))",12,null],"\#(Self.repeated("c", 1_000))":true}"#.utf8)
        let value = try JSONParser.value(of: text)
        #expect(value.byteCount > 2_000 && value.byteCount < 2_500)
        let array = try JSONParser.value(of: Array("[\(Self.repeated("[],", 1_000))[]]".utf8))
        #expect(array.byteCount > 1_000 * MemoryLayout<JSONValue>.stride)
    }
}
