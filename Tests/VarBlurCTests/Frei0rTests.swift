import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// Programs that use plug-ins of frei0r.
private enum Frei0rHosts {
    /// An ffmpeg that has plug-ins of frei0r.
    static let ffmpeg: Program? = Program(named: "ffmpeg").flatMap { program in
        (try? program.run(["-v", "error", "-filters"]).text.contains(" frei0r ")) == true ? program : nil
    }
}

@Suite(
    "The plug-in of frei0r",
    .enabled(if: SharedLibrary.shared != nil, "it can be linked on Linux only"),
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/include/frei0r.h"), "frei0r-plugins-dev is not installed"),
    .enabled(if: Frei0rHosts.ffmpeg != nil, "there is no ffmpeg with frei0r"))
struct Frei0rTests {
    private static let size = Size(128, 88)
    private let folder: TemporaryDirectory
    private let library: SharedLibrary

    init() throws {
        folder = try TemporaryDirectory()
        library = try #require(SharedLibrary.shared)
        try #require(library.errors == "", "\(library.errors)")
        let script = Program(repository.appending(path: "scripts/build-frei0r").path)
        let built = try script.run([library.libraries.path, folder.path("varblur.so")])
        try #require(built.status == 0, "\(built.errors)")
    }

    /// Blurs frames of RGBA pixels with ffmpeg.
    private func filtered(_ frames: Data, _ parameters: String) throws -> Program.Outcome {
        let format = ["-f", "rawvideo", "-pix_fmt", "rgba"]
        let arguments =
            ["-v", "error"] + format + ["-s", "\(Self.size.width)x\(Self.size.height)", "-i", "-", "-vf"]
            + ["frei0r=varblur:\(parameters)"] + format + ["-"]
        let environment = library.environment.merging(["FREI0R_PATH": folder.url.path]) { $1 }
        return try #require(Frei0rHosts.ffmpeg).run(arguments, input: frames, environment: environment)
    }

    @Test(
        "blurs frames as the command does",
        arguments: [
            ("0.05|top|0", ["--max-radius", "5%"]),
            ("0.1|bottom|0.25", ["--max-radius", "10%", "--direction", "bottom", "--start-offset", "0.25"]),
            ("0.08|left right|0.5", ["--max-radius", "8%", "--direction", "left,right", "--start-offset", "0.5"]),
            ("0.04|all|0.6", ["--max-radius", "4%", "--direction", "all", "--start-offset", "0.6"]),
            ("0.03", ["--max-radius", "3%"]),
        ])
    func equality(parameters: String, options: [String]) throws {
        var (frames, expected) = (Data(), Data())
        for seed in 1...3 as ClosedRange<UInt64> {
            let image = try PixelBuffer.noise(Self.size, PixelFormat(.rgba), seed: seed)
            frames += Data([UInt8](image))
            let outcome = try Program.varblur.run(
                ["--no-settings"] + options + ["-", "-"], input: Data(image.encoded(.png)))
            expected += Data([UInt8](try PixelBuffer.decoded(Array(outcome.output))))
        }
        let outcome = try filtered(frames, parameters)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(outcome.output == expected && expected != frames)
    }

    @Test(
        "settings that are impossible leave frames as they are, and are reported",
        arguments: ["0.1|up", "-1", "0.1|top|2"])
    func impossible(parameters: String) throws {
        let frame = Data([UInt8](try PixelBuffer.noise(Self.size, PixelFormat(.rgba))))
        let outcome = try filtered(frame + frame, parameters)
        #expect(outcome.output == frame + frame)
        // once, and not for each frame
        #expect(outcome.errors.components(separatedBy: "varblur: ").count == 2, "\(outcome.errors)")
    }
}
