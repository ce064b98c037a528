import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON
import VarBlurCodecs

@Suite("Options without an effect")
struct UnusedOptionTests {
    /// A directory with a matte, too.
    private static func sandbox() throws -> CommandSandbox {
        let sandbox = try CommandSandbox()
        try sandbox.write(PixelBuffer.noise(Size(4, 3), PixelFormat(.gray)).encoded(.png), "matte.png")
        return sandbox
    }

    @Test(
        "get a hint",
        arguments: [
            (["--jpeg-smooth", "on", "in.png", "o.png"], "--jpeg-smooth has no effect on PNG outputs"),
            (["--dither", "in.png", "o.jpg"], "--dither has no effect on JPEG outputs"),
            (["--progressive", "in.png", "o.png"], "--progressive has no effect on PNG outputs"),
            (["--baseline", "in.png", "o.webp"], "--baseline has no effect on WebP outputs"),
            (["--background", "red", "in.png", "o.png"], "--background has no effect on PNG outputs"),
            (["--png-compression", "fast", "in.png", "o.jpg"], "--png-compression has no effect on JPEG outputs"),
            (["--webp-quality", "5", "in.png", "o.png"], "--webp-quality has no effect on PNG outputs"),
            (
                ["--jpeg-smooth", "on", "--jpeg-quality", "80", "in.png", "o.jpg"],
                "--jpeg-smooth has no effect with --jpeg-quality"
            ),
            (["--tint-opacity", "0.5", "in.png", "o.png"], "--tint-opacity has no effect without --tint"),
            (["--contrast", "5", "in.png", "o.png"], "--contrast has no effect without --tint-opacity auto"),
            (
                ["--tint", "red", "--text-color", "white", "in.png", "o.png"],
                "--text-color has no effect without --tint-opacity auto"
            ),
            (
                ["--start-offset", "0.5", "--min-radius", "5", "--max-radius", "5", "in.png", "o.png"],
                "--start-offset has no effect, because --min-radius equals --max-radius"
            ),
            (
                ["--mask", "matte.png", "--min-radius", "5", "--max-radius", "5", "--tint", "red", "in.png", "o.png"],
                "--mask does not say where to blur, because --min-radius equals --max-radius"
            ),
            (
                ["--preset", "frosted", "--direction", "left", "in.png", "o.png"],
                "--direction does not say where to blur, because --min-radius equals --max-radius"
            ),
            (
                ["--preset", "privacy", "--reach", "50%", "in.png", "o.png"],
                "--reach has no effect, because --min-radius equals --max-radius"
            ),
            (
                ["--area", "circle(5px)", "--easing", "sine", "in.png", "o.png"],
                "--easing has no effect on areas without --feather"
            ),
            (["--mosaic", "8", "--max-radius", "3", "in.png", "o.png"], "--max-radius has no effect with --mosaic"),
            (["--mosaic", "8", "--edges", "clamp", "in.png", "o.png"], "--edges has no effect with --mosaic"),
            (["--mosaic", "8", "--dither", "in.png", "o.png"], "--dither has no effect with --mosaic"),
            (
                ["--mosaic", "1", "in.png", "o.png"],
                "in.png: a mosaic with cells of one pixel changes nothing; percentages have a sign, as in 3%"
            ),
            (
                ["--mosaic", "0.5%", "in.png", "o.png"],
                "in.png: a mosaic with cells of one pixel changes nothing"
            ),
            (
                ["--max-radius", "0.05", "in.png", "o.png"],
                "in.png: a maximum radius of 0.05 pixels is too small to blur anything; percentages have a sign, as in 5%"
            ),
            (
                ["--max-radius", "0.3%", "in.png", "o.png"],
                "in.png: a maximum radius of 0.072 pixels is too small to blur anything"
            ),
            (
                ["--area", "circle(5px)", "--area-radius", "0.3%", "in.png", "o.png"],
                "in.png: a maximum radius of 0.072 pixels is too small to blur anything"
            ),
            (
                ["--easing", "sine", "--min-radius", "5", "--max-radius", "5", "in.png", "o.png"],
                "--easing has no effect, because --min-radius equals --max-radius"
            ),
            (
                ["--area", "circle(5px)", "--area-fill", "red", "--matte", "matte.png", "in.png", "o.png"],
                "--matte has no effect on filled areas without a ramp"
            ),
            (
                ["--area", "circle(5px)", "--area-fill", "red", "--light", "linear", "in.png", "o.png"],
                "--light has no effect on filled areas without a ramp"
            ),
            (
                ["--area", "circle(5px)", "--area-fill", "red", "--max-radius", "9", "in.png", "o.png"],
                "--max-radius has no effect on filled areas without a ramp"
            ),
            (
                ["--max-radius", "0", "--dither", "in.png", "o.png"],
                "in.png: the maximum radius is 0, so nothing is blurred"
            ),
        ])
    func hints(arguments: [String], hint: String) throws {
        let sandbox = try Self.sandbox()
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 0 && outcome.errors == "varblur: hint: \(hint)\n", "\(outcome.errors)")
    }

    @Test(
        "of a size get a hint without one, on a command line and in a job",
        arguments: [
            ("fit", "\"cover\""), ("fit", "\"contain\""), ("position", "\"left\""), ("no-enlarge", "true"),
        ])
    func withoutSize(name: String, value: String) throws {
        let sandbox = try CommandSandbox()
        let text = value == "true" ? [] : [value.filter { $0 != "\"" }]
        for (extra, isSized) in [([], false), (["--resize", "9x9"], true)] {
            let outcome = try sandbox.run(
                ["--force", "--max-radius", "2", "--\(name)"] + text + extra
                    + (isSized && name == "position" ? ["--fit", "cover"] : [])
                    + ["in.png", "o.png"])
            let hint = "varblur: hint: --\(name) has no effect without --resize\n"
            #expect(outcome.status == 0 && outcome.errors == (isSized ? "" : hint), "\(outcome.errors)")
        }
        let job = CommandSandbox.job("in.png", "p.png", options: #"{"\#(name)":\#(value)}"#)
        let hints = try sandbox.batch([job]).results.first?["hints"]?.values
        #expect(hints == [.string("'\(name)' has no effect without 'resize'")])
        let output = #"{"input":"in.png","outputs":[{"output":"q.png","\#(name)":\#(value)}]}"#
        #expect(try sandbox.batch([output]).outcome.text.contains("'\(name)' has no effect without 'resize'"))
    }

    @Test(
        "Options with an effect get none",
        arguments: [
            ["--progressive", "--background", "red", "in.png", "o.jpg"],
            ["--png-compression", "fast", "in.png", "o.png"],
            ["--tint", "red", "--tint-opacity", "0.5", "in.png", "o.png"],
            ["--preset", "caption", "--tint-opacity", "0.2", "in.png", "o.png"],
            ["--max-radius", "0", "--tint", "red", "--mask", "matte.png", "in.png", "o.png"],
            ["--max-radius", "0", "--area", "circle(5px)", "--area-radius", "4", "in.png", "o.png"],
            ["--max-radius", "0", "--direction", "left", "--emit-mask", "m.png", "--resize", "9x", "in.png", "o.png"],
            [
                "--max-radius", "5", "--min-radius", "5", "--area", "circle(5px)", "--direction", "top", "in.png",
                "o.png",
            ],
            ["--area", "circle(5px)", "--feather", "3", "--easing", "sine", "in.png", "o.png"],
            ["--mosaic", "8", "--tint", "red", "--dither", "in.png", "o.png"],
            ["--mosaic", "8", "--edges", "transparent", "in.png", "o.png"],
            ["--mosaic", "2", "in.png", "o.png"],
            ["--max-radius", "0", "--tint", "red", "in.png", "o.png"],
            [
                "--area", "circle(5px)", "--area-fill", "red", "--direction", "top", "--max-radius", "2", "in.png",
                "o.png",
            ],
            ["--area", "circle(5px)", "--area-fill", "red", "--light", "linear", "--resize", "9x", "in.png", "o.png"],
            ["--area", "circle(5px)", "--area-fill", "red", "--edges", "transparent", "in.png", "o.png"],
            [
                "--ramp", "area-blur(circle(9px), 4px)", "--area", "circle(5px)", "--area-fill", "red", "--matte",
                "matte.png",
                "in.png", "o.png",
            ],
            ["--mosaic", "8px", "--max-radius", "0", "--easing", "sine", "in.png", "o.png"],
        ])
    func noHints(arguments: [String]) throws {
        let sandbox = try Self.sandbox()
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test(
        "that say where to blur get one hint if the radius there is 0, whatever else the run does",
        arguments: [
            (["--area", "circle(5px)"], "--area", "the maximum radius is 0"),
            (["--areas-from", "areas"], "--areas-from", "the maximum radius is 0"),
            (["--mask", "matte.png"], "--mask", "the maximum radius is 0"),
            (["--matte", "matte.png"], "--matte", "the maximum radius is 0"),
            (["--direction", "left", "--reach", "9"], "--direction", "the maximum radius is 0"),
            (["--start-offset", "0.5"], "--start-offset", "the maximum radius is 0"),
            (["--area", "circle(5px)", "--area-radius", "0"], "--area", "--area-radius is 0"),
        ])
    func withoutRadius(arguments: [String], name: String, cause: String) throws {
        let sandbox = try Self.sandbox()
        try sandbox.write(Array("circle(5px)".utf8), "areas")
        let hint = "varblur: hint: \(name) has no effect, because \(cause)\n"
        for others in [["--preset", "thumbnail", "--resize", "8x"], ["--max-radius", "0"], ["--max-radius", "0%"]] {
            let outcome = try sandbox.run(["--force", "--no-digest"] + others + arguments + ["in.png", "o.png"])
            #expect(outcome.status == 0 && outcome.errors == hint, "\(outcome.errors)")
        }
        let given = try sandbox.run(
            ["--force", "--preset", "thumbnail", "--max-radius", "3"] + arguments + ["in.png", "o.png"])
        #expect(given.errors.contains("has no effect") == arguments.contains("--area-radius"), "\(given.errors)")
    }

    @Test("In a job, an option that says where to blur gets one hint, too")
    func jobWithoutRadius() throws {
        let sandbox = try CommandSandbox()
        let jobs = [
            #"{"max-radius":0,"area":"circle(5px)"}"#, #"{"max-radius":0,"direction":"left"}"#, #"{"max-radius":0}"#,
        ].enumerated().map { CommandSandbox.job("in.png", "\($0.offset).png", options: $0.element) }
        let results = try sandbox.batch(jobs).results
        #expect(
            results.map { $0["hints"] } == [
                ["'area' has no effect, because the maximum radius is 0"],
                ["'direction' has no effect, because the maximum radius is 0"],
                ["the maximum radius is 0, so nothing is blurred"],
            ])
    }

    @Test(
        "A minimum radius above the maximum names the preset that sets it",
        arguments: [
            ("1", "the minimum radius (0.6 px) is larger than the maximum radius (0.1 px)", "0.1"),
            ("1", "the minimum radius is larger than the maximum radius", "1%"),
        ])
    func presetConflicts(status: String, cause: String, radius: String) throws {
        let outcome = try CommandSandbox().run("--preset", "frosted", "--max-radius", radius, "in.png", "o.png")
        #expect(outcome.status == 64 && outcome.errors.contains(cause), "\(outcome.errors)")
        #expect(
            outcome.errors.contains(
                "the preset frosted sets --min-radius to 2.5%; set --min-radius too, or raise --max-radius"))
    }

    @Test("A minimum radius above the maximum has a remedy in every unit")
    func radiusOrder() throws {
        let sandbox = try CommandSandbox()
        let mixed = try sandbox.run("--min-radius", "90%", "in.png", "o.png")
        #expect(mixed.status == 64 && mixed.errors.contains("(lower --min-radius, or raise --max-radius)"))
        let job = CommandSandbox.job("in.png", "o.png", options: #"{"preset":"frosted","max-radius":0.1}"#)
        let message = try sandbox.batch([job]).results.first?["error"]?["message"]?.string
        #expect(message?.contains("the preset frosted sets 'min-radius' to 2.5%") ?? false, "\(message ?? "")")
    }

    @Test("Environment variables with the names of options that are no settings get a warning")
    func variables() throws {
        let sandbox = try CommandSandbox()
        for (variable, option) in [("FORCE", "force"), ("OUT_DIR", "out-dir"), ("EMIT_MASK", "emit-mask")] {
            let outcome = try sandbox.run(["--force", "in.png", "o.png"], environment: ["VARBLUR_\(variable)": "1"])
            let warning = "VARBLUR_\(variable) has no effect: --\(option) cannot be set by an environment variable"
            #expect(outcome.status == 0 && outcome.errors == "varblur: warning: \(warning)\n", "\(outcome.errors)")
        }
    }

    @Test("VARBLUR_INSTRUCTION_SET selects the instruction set, and a wrong value is an error")
    func instructionSet() throws {
        let sandbox = try CommandSandbox()
        func run(_ name: String, _ arguments: String...) throws -> Program.Outcome {
            try sandbox.run(arguments, environment: ["VARBLUR_INSTRUCTION_SET": name])
        }
        #expect(try run("portable", "--version", "--verbose").text.contains("in use: portable"))
        #expect(try run("portable", "in.png", "o.png").status == 0)
        #expect(try run("portable", "--print-settings").text.contains("instruction-set = portable"))
        let wrong = try run("foo", "in.png", "p.png")
        #expect(wrong.status == 64 && wrong.errors.contains("VARBLUR_INSTRUCTION_SET"), "\(wrong.errors)")
    }
}
