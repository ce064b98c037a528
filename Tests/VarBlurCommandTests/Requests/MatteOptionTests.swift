import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Options of a matte")
struct MatteOptionTests {
    private let sandbox: CommandSandbox

    init() throws {
        sandbox = try CommandSandbox()
        try sandbox.write(Self.matte().encoded(.png), "matte.png")
    }

    /// A matte that is 1 in the left third.
    private static func matte() throws -> PixelBuffer {
        try PixelBuffer.make(Size(6, 4), PixelFormat(.gray)) { x, _, _ in x < 2 ? 255 : 0 }
    }

    private static let radii = ["--max-radius", "5", "--min-radius", "5"]

    private func run(_ arguments: [String]) throws -> Program.Outcome {
        try sandbox.run(arguments + ["--force"] + Self.radii)
    }

    private func pixels(
        _ arguments: [String], of name: String = "in.png", input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> [Int] {
        try sandbox.pixels(arguments + Self.radii, of: name, input: input, environment: environment)
    }

    private func expected(isInverted: Bool = false) throws -> [Int] {
        let samples = try Self.matte().sampleValues().map { UInt8($0) }
        let matte = try AlphaMask(width: 6, height: 4, samples: samples, isInverted: isInverted)
        let field = try BlurGradient(maximumRadius: 5, minimumRadius: 5).field
        return try ProgressiveBlur(field: field, matte: matte).blurred(PixelBuffer.decoded(sandbox.image))
            .sampleValues()
    }

    @Test("A matte is read from every source of settings, and inverted")
    func sources() throws {
        let normal = try expected()
        #expect(try pixels(["--matte", "matte.png"]) == normal)
        #expect(try pixels(["--matte", "matte.png", "--matte-invert"]) == expected(isInverted: true))
        #expect(try pixels(["--matte=-"], input: sandbox.read("matte.png")) == normal)
        #expect(try pixels([], environment: ["VARBLUR_MATTE": "matte.png"]) == normal)
        try sandbox.write(Array("matte = matte.png\n".utf8), "s.conf")
        #expect(try pixels(["--settings", "s.conf"]) == normal)
    }

    @Test("Photos with depth tell mask and matte, in commands and lines of a batch")
    func photos() throws {
        let map = try PixelBuffer.make(Size(6, 4), PixelFormat(.gray)) { x, _, _ in x < 2 ? 0 : 255 }.encoded(.png)
        let photo = try PixelBuffer.decoded(sandbox.image).encoded(.png)
        let jpeg = try PixelBuffer.noise(Size(12, 8), PixelFormat(.rgb)).encoded(.jpeg(quality: 90))
        try sandbox.write(FileEditing.addingDepth(map, toJPEG: jpeg), "p.jpg")
        try sandbox.write(map, "map.png")
        try sandbox.write(photo, "plain.png")
        func pixels(_ arguments: String...) throws -> [Int] { try self.pixels(arguments, of: "p.jpg") }
        let byDepth = try pixels("--mask", "map.png")
        #expect(try pixels("--mask", "photo:depth") == byDepth)
        #expect(try pixels("--mask", "photo:depth", "--mask-invert") == pixels("--mask", "map.png", "--mask-invert"))
        // what is near is in front
        #expect(try pixels("--matte", "photo") == pixels("--matte", "map.png", "--matte-invert"))
        for (arguments, status) in [
            (["--matte", "photo", "plain.png"], 65), (["--matte", "photo:depth", "p.jpg"], 64),
        ] {
            let outcome = try run(arguments + ["none.png"])
            #expect(outcome.status == Int32(status) && outcome.errors.contains("depth"), "\(outcome.errors)")
            #expect(throws: (any Error).self) { try sandbox.read("none.png") }
        }
        let options = #"{"mask":"photo:depth","max-radius":5,"min-radius":5}"#
        let result = try sandbox.batch([CommandSandbox.job("p.jpg", "line.png", options: options)]).results[0]
        #expect(try PixelBuffer.decoded(sandbox.read("line.png")).sampleValues() == byDepth)
        #expect(result["source"]?["auxiliary"] == .array([.string("depth")]), "\(result.text)")
        // a file with this name has a path
        try sandbox.write(map, "photo")
        #expect(try pixels("--mask", "./photo") == byDepth)
    }

    @Test("A line of a batch has a matte, and its result names it")
    func batch() throws {
        let options = #"{"matte":"matte.png","max-radius":5,"min-radius":5}"#
        let results = try sandbox.batch([
            CommandSandbox.job("in.png", "line.png", options: options),
            CommandSandbox.job("in.png", "b.png", options: #"{"matte":"missing.png"}"#),
            CommandSandbox.job("in.png", "c.png", options: #"{"matte":"-"}"#),
            CommandSandbox.job("in.png", "d.png", options: #"{"matte-invert":true}"#),
        ]).results
        #expect(results[0]["status"] == .string("ok"))
        #expect(try PixelBuffer.decoded(sandbox.read("line.png")).sampleValues() == expected())
        #expect(results[0]["settings"]?["matte"] == .string("matte.png"))
        #expect(results.dropFirst().allSatisfy { $0["status"] == .string("error") })
        #expect(results[1]["error"]?.text.contains("missing.png") == true)
        #expect(results[2]["error"]?.text.contains("a mask or a matte cannot be a standard stream") == true)
        #expect(results[3]["error"]?.text.contains("'matte-invert': true requires 'matte'") == true)
    }

    @Test("Mistakes are explained, and write nothing")
    func mistakes() throws {
        try sandbox.write(Array(sandbox.read("matte.png").prefix(60)), "damaged.png")
        let cases: [(arguments: [String], status: Int32, text: String)] = [
            (["--matte", "missing.png", "in.png", "x.png"], 66, "missing.png"),
            (["--matte", "damaged.png", "in.png", "x.png"], 65, "damaged.png"),
            (["--matte-invert", "in.png", "x.png"], 64, "--matte-invert requires --matte"),
            (["--matte", "-", "--mask", "-", "in.png", "x.png"], 64, "cannot be both the mask and the matte"),
            (["--matte", "-", "-", "x.png"], 64, "cannot be both the image and the matte"),
            (["--matte", "in.png", "--dry-run", "in.png", "x.png"], 0, ""),
            (["--matte", "missing.png", "--dry-run", "in.png", "x.png"], 66, "missing.png"),
        ]
        for (arguments, status, text) in cases {
            let outcome = try run(arguments)
            #expect(outcome.status == status && (text.isEmpty || outcome.errors.contains(text)), "\(outcome.errors)")
            #expect(throws: (any Error).self) { try sandbox.read("x.png") }
        }
        let sharp = try sandbox.run(["--max-radius", "0", "--matte", "matte.png", "in.png", "out.png"])
        #expect(sharp.status == 0 && sharp.errors.contains("--matte has no effect, because the maximum radius is 0"))
    }

    @Test("A matte or a mask with colors, such as a photo, gets a warning")
    func photo() throws {
        let photo = try PixelBuffer.make(Size(6, 4), PixelFormat(.rgb)) { x, y, channel in
            (x * 50 + y * 9 + channel * 70) % 256
        }
        try sandbox.write(photo.encoded(.png), "photo.png")
        for (option, text) in [("--matte", "white is the subject"), ("--mask", "white is the maximum radius")] {
            let colored = try run([option, "photo.png", "in.png", "out.png"])
            #expect(
                colored.status == 0 && colored.errors.contains("has colors, of which only the luma is used: \(text)"))
            let gray = try run([option, "matte.png", "in.png", "out.png"])
            #expect(!gray.errors.contains("has colors"), "\(gray.errors)")
        }
        let cutout = try PixelBuffer.make(Size(6, 4), PixelFormat(.rgba)) { x, _, channel in
            channel == 3 ? (x < 2 ? 255 : 0) : channel * 100
        }
        try sandbox.write(cutout.encoded(.png), "cutout.png")
        #expect(try !run(["--matte", "cutout.png", "in.png", "out.png"]).errors.contains("has colors"))
    }

    @Test("A conversion without a blur gets no hint")
    func conversion() throws {
        let outcome = try sandbox.run(["--max-radius", "0", "in.png", "out.jpg"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
}
