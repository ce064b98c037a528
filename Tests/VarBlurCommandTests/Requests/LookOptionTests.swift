import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Options of the look")
struct LookOptionTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func expected(_ look: BlurLook, radius: Double = 20) throws -> [Int] {
        var settings = BlurSettings()
        (settings.maximumRadius, settings.look) = (.pixels(radius), look)
        return try settings.progressiveBlur(width: 32, height: 24).blurred(PixelBuffer.decoded(sandbox.image))
            .sampleValues()
    }

    @Test("The options give the picture of the library, on the command line, in settings and in batches")
    func values() throws {
        let tint = try BlurLook.Tint(red: 1, green: 0, blue: 0.2, opacity: 0.45)
        let look = try expected(BlurLook(tint: tint, saturation: 1.5, grain: 2.5, dithers: true))
        let options = [
            "--tint", "#ff0033", "--tint-opacity", "45%", "--saturation", "150%", "--grain", "2.5", "--dither",
        ]
        #expect(try sandbox.pixels(options) == look)
        let variables = [
            "VARBLUR_TINT": "#f03", "VARBLUR_TINT_OPACITY": "0.45", "VARBLUR_SATURATION": "1.5", "VARBLUR_GRAIN": "2.5",
            "VARBLUR_DITHER": "yes",
        ]
        #expect(try sandbox.pixels([], environment: variables) == look)
        #expect(try sandbox.pixels(["--saturation", "1"], environment: variables) != look)
        try sandbox.write(
            Array("tint = #f03\ntint-opacity = 0.45\nsaturation = 150%\ngrain = 2.5\ndither = yes\n".utf8), "s.conf")
        #expect(try sandbox.pixels(["--settings", "s.conf"]) == look)
        let line = CommandSandbox.job(
            "in.png", "line.png",
            options: ##"{"tint":"#f03","tint-opacity":0.45,"saturation":1.5,"grain":2.5,"dither":true}"##)
        let results = try sandbox.batch([line]).results
        #expect(results[0]["status"] == .string("ok"))
        #expect(try PixelBuffer.decoded(sandbox.read("line.png")).sampleValues() == look)
        #expect(results[0]["settings"]?["tint"] == .string("#f03"))
        #expect(
            try sandbox.pixels(["--tint", "#f03", "--max-radius", "0"])
                == expected(
                    BlurLook(tint: BlurLook.Tint(red: 1, green: 0, blue: 0.2)), radius: 0))
    }

    @Test("Every option is part of the digest")
    func digest() throws {
        #expect(try sandbox.run("in.png", "out.png").status == 0)
        for options in [
            ["--tint", "red"], ["--saturation", "0"], ["--grain", "1"], ["--fade", "0.4"], ["--dither"],
        ] {
            let outcome = try sandbox.run(options + ["--if-exists", "skip-same", "--verbose", "in.png", "out.png"])
            #expect(outcome.status == 0 && !outcome.errors.contains("skipped"), "\(options)")
            let again = try sandbox.run(options + ["--if-exists", "skip-same", "--verbose", "in.png", "out.png"])
            #expect(again.errors.contains("skipped"))
        }
    }

    @Test(
        "Values out of range are rejected",
        arguments: [
            (["--tint", "ff0000"], "Did you mean '#ff0000'?"),
            (["--tint", "red", "--tint-opacity", "101%"], "An opacity must be a number from 0 to 1"),
            (["--saturation", "4.5"], "A saturation must be a number from 0 to 4"),
            (["--saturation=-1"], "A saturation must be a number from 0 to 4"),
            (["--grain", "65"], "Grain must be a number from 0 to 64"), (["--grain", "5%"], "Grain must be"),
            (["--grain", "nan"], "Grain must be"), (["--jpeg-smooth", "yes"], "Choose auto, on, or off"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) throws {
        let outcome = try sandbox.run(arguments + ["in.png", "new.png"])
        #expect(outcome.status == 64 && outcome.errors.lowercased().contains(message.lowercased()), "\(outcome.errors)")
    }

    @Test("A look on a CMYK image is an error that names the remedy")
    func inks() throws {
        let file = try PixelBuffer.noise(Size(20, 20), PixelFormat(.cmyk)).encoded(.jpeg(JPEGStyle(.cmyk), quality: 90))
        try sandbox.write(file, "ink.jpg")
        let outcome = try sandbox.run("--grain", "2", "ink.jpg", "new.jpg")
        #expect(outcome.status == 65 && outcome.errors.contains("add --to-srgb"), "\(outcome.errors)")
        #expect(try sandbox.run("--grain", "2", "--to-srgb", "ink.jpg", "new.jpg").status == 0)
    }
}
