import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Videos")
struct VideoTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private static let options = ["--max-radius", "5", "--direction", "left", "--start-offset", "0.3"]

    /// A video of noise.
    private static func video(
        _ space: String, _ planes: [Size], bytes: Int = 1, greatest: UInt16 = 255, frames: Int = 3,
        size: Size = Size(33, 22)
    ) -> (file: [UInt8], planes: [[UInt16]]) {
        var random = SplitMix64(seed: 7)
        var file = Array(
            "YUV4MPEG2 W\(size.width) H\(size.height) F30000:1001 Ip A1:1 C\(space) XCOLORRANGE=LIMITED\n".utf8)
        var values: [[UInt16]] = []
        for frame in 0..<frames {
            file += Array((frame == 1 ? "FRAME Xnote\n" : "FRAME\n").utf8)
            for plane in planes {
                let samples = (0..<plane.width * plane.height).map { _ in
                    UInt16.random(in: 0...greatest, using: &random)
                }
                values.append(samples)
                for sample in samples {
                    file += bytes == 1 ? [UInt8(sample)] : [UInt8(sample & 255), UInt8(sample >> 8)]
                }
            }
        }
        return (file, values)
    }

    private func run(_ video: [UInt8], _ options: String...) throws -> Program.Outcome {
        try sandbox.run(["--y4m"] + options, input: video)
    }

    @Test("have the areas of a list, which standard input cannot be")
    func listedAreas() throws {
        let size = Size(32, 20)
        let (video, _) = Self.video("444", [Size](repeating: size, count: 3), size: size)
        try sandbox.write(Array("xywh(8px 4px 16px 9px)\n".utf8), "areas.txt")
        let listed = try run(video, "--max-radius", "3", "--areas-from", "areas.txt")
        let named = try run(video, "--max-radius", "3", "--area", "xywh(8px 4px 16px 9px)")
        #expect(listed.status == 0 && listed.output == named.output && [UInt8](listed.output) != video)
        #expect(try run(video, "--areas-from", "-").status == 64)
        #expect(try run(video, "--areas-from", "missing.txt").status != 0)
    }

    @Test(
        "have the planes of gray images with the same samples, whatever the depth",
        arguments: [
            ("444", 3, 1, 255), ("mono", 1, 1, 255), ("444p10", 3, 2, 1023), ("mono12", 1, 2, 4095),
            ("444p16", 3, 2, 65535),
        ] as [(String, Int, Int, UInt16)])
    func planes(space: String, planeCount: Int, bytes: Int, greatest: UInt16) throws {
        let size = Size(33, 22)
        let planes = [Size](repeating: size, count: planeCount)
        let (file, values) = Self.video(space, planes, bytes: bytes, greatest: greatest)
        let outcome = try sandbox.check(["--y4m"] + Self.options, input: file)
        var expected = file
        var position = try #require(file.firstIndex(of: 0x0A)) + 1
        let format = PixelFormat(.gray, bytes == 1 ? .eight : .sixteen)
        for (number, samples) in values.enumerated() {
            if number % planeCount == 0 { position = try #require(file[position...].firstIndex(of: 0x0A)) + 1 }
            let image = try PixelBuffer.make(size, format) { x, y, _ in Int(samples[y * size.width + x]) }
            try sandbox.write(image.encoded(.png), "plane.png")
            try sandbox.check(Self.options + ["-f", "plane.png", "blurred.png"])
            let blurred = try PixelBuffer.decoded(sandbox.read("blurred.png")).sampleValues()
            for value in blurred {
                expected[position] = UInt8(value & 255)
                if bytes == 2 { expected[position + 1] = UInt8(value >> 8) }
                position += bytes
            }
        }
        #expect([UInt8](outcome.output) == expected)
    }

    @Test(
        "with subsampled chroma are blurred with the radii of the image",
        arguments: [
            ("420jpeg", Size(17, 11), 1), ("420mpeg2", Size(17, 11), 1), ("422", Size(17, 22), 1),
            ("411", Size(9, 22), 1),
            ("420p10", Size(17, 11), 2), ("440p12", Size(33, 11), 2),
        ] as [(String, Size, Int)])
    func subsampling(space: String, chroma: Size, bytes: Int) throws {
        let planes = [Size(33, 22), chroma, chroma]
        let (file, values) = Self.video(space, planes, bytes: bytes, greatest: bytes == 1 ? 255 : 1023)
        let outcome = try run(file, "--max-radius", "6", "--direction", "bottom", "--min-radius", "1")
        #expect(outcome.status == 0 && outcome.output.count == file.count, "\(outcome.errors)")
        let output = [UInt8](outcome.output)
        var position = try #require(file.firstIndex(of: 0x0A)) + 7
        let blur = try ProgressiveBlur(maximumRadius: 6, minimumRadius: 1, direction: .bottom)
        let format = PixelFormat(.gray, bytes == 1 ? .eight : .sixteen)
        for (size, samples) in zip(planes, values) {
            let plane = try PixelBuffer.make(size, format) { x, y, _ in Int(samples[y * size.width + x]) }
            let (horizontal, vertical) = ((33.0 / Double(size.width)).rounded(), (22.0 / Double(size.height)).rounded())
            let sampling = try PlaneSampling(
                imageWidth: 33, imageHeight: 22, horizontalRatio: horizontal, verticalRatio: vertical)
            for exact in try blur.reference(of: plane, sampling: sampling).sampleValues() {
                let value = bytes == 1 ? Int(output[position]) : Int(output[position]) | Int(output[position + 1]) << 8
                #expect(abs(value - exact) <= 1, "\(size) \(position)")
                position += bytes
            }
        }
    }

    @Test(
        "get the warnings and hints of images, once",
        arguments: [
            (
                ["--area", "circle(5px at 5000px 50px)"],
                "warning: standard input: the area circle(5px at 5000px 50px) has no effect on the image of 33×22 pixels"
            ),
            (
                ["--max-radius", "0.05"],
                "hint: standard input: a maximum radius of 0.05 pixels is too small to blur anything; percentages have a "
                    + "sign, as in 5%"
            ),
            (["--max-radius", "0"], "hint: standard input: the maximum radius is 0, so nothing is blurred"),
            (
                ["--max-radius", "0", "--direction", "left"],
                "hint: --direction has no effect, because the maximum radius is 0"
            ),
            (
                ["--mask", "in.png", "--max-radius", "3"],
                "warning: standard input: the mask of 32×24 pixels has other proportions than the image of 33×22 pixels; it "
                    + "is stretched"
            ),
        ])
    func messages(options: [String], message: String) throws {
        try sandbox.write(PixelBuffer.noise(Size(32, 24), PixelFormat(.gray)).encoded(.png), "in.png")
        let (file, _) = Self.video("420", [Size(33, 22), Size(17, 11), Size(17, 11)])
        let outcome = try sandbox.run(["--y4m"] + options, input: file)
        #expect(outcome.status == 0 && outcome.errors == "varblur: \(message)\n", "\(outcome.errors)")
        let quiet = try sandbox.run(["--y4m", "--quiet"] + options, input: file)
        #expect(quiet.errors.isEmpty && quiet.output == outcome.output, "\(quiet.errors)")
    }

    @Test("have the same bytes with any number of frames at once, and from a mask")
    func threads() throws {
        let (file, _) = Self.video("420", [Size(33, 22), Size(17, 11), Size(17, 11)], frames: 40)
        let one = try run(file, "--jobs", "1", "--threads", "1")
        #expect(one.status == 0 && one.output.count == file.count)
        #expect(try run(file, "--jobs", "7").output == one.output)
        let masked = try run(file, "--mask", "in.png", "-v")
        #expect(masked.status == 0 && masked.output != one.output)
        #expect(masked.errors.contains("40 frames, "), "\(masked.errors)")
    }

    @Test("that end within a frame are an error after the whole frames")
    func truncated() throws {
        let (file, _) = Self.video("420", [Size(33, 22), Size(17, 11), Size(17, 11)])
        let whole = try run(file)
        let frame = 6 + 33 * 22 + 2 * 17 * 11
        let cut = try run(Array(file.dropLast(10)))
        #expect(cut.status == 65 && cut.errors.contains("the video ends within frame 3"), "\(cut.errors)")
        #expect(cut.output == whole.output.dropLast(frame))
        let header = try run(Array(file[...(try #require(file.firstIndex(of: 0x0A)))]))
        #expect(header.status == 0 && header.errors.isEmpty)
    }

    @Test(
        "that are not supported are errors",
        arguments: [
            ("P6 3 3 255\n", "this is not a Y4M video"), ("YUV4MPEG2 W4 C420\n", "has no size"),
            ("YUV4MPEG2 W4 H4 It C420\n", "interlaced"), ("YUV4MPEG2 W4 H4 C444alpha\n", "the color space '444alpha'"),
            ("YUV4MPEG2 W4 H4 C420p17\n", "the color space '420p17'"), ("YUV4MPEG2 W-4 H4\n", "has no size"),
            ("YUV4MPEG2 W99999999999 H4\n", "raise --max-side"), ("YUV4MPEG2 W4 H4", "ends within a header"),
            ("YUV4MPEG2 W4 H4\nFRAMES\n", "frame 1 has no header"), ("", "there was no data"),
            ("YUV4MPEG2 W4 H4 I?\nFRAME Itpi\n", "describes its fields"),
        ])
    func unsupported(text: String, words: String) throws {
        let outcome = try run(Array(text.utf8))
        #expect(outcome.status == 65 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("are limited by the memory, of which a frame takes a part, whatever the number of threads")
    func memory() throws {
        let (file, _) = Self.video("420", [Size(33, 22), Size(17, 11), Size(17, 11)], frames: 40)
        let whole = try run(file)
        for memory in ["480K", "600K", "2M"] {
            let limited = try run(file, "--max-memory", memory, "--jobs", "6")
            #expect(limited.status == 0 && limited.output == whole.output, "\(limited.errors)")
        }
        let small = try run(file, "--max-memory", "1K")
        #expect(small.status == 65 && small.errors.contains("(raise --max-memory"), "\(small.errors)")
        #if os(Linux)
            let bash = try #require(Program(named: "bash"))
            let script = "ulimit -v 400000; '\(Program.varblur.url.path)' --y4m"
            let header = Data("YUV4MPEG2 W65535 H2000 C444p16\nFRAME\nabc".utf8)
            let large = try bash.run(["-c", script], input: header, in: sandbox.directory.url)
            #expect(
                large.status == 71 && large.errors.contains("memory for a frame of 786420000 bytes"), "\(large.errors)")
        #endif
    }

    @Test(
        "of any size in the header are errors",
        arguments: ["4294967296", "9223372036854775807", "3037000500", "1", "65535"],
        ["4294967296", "9223372036854775807", "3037000500", "1000000000000000"])
    func hugeSize(width: String, height: String) throws {
        for space in ["420", "mono", "444p16", "411"] {
            for (width, height) in [(width, height), (height, width)] {
                let outcome = try run(
                    Array("YUV4MPEG2 W\(width) H\(height) C\(space)\nFRAME\n".utf8), "--max-side",
                    "9223372036854775807", "--max-pixels", "9223372036854775807")
                #expect(outcome.status == 65, "\(width) \(height) \(outcome.errors)")
            }
        }
    }

    @Test(
        "reject options that do not apply",
        arguments: [
            (["in.png", "out.png"], "takes no files"), (["--out-dir", "o"], "--out-dir cannot be combined with --y4m"),
            (["--tint", "red"], "--tint cannot be combined"), (["--preset", "caption"], "leave out --preset"),
            (["--light", "linear"], "neither linear light"), (["--resize", "50%"], "--resize cannot be combined"),
            (["--area", "circle(3px)", "--area-fill", "red"], "--area-fill cannot be combined"),
            (["--mask", "-"], "both the video and the mask\nvarblur: hint: read --mask from a file"),
            (["--matte", "-"], "both the video and the matte\nvarblur: hint: read --matte from a file"),
            (["--json"], "--json cannot be combined"), (["--timeout", "3"], "--timeout cannot be combined"),
        ])
    func options(arguments: [String], words: String) throws {
        let outcome = try sandbox.run(["--y4m"] + arguments, input: Array("YUV4MPEG2 W4 H4\n".utf8))
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
