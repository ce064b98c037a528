import Foundation
import TestSupport
import Testing
import VarBlurJSON

@Suite("Batches of messages from our programs")
struct BatchMessageTests {
    private static let arguments = ["--quiet", "--no-settings", "--jobs=2"]

    private static func run(
        _ data: Data, in sandbox: CommandSandbox, _ environment: [String: String] = [:]
    ) throws -> Program.Outcome {
        try sandbox.run(["batch", "--messages"], input: Array(data), environment: environment, processorSeconds: 60)
    }

    /// The answers to messages with the usual arguments before them.
    private static func answers(_ messages: [MessageFrame], in sandbox: CommandSandbox) throws -> [MessageFrame] {
        let data = try ([MessageFrame.arguments(arguments)] + messages).map(\.data).reduce(Data(), +)
        let outcome = try run(data, in: sandbox)
        return try #require(MessageFrame.all(in: outcome.output), "\(outcome.errors)")
    }

    @Test("Jobs are those of lines, but with images as they are, and answers have their numbers")
    func jobs() throws {
        let sandbox = try CommandSandbox()
        let (image, content) = (sandbox.image, #""input":{"base64":{"bytes":\#(sandbox.image.count)}}"#)
        let answers = try Self.answers(
            [
                MessageFrame("{\(content),\"options\":{\"max-radius\":3}}", image, number: 7),
                MessageFrame(#"{"input":"in.png","output":"out.png"}"#, number: 1),
                MessageFrame(
                    "{\(content),\"outputs\":[{\"resize\":\"9x\"},{\"resize\":\"8x\",\"format\":\"jpeg\"}]}", image,
                    number: 4),
                MessageFrame("{\(content),\"options\":{\"max-radius\":-3}}", image, number: 5),
            ], in: sandbox)
        #expect(answers.map(\.number) == [7, 1, 4, 5] && answers.map { $0.members["line"] as? Int } == [7, 1, 4, 5])
        #expect(answers.map { $0.members["status"] as? String } == ["ok", "ok", "ok", "error"])
        #expect(try sandbox.run("--no-settings", "--max-radius=3", "in.png", "blurred.png").status == 0)
        #expect(try answers[0].bytes == sandbox.read("blurred.png"))
        #expect(answers[1].bytes.isEmpty)
        #expect(try sandbox.run("--no-settings", "--resize=9x", "in.png", "small.png").status == 0)
        #expect(try sandbox.run("--no-settings", "--resize=8x", "in.png", "small.jpg").status == 0)
        #expect(try answers[2].bytes == sandbox.read("small.png") + sandbox.read("small.jpg"))
        // nobody has to cut the name of a line
        let error = try #require(answers[3].members["error"] as? [String: Any])
        #expect((error["message"] as? String)?.hasPrefix("the value '-3' is invalid") == true, "\(error)")
    }

    @Test("What is no message is an error that tells why", arguments: MessageFrame.broken.indices)
    func broken(index: Int) throws {
        let sandbox = try CommandSandbox()
        let (name, data, cause) = MessageFrame.broken[index]
        // in place of a job
        let outcome = try Self.run(try MessageFrame.arguments(Self.arguments).data + data, in: sandbox)
        let answers = try #require(MessageFrame.all(in: outcome.output), "\(name)")
        let error = answers.first?.members["error"] as? [String: Any]
        let text = (error?["message"] as? String) ?? outcome.errors
        #expect(text.contains(cause), "\(name): \(outcome)")
        #expect(outcome.status != 0, "\(name)")
        // and of the arguments
        let start = try Self.run(data, in: sandbox)
        let members = MessageFrame.all(in: start.output)?.first?.members
        let answer = try #require(members?["error"] as? [String: Any], "\(name)")
        #expect(start.status == 64 && answer["code"] as? String == "usage", "\(name): \(start)")
        #expect((answer["message"] as? String)?.contains(cause) == true, "\(name): \(answer)")
    }

    @Test("Wrong arguments are an answer with the cause and the remedy apart")
    func usage() throws {
        let sandbox = try CommandSandbox()
        for (arguments, variables, cause, remedy) in [
            (["--jbos=1"], [:], "unknown option '--jbos'", "did you mean '--jobs'?"),
            (Self.arguments, ["VARBLUR_MAX_RADIUS": "x"], "VARBLUR_MAX_RADIUS", "a radius must be"),
        ] as [([String], [String: String], String, String)] {
            let outcome = try Self.run(try MessageFrame.arguments(arguments).data, in: sandbox, variables)
            let error = MessageFrame.all(in: outcome.output)?.first?.members["error"] as? [String: Any]
            #expect(outcome.status == 64 && outcome.errors.isEmpty)
            let (found, advice) = (error?["messages"] as? [String], error?["remedy"] as? String)
            #expect(found?.first?.contains(cause) == true, "\(outcome.text)")
            #expect(advice?.contains(remedy) == true, "\(outcome.text)")
        }
        let none = try Self.run(Data(), in: sandbox)
        #expect(none.status == 64 && none.text.contains("it has no arguments"))
    }
}
