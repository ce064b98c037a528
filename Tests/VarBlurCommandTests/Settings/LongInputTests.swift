import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlurCodecs

@testable import VarBlurCommand

/// Input that would take minutes or all memory if its processing grew faster than its length.
@Suite("Long input", .timeLimit(.minutes(10)))
struct LongInputTests {
    private static func letters(_ count: Int, _ letter: Character = "a") -> String {
        String(repeating: letter, count: count)
    }

    /// The message of the error that arguments cause.
    private static func message(_ arguments: [String]) -> String? {
        do throws(UsageError) {
            _ = try BlurCommand.request(arguments)
            return nil
        } catch {
            return error.text(of: "varblur")
        }
    }

    @Test("unknown options are shown in part")
    func unknownOptions() {
        let name = Self.letters(10_000_000)
        for argument in ["--\(name)", "--\(name)=5", "--\(name)=\(name)"] {
            let message = Self.message([argument])
            #expect(message?.contains("unknown option '--aaa") ?? false && message?.count ?? 0 < 300)
        }
        let marks = "--a" + String(String.UnicodeScalarView(repeatElement("\u{301}", count: 1_000_000)))
        #expect(Self.message([marks])?.utf8.starts(with: "varblur: error: unknown option '--a".utf8) ?? false)
    }

    @Test("Flags may be repeated any number of times in one argument, and an unknown one is found")
    func manyFlags() throws {
        let flags = Self.letters(1_000_000, "v")
        #expect(try BlurCommand.request(["-\(flags)", "a", "b"]).run.verbose)
        #expect(
            Self.message(["-\(flags)x"]) == "varblur: error: unknown option '-x'\nvarblur: hint: see 'varblur --help'")
        #expect(
            Self.message(["-\(Self.letters(1_000_000, "x"))"])
                == "varblur: error: unknown option '-x'\nvarblur: hint: see 'varblur --help'")
    }

    @Test("Command lines may have many arguments, in all forms")
    func manyArguments() throws {
        let count = 25_000
        let forms = [
            ["-fv"], ["--max-radius", "5"], ["--max-radius=5"], ["--no-fsync"], ["--start-offset", "-0.5"],
            ["--progressive", "--baseline"], ["path"], ["-"],
        ]
        for form in forms {
            #expect(try BlurCommand.request(["-v"] + Array(repeating: form, count: count).flatMap(\.self)).run.verbose)
        }
        #expect(try BlurCommand.request(["--"] + Array(repeating: "-x", count: count)).paths.count == count)
        #expect(Self.message(Array(repeating: "--foo", count: count))?.contains("unknown option '--foo'") ?? false)
        let wrong = Array(repeating: ["--direction", "lfet"], count: count).flatMap(\.self)
        #expect(Self.message(wrong)?.contains("the value 'lfet'") ?? false)
        let remedy = BlurCommand.help.arguments(wrong).error?.remedy?.text(for: .commandLine)
        #expect(remedy?.hasSuffix("did you mean '--direction left'?") ?? false)
    }

    @Test("There are no suggestions for long words")
    func suggestions() {
        #expect(Suggestion.closest(to: Self.letters(64, "t"), among: [Self.letters(63, "t")]) != nil)
        #expect(Suggestion.closest(to: Self.letters(10_000_000), among: ["top"]) == nil)
    }

    @Test(
        "Long lines of a settings file are read or refused at once",
        arguments: [
            ("", " = 5", "unknown setting 'aaa"), ("direction = ", "", "the value 'aaa"), ("", "", "expected a line"),
            ("max-radius = ", "", "must not be longer than 4,096 bytes"),
            ("background = #", "", "must not be longer than 4,096 bytes"), ("no-fsync = ", "", "choose yes or no"),
        ])
    func longSettings(start: String, end: String, words: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(Array((start + Self.letters(1_000_000) + end).utf8), "s.conf")
        let outcome = try sandbox.run("--settings", "s.conf", "in.png", "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains(words) && outcome.errors.utf8.count < 2_000)
    }

    /// Combining marks, whose normalization takes time that grows with the square of their number.
    private static func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{316}", count: count / 2) }

    @Test("Combining marks in arguments take no more time than letters")
    func marksInArguments() throws {
        let sandbox = try CommandSandbox()
        let marks = Self.marks(60_000)
        for arguments in [
            ["--max-radius", marks], ["--max-radius=\(marks)"], ["--suffix", marks], ["--suffix=\(marks)"],
            ["--force=\(marks)"], ["--\(marks)"], ["--\(marks)=1"], ["-v\(marks)"], ["-\(marks)"], [marks],
            ["in.png", marks],
            [marks, "out.png"], ["--json", marks], ["--settings", marks], ["--generate-completion-script", marks],
            ["--generate-document", marks], ["--out-dir", marks, "in.png"], ["help", marks], ["--shard", marks],
            ["--in-place", marks], ["--direction", "-" + marks], ["batch", marks], ["compose", marks, "out.png"],
            ["compose", "in.json", marks],
        ] {
            let outcome = try sandbox.run(arguments, processorSeconds: 3)
            #expect([2, 64, 65, 66, 73].contains(outcome.status), "\(arguments.map { $0.prefix(20) })")
        }
    }

    @Test("Combining marks in settings and variables take no more time than letters")
    func marksInSettings() throws {
        let sandbox = try CommandSandbox()
        for start in ["edges = ", "max-radius = ", "no-fsync = ", "background = ", "", "x = "] {
            try sandbox.write(Array((start + Self.marks(500_000)).utf8), "s.conf")
            let outcome = try sandbox.run(["--settings", "s.conf", "in.png", "out.png"], processorSeconds: 3)
            #expect(outcome.status == 64, "\(start)")
        }
        let marks = Self.marks(60_000)
        for variable in ["VARBLUR_EDGES", "VARBLUR_NO_FSYNC", "VARBLUR_\(marks)"] {
            let arguments = ["--print-settings"]
            let environment = [variable: variable.utf8.count > 100 ? "1" : marks, "VARBLUR_\(marks)1": "1"]
            let outcome = try sandbox.run(arguments, environment: environment, processorSeconds: 5)
            #expect(outcome.status == (variable.utf8.count > 100 ? 0 : 64))
        }
    }

    @Test("Values that are too long are shown in part")
    func longValues() {
        for value in [Self.letters(5_000), Self.marks(60_000)] {
            for arguments in [["--direction", value], ["--direction=\(value)"]] {
                let message = Self.message(arguments) ?? ""
                #expect(
                    message.contains(
                        "' is invalid for '--direction <side>'\nvarblur: hint: the value must not be longer than 4,096")
                )
                #expect(message.unicodeScalars.count < 400)
            }
        }
    }

    @Test("A settings file may have many lines, but not more than a mebibyte", arguments: ["\n", "\r\n"])
    func manySettings(lineBreak: String) throws {
        let sandbox = try CommandSandbox()
        let line = "max-radius = 5\(lineBreak)"
        let text = String(repeating: line, count: SmallTextFile.maximumByteCount / line.utf8.count)
        try sandbox.write(Array(text.utf8), "s.conf")
        #expect(try sandbox.run("--settings", "s.conf", "in.png", "out.png").status == 0)
        for size in [SmallTextFile.maximumByteCount + 1, 10_000_000] {
            let comment = "#" + Self.letters(size - text.utf8.count - 1)
            try sandbox.write(Array((text + comment).utf8), "s.conf")
            let outcome = try sandbox.run("--settings", "s.conf", "in.png", "x.png")
            #expect(
                outcome.status == 64 && outcome.errors.contains("is larger than 1048576 bytes"), "\(outcome.errors)")
        }
        #expect(try sandbox.run("--settings", "/dev/zero", "in.png", "x.png").status == 64)
    }

    @Test("Many unknown environment variables, and long ones, are ignored")
    func environment() throws {
        let sandbox = try CommandSandbox()
        var variables = ["VARBLUR_\(Self.letters(100_000))": "1"]
        for number in 0..<10_000 { variables["VARBLUR_NUMBER_\(number)"] = "1" }
        let outcome = try sandbox.run(["in.png", "out.png"], environment: variables)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test("A name template is limited")
    func template() throws {
        #expect(try BlurCommand.request(["--name-template", "{name}\(Self.letters(4_000))", "a"]).paths == ["a"])
        #expect(Self.message(["--name-template", "{name}\(Self.letters(5_000))", "a"])?.contains("4,096") ?? false)
    }
}
