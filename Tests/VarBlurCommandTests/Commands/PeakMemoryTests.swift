import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The memory of a run")
struct PeakMemoryTests {
    private func peak(_ sandbox: CommandSandbox, existing: String = "overwrite", _ arguments: [String]) throws -> Int {
        let options = ["--if-exists", existing]
        return try #require(try Program.varblur.peakMemory(options + arguments, in: sandbox.directory.url))
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
        let plan = try sandbox.run(["--dry-run", "--json=lines"] + arguments)
        let memory = try JSONValue.lines(plan.output).first?["memory"]?.text
        return try #require(memory.flatMap { Int($0) }, "\(plan.errors)")
    }

    @Test(
        "is that of an existing output and little more, however long the part is in which its digest could be",
        arguments: ["png", "webp", "avif"])
    func peakOfExisting(type: String) throws {
        let sandbox = try CommandSandbox()
        let count = 64 << 20
        let file: [UInt8] =
            switch type {
            case "png": [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + FileEditing.bigEndian(count, 4) + Array("AAAA".utf8)
            case "webp":
                Array("RIFF".utf8) + FileEditing.bigEndian(count + 34, 4).reversed()
                    + (try PixelBuffer.noise(Size(1, 1)).encoded(.webP(.lossless)).dropFirst(8).prefix(26))
                    + Array("VBLR".utf8) + FileEditing.bigEndian(count, 4).reversed()
            default:
                FileEditing.bigEndian(16, 4) + Array("ftypavif".utf8) + [0, 0, 0, 0]
                    + FileEditing.bigEndian(count + 24, 4) + Array("uuidvarbl".utf8)
                    + [0x75, 0x80, 0x72, 0xA0, 0x64] + Array("igest1".utf8)
            }
        try sandbox.write(file + [UInt8](repeating: 65, count: count + 4), "old.\(type)")
        let usual = try peak(sandbox, ["--dry-run", "in.png", "small.\(type)"])
        let used = try peak(sandbox, existing: "skip-same", ["--dry-run", "in.png", "old.\(type)"]) - usual
        #expect(used > count * 9 / 10 && used < count * 3 / 2, "\(used) bytes")
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
