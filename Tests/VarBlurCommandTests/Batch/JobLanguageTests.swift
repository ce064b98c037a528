import Foundation
import VarBlurJSON
import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Batches of jobs, in their own language")
struct JobLanguageTests {
    private func message(_ sandbox: CommandSandbox, _ line: String) throws -> String {
        try sandbox.batch([line]).results.first?["error"]?["message"]?.string ?? ""
    }

    @Test("remedies name the members of a job")
    func remedies() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("old.png")
        let cases = [
            (CommandSandbox.job("in.png", "old.png"), "(use 'force': true to replace it, or choose another name)"),
            (
                CommandSandbox.job("in.png", "a.png", options: #"{"max-pixels":9}"#),
                "(raise 'max-pixels', or scale the image down first)"
            ),
            (CommandSandbox.job("in.png", "in.png"), "(choose another output)"),
            (CommandSandbox.job("in.png", "."), "(specify an output file)"),
            (
                CommandSandbox.job("in.png", "a.png", options: #"{"max-radius":"x"}"#),
                "the value 'x' is invalid for 'max-radius' (a radius must be 0 or more"
            ),
            (
                CommandSandbox.job("in.png", "a.png", options: #"{"min-radius":21}"#),
                "(lower 'min-radius', or raise 'max-radius')"
            ),
            (
                CommandSandbox.job("in.png", "a.png", options: #"{"direction":"tpo"}"#),
                "did you mean 'top'?"
            ),
        ]
        for (line, remedy) in cases {
            let text = try message(sandbox, line)
            #expect(text.contains(remedy) && !text.contains("--"), "\(text)")
        }
    }

    @Test("missing directories of outputs are created, unless that is turned off")
    func directories() throws {
        let sandbox = try CommandSandbox()
        let job = CommandSandbox.job("in.png", "new/sub/a.png")
        let refused = try sandbox.batch([job], "--no-mkdir")
        #expect(refused.results.first?["error"]?["code"]?.string == "cannotCreate")
        #expect(try sandbox.directory.names() == ["in.png"])
        #expect(try sandbox.batch([job]).results.first?["status"]?.string == "ok")
        #expect(sandbox.tree("new") == ["sub/a.png"])
        let blocked = try message(sandbox, CommandSandbox.job("in.png", "in.png/a.png"))
        #expect(blocked.hasPrefix("in.png: the directory cannot be created"))
        #expect(try message(sandbox, CommandSandbox.job("in.png", "other/")).contains("ends with a slash"))
        let several = #"{"input":"in.png","outputs":[{"output":"first/a.png"},{"output":"second/"}]}"#
        #expect(try sandbox.batch([several]).results.contains { $0["status"]?.string == "error" })
        #expect(try sandbox.directory.names().sorted() == ["in.png", "new"])
    }
}
