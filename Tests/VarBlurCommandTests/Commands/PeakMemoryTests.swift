import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The memory of a run")
struct PeakMemoryTests {
    private func peak(_ sandbox: CommandSandbox, _ arguments: [String]) throws -> Int {
        try #require(try Program.varblur.peakMemory(["-f"] + arguments, in: sandbox.directory.url))
    }

    @Test(
        "is at most twice the estimate, apart from that of an empty process",
        arguments: [
            ["--direction", "top"], ["--direction", "left"], ["--edges", "wrap"],
            ["--start-offset", "0.6", "--jpeg-smooth", "on"],
        ], ["png", "jpg"])
    func peak(arguments: [String], type: String) throws {
        let sandbox = try CommandSandbox()
        let encoding: ImageEncoding = type == "png" ? .png : .jpeg(JPEGStyle(.yCbCr), quality: 90)
        try sandbox.write(try PixelBuffer.noise(Size(1600, 1200)).encoded(encoding), "big.\(type)")
        let arguments = arguments + ["big.\(type)", "out.\(type)"]
        let estimate = try estimate(sandbox, arguments)
        let used = try peak(sandbox, arguments) - peak(sandbox, ["in.png", "small.png"])
        #expect(used <= 2 * estimate && estimate < 200 << 20, "\(used) bytes, estimated as \(estimate)")
    }

    private func estimate(_ sandbox: CommandSandbox, _ arguments: [String]) throws -> Int {
        let plan = try Program.varblur.run(["--dry-run", "--json=lines"] + arguments, in: sandbox.directory.url)
        let memory = try JSONValue.lines(plan.output).first?["memory"]?.text
        return try #require(memory.flatMap { Int($0) }, "\(plan.errors)")
    }

    @Test(
        "is at most the estimate for WebP files of black and white noise, apart from that of an empty process",
        arguments: ["80", "90", "100", "lossless"], [false, true])
    func peakOfWebP(quality: String, hasAlpha: Bool) throws {
        let sandbox = try CommandSandbox()
        let image = try TestContent.binaryNoise.image(Size(1600, 1200), PixelFormat(hasAlpha ? .rgba : .rgb))
        try sandbox.write(image.encoded(.png), "big.png")
        let arguments = ["--max-radius", "0.1", "--webp-quality", quality, "big.png", "out.webp"]
        let estimate = try estimate(sandbox, arguments)
        let used = try peak(sandbox, arguments) - peak(sandbox, ["in.png", "small.png"])
        #expect(used <= estimate, "\(used) bytes, estimated as \(estimate)")
    }
}
