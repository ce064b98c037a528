import Foundation
import TestSupport
import Testing
import VarBlurCodecs
import VarBlurJSON

@testable import VarBlurCommand

@Suite("Schema of jobs")
struct JobSchemaTests {
    /// Options that a batch accepts.
    private static let valid = [
        #"{"max-radius":"20PX"}"#, #"{"max-radius":"+.5"}"#, #"{"max-radius":"5.%"}"#, #"{"max-radius":1e1}"#,
        #"{"direction":"top,left"}"#, #"{"direction":"all"}"#, #"{"start-offset":"-25%"}"#, #"{"timeout":"1e2"}"#,
        #"{"ramp":"linear-blur(3px, 0px)"}"#, #"{"ramp":["linear-blur(3px, 0px)","radial-blur(0px, 3px)"]}"#,
        #"{"max-input":5000000}"#, #"{"max-input":"5M"}"#, #"{"webp-quality":80}"#, #"{"webp-quality":"lossless"}"#,
        #"{"saturation":"150%"}"#, #"{"tint":"red"}"#,
    ]
    /// Options that a batch refuses.
    private static let invalid = [
        #"{"ramp":5}"#, #"{"ramp":[5]}"#, #"{"ramp":["x"]}"#, #"{"max-radius":"1.2.3"}"#, #"{"max-radius":"-5"}"#,
        #"{"max-radius":"0x10"}"#, #"{"max-radius":"nan"}"#, #"{"direction":"top,top"}"#,
        #"{"direction":"left,top,left"}"#, #"{"tint":5}"#, #"{"timeout":"0x1"}"#, #"{"max-radius":[5]}"#,
        #"{"saturation":"-1"}"#, #"{"max-pixels":"-1"}"#,
    ]

    @Test("accepts the options that a batch accepts, and no others", arguments: [true, false])
    func agreement(isValid: Bool) throws {
        let sandbox = try CommandSandbox()
        let options = isValid ? Self.valid : Self.invalid
        let jobs = options.enumerated().map { CommandSandbox.job("in.png", "\($0.offset).png", options: $0.element) }
        for (result, option) in zip(try sandbox.batch(jobs).results, options) {
            #expect((result["status"] == .string("ok")) == isValid, "\(option): \(result.text)")
        }
        let schema = repository.appending(path: "share/varblur/job.schema.json").path
        #expect(try SchemaCheck.problems(schema, jobs, isValid: isValid) == "")
    }

    @Test("The schema of results names all formats")
    func resultFormats() throws {
        let schema = try String(
            contentsOf: repository.appending(path: "share/varblur/result.schema.json"), encoding: .utf8)
        let lists = schema.matches(of: /"format": \{ "enum": (\[[^\]]*\])/).map {
            $0.1.replacing(/[^a-z0-9,]/, with: "").split(separator: ",").map(String.init)
        }
        let (all, written) = (ImageFormat.allCases.map(\.rawValue), ImageFormat.written.map(\.rawValue))
        // a file that is left as it is may have any format
        #expect(lists.map(Set.init) == [Set(all), Set(all + ["y4m"]), Set(written)])
    }

    @Test("describes options in the words of a job")
    func summaries() throws {
        let schema = try JSONParser.value(of: Array(ReferenceDocument.jobSchema.text().utf8))
        let options = try #require(schema["properties"]?["options"]?["properties"])
        func summary(_ name: String) -> String { options[name]?["description"]?.string ?? "" }
        for name in ["mask", "emit-mask", "ramp", "mask-invert", "jpeg-smooth"] {
            #expect(!summary(name).isEmpty && !summary(name).contains("--"), "\(summary(name))")
            #expect(!summary(name).contains("several inputs") && !summary(name).contains("standard input"))
            #expect(!summary(name).contains("repeated"))
        }
    }

    @Test("A list of ramps equals their text; a list for another option is an error")
    func lists() throws {
        let sandbox = try CommandSandbox()
        let ramps = ["linear-blur(0, 6px)", "linear-blur(3px, 0 40%)"]
        let list = ramps.map { "\"\($0)\"" }.joined(separator: ",")
        let results = try sandbox.batch([
            CommandSandbox.job("in.png", "a.png", options: #"{"ramp":[\#(list)]}"#),
            CommandSandbox.job("in.png", "b.png", options: #"{"ramp":"\#(ramps.joined(separator: " "))"}"#),
            CommandSandbox.job("in.png", "c.png", options: #"{"tint":["red"]}"#),
        ]).results
        #expect(try sandbox.read("a.png") == sandbox.read("b.png"))
        // settings that are those of the result before are left out
        #expect(results[0]["settings"]?["ramp"] != nil && results[1]["settings"] == nil)
        #expect(results[2]["error"]?["message"]?.string?.contains("'tint' must be a string or a number") ?? false)
    }

    @Test("The help of a batch names the options that only jobs may have")
    func jobOptions() {
        let own = OptionTable.standard.entries(in: .batchLine).filter { !$0.scope.contains(.batchCommand) }
        #expect(!own.isEmpty)
        for option in own {
            #expect(BatchCommand.help.makeTexts().paragraphs[0].contains(option.name), "\(option.name)")
        }
    }
}
