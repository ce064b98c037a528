import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Usage errors")
struct UsageMessageTests {
    @Test(
        "have a cause and a remedy",
        arguments: [
            ("No output is given. Specify one.", "no output is given", "specify one"),
            ("Unknown option '-a. B'", "unknown option '-a. B'", "see 'varblur --help'"),
            ("--a and --b cannot be combined.", "--a and --b cannot be combined", "see 'varblur --help'"),
            (
                "The value 'x: Y. Z' is invalid for '--threads <count>': A number. At most 9.",
                "the value 'x: Y. Z' is invalid for '--threads <count>'", "a number. At most 9"
            ),
            ("JPEG is the output's format. Use it.", "JPEG is the output's format", "use it"),
            ("Two\nlines. Of text", "two lines", "of text"),
        ])
    func parts(text: String, cause: String, remedy: String) {
        let message = UsageMessage(text, suggestion: nil, command: "varblur")
        #expect(message.cause == cause && message.remedy == remedy)
        #expect(message.text == "varblur: error: \(cause)\nvarblur: hint: \(remedy)")
    }

    @Test("add a suggestion to the remedy")
    func suggestion() {
        let message = UsageMessage("A. B.", suggestion: "Did you mean 'c'?", command: "varblur")
        #expect(message.remedy == "b; did you mean 'c'?")
        #expect(UsageMessage("A", suggestion: "C", command: "varblur").remedy == "c")
        #expect(UsageMessage("A", suggestion: nil, command: "varblur batch").remedy == "see 'varblur batch --help'")
    }

    @Test("are two lines, in the form of all other errors, and without the usage")
    func lines() throws {
        for arguments in [[], ["in.png"], ["--no-such", "a", "b"], ["--threads", "0", "a", "b"], ["batch", "x"]] {
            let sandbox = try CommandSandbox()
            let outcome = try Program.varblur.run(arguments, in: sandbox.directory.url)
            let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(outcome.status == 64 && outcome.output.isEmpty && lines.count == 3, "\(outcome.errors)")
            #expect(lines[0].hasPrefix("varblur: error: ") && lines[1].hasPrefix("varblur: hint: "))
            #expect(!outcome.errors.lowercased().contains("usage:"))
        }
    }
}
