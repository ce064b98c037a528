import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Names of subcommands")
struct SubcommandTests {
    @Test(
        "A mistyped subcommand gets a suggestion",
        arguments: [
            (["preveiw", "in.png"], "preview"), (["compos", "card.json"], "compose"), (["bacth"], "batch"),
            (["compse", "card.json", "card.png"], "compose"), (["--force", "btch"], "batch"),
        ])
    func mistyped(arguments: [String], meant: String) throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("varblur: hint: did you mean 'varblur \(meant)'?"), "\(outcome.errors)")
        #expect(outcome.errors.contains("there is neither a file nor a subcommand"))
    }

    @Test("A subcommand after options is an error that says where it belongs", arguments: Subcommand.allCases)
    func misplaced(subcommand: Subcommand) throws {
        let sandbox = try CommandSandbox()
        let name = subcommand.rawValue
        let outcome = try sandbox.run("--quiet", name, "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains("'\(name)' must be the first argument"))
        #expect(outcome.errors.contains("write 'varblur \(name)' before its options"), "\(outcome.errors)")
    }

    @Test("Help on help is the help of the command")
    func help() throws {
        let expected = try Program.varblur.run(["--help"])
        for arguments in [["help"], ["help", "help"]] {
            let outcome = try Program.varblur.run(arguments)
            #expect(outcome.status == 0 && outcome.output == expected.output)
        }
    }

    @Test(
        "Help on an option of a subcommand, and on options under a heading",
        arguments: [
            (["batch", "shard"], .batch, "  --shard <i/n>"),
            (["compose", "--at"], .compose, "  --at <time>"),
            (["preview", "port"], .preview, "  --port <"),
            (["limits"], nil, "LIMITS\n  --max-pixels <"), (["existing"], nil, "EXISTING OUTPUTS\n"),
            (["batch", "exit-status"], .batch, "EXIT STATUS\n"),
        ] as [([String], Subcommand?, String)])
    func helpOnTopic(topic: [String], subcommand: Subcommand?, start: String) throws {
        let outcome = try Program.varblur.run(["help"] + topic)
        #expect(outcome.status == 0 && outcome.text.hasPrefix(start), "\(outcome.text)\(outcome.errors)")
        let whole = (subcommand?.help ?? .varblur).text(.standard)
        #expect(whole.count > outcome.text.count && whole.contains(outcome.text))
    }

    @Test("Help on what a subcommand does not have leads to its help")
    func helpOnNothing() throws {
        let outcome = try Program.varblur.run(["help", "batch", "nonsense-topic"])
        #expect(
            outcome.status == 64
                && outcome.errors.contains("there is no help on 'nonsense-topic'")
                && outcome.errors.contains("'varblur batch --help' lists all options"), "\(outcome.errors)")
        #expect(try Program.varblur.run(["help", "limits", "batch"]).status == 64)
    }

    @Test("A file with such a name is an input")
    func files() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("preveiw", "batch")
        #expect(try sandbox.run("preveiw", "a.png").status == 0)
        #expect(try sandbox.run("--force", "batch", "b.png").status == 0)
        #expect(try sandbox.run("./batch", "c.png").status == 0)
    }
}
