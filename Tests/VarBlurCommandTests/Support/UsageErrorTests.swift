import TestSupport
import Testing

@testable import VarBlurCommand
import VarBlurCodecs

@Suite("Usage errors")
struct UsageErrorTests {
    @Test("have a cause, and a remedy or the help of the command")
    func parts() {
        let error = UsageError("no output is given", remedy: "specify one", excerpt: ["  a b", "  ^"])
        #expect(
            error.text(of: "varblur") == """
                varblur: error: no output is given
                  a b
                  ^
                varblur: hint: specify one
                """)
        #expect(
            UsageError("x. Y").located("s.conf, line 1").text(of: "varblur batch")
                == "varblur: error: s.conf, line 1: x. Y\nvarblur: hint: see 'varblur batch --help'")
    }

    @Test("name options in the words of a command line or of a job")
    func options() {
        let error = UsageError(
            "\(option: "ramp") and \(flag: "force") contradict \("each") other", remedy: "raise \(option: "max-pixels")"
        )
        #expect(error.text(of: "varblur").hasPrefix("varblur: error: --ramp and --force contradict each other\n"))
        let job = error.imageError(file: "a.png")
        #expect(job.description == "a.png: 'ramp' and 'force': true contradict each other (raise 'max-pixels')")
        let nested: UsageText = "\(error.cause), \(3)"
        #expect(nested.text(for: .job) == "'ramp' and 'force': true contradict each other, 3")
    }

    @Test("are two lines, in the form of all other errors, and without the usage")
    func lines() throws {
        for arguments in [[], ["in.png"], ["--no-such", "a", "b"], ["--threads", "0", "a", "b"], ["batch", "x"]] {
            let sandbox = try CommandSandbox()
            let outcome = try sandbox.run(arguments)
            let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(outcome.status == 64 && outcome.output.isEmpty && lines.count == 3, "\(outcome.errors)")
            #expect(lines[0].hasPrefix("varblur: error: ") && lines[1].hasPrefix("varblur: hint: "))
            #expect(!outcome.errors.lowercased().contains("usage:"))
        }
    }
}
