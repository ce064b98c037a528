import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The option for linear light")
struct LightOptionTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func expected(_ light: LightMode) throws -> [Int] {
        var settings = BlurSettings()
        settings.light = light
        return try settings.progressiveBlur(width: 32, height: 24).blurred(PixelBuffer.decoded(sandbox.image))
            .sampleValues()
    }

    @Test("It gives the picture of the library, on the command line, in settings, presets and batches")
    func sources() throws {
        let linear = try expected(.linear)
        #expect(try linear != expected(.encoded))
        #expect(try sandbox.pixels([]) == expected(.encoded))
        #expect(try sandbox.pixels(["--light", "linear"]) == linear)
        #expect(try sandbox.pixels([], environment: ["VARBLUR_LIGHT": "linear"]) == linear)
        #expect(try sandbox.pixels(["--light=encoded"], environment: ["VARBLUR_LIGHT": "linear"]) == expected(.encoded))
        try sandbox.write(Array("light = linear\n".utf8), "s.conf")
        #expect(try sandbox.pixels(["--settings", "s.conf"]) == linear)
        try sandbox.write(Array("preset.bright = light = linear\n".utf8), "p.conf")
        #expect(try sandbox.pixels(["--settings", "p.conf", "--preset", "bright"]) == linear)
        let line = CommandSandbox.job("in.png", "line.png", options: #"{"light":"linear"}"#)
        let results = try sandbox.batch([line]).results
        #expect(results[0]["status"] == .string("ok") && results[0]["settings"]?["light"] == .string("linear"))
        #expect(try PixelBuffer.decoded(sandbox.read("line.png")).sampleValues() == linear)
    }

    @Test("It is part of the digest")
    func digest() throws {
        #expect(try sandbox.run("in.png", "out.png").status == 0)
        func run() throws -> String {
            try sandbox.run(["--light", "linear", "--if-exists", "skip-same", "--verbose", "in.png", "out.png"]).errors
        }
        #expect(try !run().contains("skipped"))
        #expect(try run().contains("skipped"))
    }

    @Test("Mistakes and images that cannot be converted are errors that name the remedy")
    func mistakes() throws {
        let mistake = try sandbox.run("--light", "gamma", "in.png", "new.png")
        #expect(mistake.status == 64 && mistake.errors.contains("encoded, or linear"), "\(mistake.errors)")
        let file = try PixelBuffer.noise(Size(20, 20), PixelFormat(.cmyk)).encoded(.jpeg(JPEGStyle(.cmyk), quality: 90))
        try sandbox.write(file, "ink.jpg")
        let ink = try sandbox.run("--light", "linear", "ink.jpg", "new.jpg")
        #expect(ink.status != 0 && ink.errors.contains("convert the image to RGB"), "\(ink.errors)")
    }

    @Test("Results name the curve of linear light, also those of a dry run")
    func curve() throws {
        func curve(_ arguments: [String], _ name: String = "in.png") throws -> JSONValue? {
            let output = try sandbox.check(arguments + ["--json", "lines", "--force", name, "out.png"])
            return try JSONValue.lines(output.output)[0]["curve"]
        }
        let linear = ["--light", "linear"]
        let image = sandbox.image
        try sandbox.write(FileEditing.addingPNGChunk("gAMA", [0, 0, 0xB1, 0x8F], to: image), "srgb.png")
        try sandbox.write(FileEditing.addingPNGChunk("gAMA", [0, 0, 0xC3, 0x50], to: image), "square.png")
        try sandbox.write(FileEditing.addingPNGChunk("cICP", [1, 1, 0, 1], to: image), "video.png")
        try sandbox.write(FileEditing.addingPNGChunk("cICP", [9, 16, 0, 1], to: image), "pq.png")
        #expect(try curve([], "pq.png") == .string("PQ") && curve(["--light", "encoded"], "pq.png") == nil)
        let verbose = try sandbox.run(["--verbose", "--force", "pq.png", "out.png"])
        #expect(verbose.errors.contains("in the light of PQ"), "\(verbose.errors)")
        #expect(try curve([]) == nil)
        #expect(try curve(linear) == .string("sRGB"))
        #expect(try curve(linear, "srgb.png") == .string("sRGB"))
        #expect(try curve(linear, "square.png") == .string("exponent 2.0"))
        #expect(try curve(linear, "video.png") == .string("BT.709"))
        #expect(try curve(linear + ["--dry-run"], "video.png") == .string("BT.709"))
        #expect(try curve(["--dry-run"], "video.png") == nil)
    }
}
