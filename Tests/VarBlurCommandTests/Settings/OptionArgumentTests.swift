import TestSupport
import Testing
import VarBlurJSON

@testable import VarBlurCommand

@Suite("Values of options on the command line")
struct OptionArgumentTests {
    @Test(
        "An empty value after an equals sign is an error, and the next argument is not taken for the value",
        arguments: ["out-dir", "suffix", "mask", "max-radius", "tint", "settings", "emit-mask", "if-exists", "json"])
    func emptyValues(name: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "b.png")
        let outcome = try sandbox.run("--\(name)=", "a.png", "b.png", "c.png")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors == """
                varblur: error: the option '--\(name)' has an empty value
                varblur: hint: specify a value, or leave out the option

                """)
        #expect(try sandbox.directory.names() == ["a.png", "b.png", "in.png"])
    }

    @Test("A flag with an equals sign is an error")
    func emptyFlag() throws {
        let outcome = try CommandSandbox().run("--force=", "in.png", "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains("the option '--force' takes no value"))
    }

    @Test("An empty value in a job is an error, and the next option is not taken for the value")
    func emptyValuesInJobs() throws {
        let sandbox = try CommandSandbox()
        let job = CommandSandbox.job("in.png", "out.png", options: #"{"tint":"","max-radius":3}"#)
        let result = try #require(try sandbox.batch([job]).results.first)
        #expect(
            result["error"]?["message"]?.string
                == "the option 'tint' has an empty value (specify a value, or leave out the option)", "\(result.text)")
    }

    @Test(
        "A number out of range, also a negative one, is the value of the option before it, and the message contains the range",
        arguments: [
            ("saturation", "-1", "a number from 0 to 4"), ("grain", "-0.5", "a number from 0 to 64"),
            ("jpeg-quality", "-1", "a whole number from 1 to 100"), ("timeout", "-1", "greater than 0"),
            ("threads", "-2", "1 or more"), ("max-memory", "-5", "a whole number of bytes"),
            ("edges", "-1", "normalize, clamp"), ("max-radius", "-5", "0 or more"),
        ]
            + ["max-radius", "min-radius", "area-radius", "feather", "mosaic"].flatMap { name in
                ["1e308", "1000000001", "1e20%"].map { (name, $0, "at most 1,000,000,000, in pixels") }
            })
    func negativeNumbers(name: String, value: String, range: String) throws {
        let outcome = try CommandSandbox().run("--\(name)", value, "in.png", "out.png")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("varblur: error: the value '\(value)' is invalid for '--\(name)"))
        #expect(outcome.errors.contains(range), "\(outcome.errors)")
    }

    @Test("A flag after an option that needs a value is not the value")
    func flagsAreNoValues() throws {
        for arguments in [["--grain", "-f"], ["--grain", "--force"], ["--out-dir", "-1"]] {
            #expect(throws: (any Error).self) { () throws in _ = try BlurCommand.request(arguments + ["in.png"]) }
        }
        #expect(try BlurCommand.request(["--start-offset", "-.5", "a", "b"]).job.blur.startOffset == -0.5)
    }
}
