import TestSupport
import Testing

/// File names that begin with a dash, as shell patterns such as `*.jpg` find them.
@Suite("Names that begin with a dash")
struct DashedNameTests {
    @Test(
        "are errors that say how to write them, and never a request for help",
        arguments: ["-the-cat.jpg", "-h.jpg", "-hat.png", "-v.png", "-5.jpg", "-cat.jpg", "--help.jpg", "--x.png"])
    func names(name: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add(name)
        let before = try sandbox.directory.names()
        for arguments in [["--out-dir", "o", name], ["--out-dir", "o", "in.png", name], [name, "out.png"]] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments)")
            let remedy = "for a file of this name, write './\(name)', or '--' before all file names"
            #expect(
                outcome.errors == "varblur: error: unknown option '\(name)'\nvarblur: hint: \(remedy)\n",
                "\(outcome.errors)")
            #expect(try sandbox.directory.names() == before)
        }
        #expect(try sandbox.run("--out-dir", "o", "./\(name)").status == 0)
        #expect(try sandbox.run("--out-dir", "p", "--", name).status == 0)
        #expect(sandbox.tree("o") == [name] && sandbox.tree("p") == [name])
    }

    @Test("without a period are recognized if there is such a file", arguments: ["-fish", "-hf", "-photo", "--photo"])
    func existing(name: String) throws {
        let sandbox = try CommandSandbox()
        let without = try sandbox.run("--out-dir", "o", name)
        #expect(!without.errors.contains("./"))
        try sandbox.add(name)
        let outcome = try sandbox.run("--out-dir", "o", name)
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains("write './\(name)'"))
    }

    @Test("Letters with an unknown one among them are not a request for help", arguments: ["-thecat", "-hx", "-xh"])
    func unknownLetters(argument: String) throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run("in.png", "out.png", argument)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("varblur: error: unknown option '\(argument)'\n"), "\(outcome.errors)")
        #expect(try sandbox.batch([], argument).outcome.status == 64)
    }

    @Test("A batch takes no files, so it explains nothing about them")
    func batch() throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.batch([], "-the-cat.jpg").outcome
        #expect(outcome.status == 64 && outcome.output.isEmpty && !outcome.errors.contains("./"))
    }

    @Test("Help is shown for -h, alone or with other flags", arguments: ["-h", "-hv", "-vh"])
    func help(argument: String) throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run(argument)
        #expect(outcome.status == 0 && outcome.text.contains("USAGE") && outcome.errors.isEmpty)
    }
}
