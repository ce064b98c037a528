import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Options of the shape of the blur")
struct RampOptionTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func gradientPixels(_ texts: String...) throws -> [Int] {
        var settings = BlurSettings()
        settings.gradients = try texts.map { try BlurGradient($0) }
        let image = try PixelBuffer.decoded(sandbox.image)
        return try settings.progressiveBlur(width: 32, height: 24).blurred(image).sampleValues()
    }

    @Test("A ramp that equals a direction gives the same picture; ramps add up")
    func ramps() throws {
        let bottom = try sandbox.pixels(["--max-radius", "6", "--direction", "bottom"])
        #expect(try sandbox.pixels(["--ramp", "linear-blur(0px, 6px)"]) == bottom)
        #expect(try sandbox.pixels(["--ramp", "linear-blur(0, 25%)", "--ramp=linear-blur(0, 0)"]) == bottom)
        let both = try gradientPixels("linear-blur(0, 6px)", "linear-blur(3px, 0 40%)")
        let texts = ["linear-blur(0, 6px)", "linear-blur(3px, 0 40%)"]
        #expect(try sandbox.pixels(["--ramp", texts[0], "--ramp", texts[1]]) == both)
        #expect(try sandbox.pixels(["--ramp", texts.joined(separator: " ")]) == both)
        #expect(try sandbox.pixels([], environment: ["VARBLUR_RAMP": texts.joined(separator: " ")]) == both)
        try sandbox.write(Array("ramp = \(texts[0])\nramp = \(texts[1])\n".utf8), "s.conf")
        #expect(try sandbox.pixels(["--settings", "s.conf"]) == both)
        let line = CommandSandbox.job("in.png", "line.png", options: #"{"ramp":"\#(texts[0]) \#(texts[1])"}"#)
        let results = try sandbox.batch([line]).results
        #expect(results[0]["status"] == .string("ok"))
        #expect(try PixelBuffer.decoded(sandbox.read("line.png")).sampleValues() == both)
        #expect(results[0]["settings"]?["ramp"] == .string(texts.joined(separator: " ")))
        #expect(results[0]["settings"]?["direction"] == nil && results[0]["settings"]?["max-radius"] == nil)
        #expect(results[0]["r_min"] == .decimal(0) && results[0]["r_max"] == .decimal(6))
    }

    @Test("Several sides are blurred from each of them")
    func sides() throws {
        let both = try gradientPixels("linear-blur(5px, 0 40%)", "linear-blur(0 60%, 5px)")
        let radius = ["--max-radius", "5", "--start-offset", "0.6"]
        #expect(try sandbox.pixels(radius + ["--direction", "top,bottom"]) == both)
        let outcome = try sandbox.blur(["--direction", "bottom,top", "--max-radius", "5", "--start-offset", "0.6"])
        #expect(outcome.status == 0)
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() == both)
    }

    @Test("The reach is the distance of the ramp's end from its side, in all places for settings")
    func reach() throws {
        // the image has 32×24 pixels
        let both = ["--max-radius", "5", "--direction", "bottom,right"]
        #expect(
            try sandbox.pixels(both + ["--reach", "25%"])
                == gradientPixels("linear-blur(to top, 5px, 0 6px)", "linear-blur(to left, 5px, 0 8px)"))
        let expected = try gradientPixels("linear-blur(to top, 5px, 0 6px)")
        let bottom = ["--max-radius", "5", "--direction", "bottom"]
        for reach in ["25%", "6", "6px"] {
            #expect(try sandbox.pixels(bottom + ["--reach", reach]) == expected)
        }
        #expect(try sandbox.pixels(bottom, environment: ["VARBLUR_REACH": "6"]) == expected)
        try sandbox.write(
            Array("start-offset = 0.1\npreset.low = reach = 25%; direction = bottom; max-radius = 5\n".utf8), "r.conf")
        #expect(try sandbox.pixels(["--settings", "r.conf", "--preset", "low"]) == expected)
        let line = CommandSandbox.job(
            "in.png", "reach.png", options: #"{"reach":6,"max-radius":5,"direction":"bottom"}"#)
        let results = try sandbox.batch([line]).results
        #expect(try PixelBuffer.decoded(sandbox.read("reach.png")).sampleValues() == expected)
        #expect(results[0]["settings"]?["reach"] == .string("6") && results[0]["settings"]?["start-offset"] == nil)
    }

    @Test(
        "Values with a mistake are rejected, ramps with the place of the mistake",
        arguments: [
            (["--direction", "top,top"], "The side top is listed twice"),
            (["--direction", "top,"], "Choose top, bottom, left, right, several"),
            (["--direction", "all,top"], "Choose top, bottom, left, right, several"),
            (["--easing", "fast"], "An easing is linear, smoothstep"),
            (["--easing", "cubic-bezier(2,0,0,0)"], "At character 14: the first and third number must be 0 to 1"),
            (["--ramp", "linear-blur(20, 0px)"], "At character 13: a radius needs a unit: px or %"),
            (["--ramp", "linear-blur(20, 0px)"], "\n"),
            (["--ramp", "linear-blur(1px, 2px)", "--max-radius", "3"], "--ramp and --max-radius cannot be combined"),
            (["--ramp", "linear-blur(1px, 2px)", "--mask", "in.png"], "--ramp and --mask cannot be combined"),
            (["--mask", "in.png", "--direction", "top"], "--mask and --direction cannot be combined"),
            (["--mask", "in.png", "--start-offset", "0.1"], "--mask and --start-offset cannot be combined"),
            (["--reach", "40%", "--start-offset", "0.6"], "--reach and --start-offset cannot be combined"),
            (["--reach", "9px", "--mask", "in.png"], "--mask and --reach cannot be combined"),
            (["--reach", "9px", "--ramp", "linear-blur(1px, 2px)"], "--ramp and --reach cannot be combined"),
            (["--reach", "0.4"], "did you mean 40%?"), (["--reach", "0"], "greater than 0"),
            (["--reach", "-5px"], "greater than 0"), (["--reach", "1e10"], "greater than 0"),
            (["--mask-invert"], "--mask-invert requires --mask"), (["--mask", ""], "a path must not be empty"),
            (["--emit-mask", "-"], "--emit-mask requires a file"),
            (["--emit-mask", "out.png"], "another file of this run"),
            (["--emit-mask", "./in.png"], "another file of this run"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) throws {
        let outcome = try sandbox.blur(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.lowercased().contains(message.lowercased()), "\(outcome.errors)")
    }

    @Test("A caret points at the mistake in a ramp")
    func caret() throws {
        let errors = try sandbox.blur(["--ramp", "linear-blur(0px 10%, 5pt)"]).errors.split(separator: "\n")
        let text = try #require(errors.first { $0.hasSuffix("linear-blur(0px 10%, 5pt)") })
        let caret = try #require(errors.first { $0.hasSuffix("^") })
        #expect(caret.count == text.count - "5pt)".count + 1)
    }

    @Test("Options for the shape override those of other sources that they exclude")
    func precedence() throws {
        func settings(_ arguments: [String], _ environment: [String: String]) throws -> [String] {
            let outcome = try sandbox.blur(arguments + ["--print-settings"], environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.text.split(separator: "\n").map(String.init)
        }
        let ramp = "linear-blur(1px, 2px)"
        let fromRamp = try settings(["--ramp", ramp], ["VARBLUR_MAX_RADIUS": "9", "VARBLUR_DIRECTION": "left"])
        #expect(fromRamp.contains("ramp = \(ramp)") && fromRamp.contains("# max-radius = "))
        #expect(fromRamp.contains("# direction = "))
        let fromRadius = try settings(["--max-radius", "9"], ["VARBLUR_RAMP": ramp])
        #expect(fromRadius.contains("max-radius = 9") && fromRadius.contains("# ramp = "))
        let fromMask = try settings(["--mask", "m.png"], ["VARBLUR_DIRECTION": "left", "VARBLUR_MAX_RADIUS": "9"])
        #expect(fromMask.contains("mask = m.png") && fromMask.contains("max-radius = 9"))
        #expect(fromMask.contains("# direction = "))
        let fromSide = try settings(["--direction", "left"], ["VARBLUR_MASK": "m.png", "VARBLUR_MASK_INVERT": "yes"])
        #expect(fromSide.contains("direction = left") && fromSide.contains("# mask = "))
        #expect(fromSide.contains("mask-invert = no"))
        let line = CommandSandbox.job("in.png", "line.png", options: #"{"direction":"left"}"#)
        let results = try sandbox.batch([line], "--ramp", ramp).results
        #expect(results[0]["status"] == .string("ok") && results[0]["settings"]?["ramp"] == nil)
        #expect(results[0]["settings"]?["direction"] == .string("left"))
    }

    @Test("A mask is read from a file or from standard input, and written next to the output")
    func masks() throws {
        let mask = try PixelBuffer.make(Size(1, 2), PixelFormat(.gray)) { _, y, _ in y * 255 }.encoded(.png)
        try sandbox.write(mask, "mask.png")
        let expected = try gradientPixels("linear-blur(0 25%, 6px 75%)")
        let fromFile = try sandbox.pixels(["--mask", "mask.png", "--max-radius", "6", "--emit-mask", "alpha.png"])
        #expect(zip(fromFile, expected).allSatisfy { abs($0 - $1) <= 1 })
        let alpha = try PixelBuffer.decoded(sandbox.read("alpha.png"))
        #expect(alpha.format == PixelFormat(.gray, .sixteen) && alpha.row(0)[0] == 0 && alpha.row(23)[31] == 65535)
        let again = try sandbox.pixels(["--mask", "alpha.png", "--max-radius", "6"])
        #expect(zip(again, fromFile).allSatisfy { abs($0 - $1) <= 1 })
        try sandbox.check(["--mask", "-", "--max-radius", "6", "--force", "in.png", "out.png"], input: mask)
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() == fromFile)
        let both = try sandbox.run("--mask", "-", "-", "out2.png", input: mask)
        #expect(both.status == 64 && both.errors.contains("standard input cannot be both"))
    }

    @Test("For several inputs, the written masks have a pattern for their names")
    func patterns() throws {
        try sandbox.add("a.png", "b.png")
        let plain = try sandbox.run("--out-dir", "o", "--emit-mask", "m.png", "a.png", "b.png")
        #expect(plain.status == 64 && plain.errors.contains("requires a pattern"))
        try sandbox.check(["--out-dir", "o", "--emit-mask", "o/{name}-mask{ext}", "a.png", "b.png"])
        #expect(sandbox.tree("o") == ["a-mask.png", "a.png", "b-mask.png", "b.png"])
        let mixed = try sandbox.run("--out-dir", "o", "--force", "--mask", "-", "a.png", "b.png")
        #expect(mixed.status == 64 && mixed.errors.contains("for a single image only"))
    }

    @Test("A missing or damaged mask is an error that names it")
    func wrongMasks() throws {
        try sandbox.write(Array(sandbox.image.prefix(90)), "cut.png")
        for (path, status) in [("missing.png", 66), ("cut.png", 65)] as [(String, Int32)] {
            let outcome = try sandbox.blur(["--mask", path])
            #expect(outcome.status == status && outcome.errors.contains(path))
        }
        let line = CommandSandbox.job("in.png", "line.png", options: #"{"mask":"-"}"#)
        let results = try sandbox.batch([line]).results
        #expect(results[0]["status"] == .string("error"))
    }

    @Test("An easing changes the picture, and is part of the digest")
    func easing() throws {
        let linear = try sandbox.pixels(["--max-radius", "6"])
        let skipped = try sandbox.run("--max-radius", "6", "--if-exists", "skip-same", "--verbose", "in.png", "out.png")
        #expect(skipped.errors.contains("skipped"))
        let eased = try sandbox.run(
            "--max-radius", "6", "--easing", "ease-in", "--if-exists", "skip-same", "--verbose", "in.png", "out.png")
        #expect(!eased.errors.contains("skipped"))
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() != linear)
    }
}
