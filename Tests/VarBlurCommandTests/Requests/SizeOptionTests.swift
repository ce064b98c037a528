import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Options of the size")
struct SizeOptionTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    /// The output of a job for the image of the sandbox, of 32×24 pixels.
    private func pixels(_ change: (inout BlurJob) throws -> Void) throws -> [Int] {
        try PixelBuffer.decoded(BlurJob(radius: 2, change).output(of: sandbox.image)).sampleValues()
    }

    @Test(
        "do what the library does",
        arguments: [
            ["--resize", "16x12"], ["--resize=16x", "--crop=20x10+3+4"], ["--resize", "10x10!"],
            ["--resize", "10x10", "--fit", "cover", "--position", "left"],
            ["--resize", "10x10", "--fit", "contain", "--background", "blur(2px, 0.5)"],
            ["--resize", "64x64", "--no-enlarge"], ["--crop", "50%x50%+50%+50%"],
        ])
    func library(arguments: [String]) throws {
        let outcome = try sandbox.blur(arguments + ["--max-radius", "2"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let expected = try pixels { job in
            let text = arguments.joined(separator: " ")
            if let size = text.firstMatch(of: /--resize.([^ ]+)/) { job.resize = try Resize(String(size.output.1)) }
            if let crop = text.firstMatch(of: /--crop.([^ ]+)/) { job.crop = try Crop(String(crop.output.1)) }
            if let fit = text.firstMatch(of: /--fit ([a-z]+)/) {
                job.resize?.fit = try #require(Resize.Fit(rawValue: String(fit.output.1)))
            }
            if text.contains("left") { job.resize?.position = .init(x: .zero, y: .percent(50)) }
            if text.contains("no-enlarge") { job.resize?.enlarges = false }
            if text.contains("blur(") { job.resize?.bars = .blurredImage(radius: .pixels(2), brightness: 0.5) }
        }
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() == expected)
    }

    @Test("are settings, options of jobs, and part of the report")
    func places() throws {
        #expect(try sandbox.blur([], environment: ["VARBLUR_RESIZE": "8x8", "VARBLUR_FIT": "fill"]).status == 0)
        #expect(try ImageHeader.of(sandbox.read("out.png")).width == 8)
        try sandbox.write(Array("resize = x6\nfit = inside\n".utf8), "s.conf")
        #expect(try sandbox.blur(["--settings", "s.conf"]).status == 0)
        #expect(try ImageHeader.of(sandbox.read("out.png")).height == 6)
        let line = CommandSandbox.job("in.png", "line.png", options: #"{"resize":"4x","crop":"8x8+0+0"}"#)
        let result = try sandbox.batch([line]).results[0]
        #expect(result["width"] == .integer(4) && result["height"] == .integer(4), "\(result)")
        #expect(result["settings"]?["resize"] == .string("4x") && result["timings"]?["resize"] != nil)
        let plan = try sandbox.run(["--dry-run", "--resize", "7x", "in.png", "plan.png"])
        #expect(String(decoding: plan.output, as: UTF8.self).contains("7×5"))
    }

    @Test(
        "have errors that say what to do",
        arguments: [
            (
                ["--resize", "640"], "the value '640' is invalid for '--resize <size>'",
                "an x must follow the width: 640x"
            ),
            (["--resize", "0x5"], "the value '0x5' is invalid for '--resize <size>'", "a side must be 1 or more"),
            (["--crop", "5x5"], "the value '5x5' is invalid for '--crop <area>'", "as in +40+0"),
            (["--size", "9x9"], "unknown option '--size'", "did you mean '--resize'?"),
            (["--thumbnail", "9x9"], "unknown option '--thumbnail'", "did you mean '--preset thumbnail'?"),
            (["--resize", "9x", "--fit", "cover"], "--fit cover needs a width and a height", "such as 640x480"),
            (
                ["--resize", "9x9^", "--fit", "cover"], "the size ends with ^, which means --fit outside",
                "leave out one"
            ),
            (["--resize", "9x9", "--position", "top"], "--position has no effect with --fit inside", "--fit cover"),
            (["--resize", "9x9", "--background", "blur"], "fills the bars of --fit contain", "add --fit contain"),
            (
                ["--resize", "9x9", "--background", "blur(x)"], "is invalid for '--background <color>'",
                "a number is missing"
            ),
            (["--crop", "33x1+0+0"], "in.png: the crop 33x1+0+0 is not inside the image of 32×24 pixels", ""),
            (
                ["--resize", "70000x"], "pixels per side (choose a smaller size, or raise --max-pixels or --max-side)",
                ""
            ),
        ])
    func errors(arguments: [String], message: String, remedy: String) throws {
        let outcome = try sandbox.blur(arguments)
        #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(remedy.isEmpty || outcome.errors.contains(remedy), "\(outcome.errors)")
        #expect(try !sandbox.directory.names().contains("out.png"))
    }

    @Test("that have no effect are pointed out")
    func hints() throws {
        let outcome = try sandbox.blur(["--fit", "cover", "--no-enlarge"])
        #expect(outcome.status == 0 && outcome.errors.contains("--fit has no effect without --resize"))
        #expect(outcome.errors.contains("--no-enlarge has no effect without --resize"))
        // resizing alone is a use of its own
        #expect(try sandbox.blur(["--resize", "8x", "--max-radius", "0"]).errors.isEmpty)
    }
}
