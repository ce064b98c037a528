import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The quality of all formats")
struct QualityOptionTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func bytes(_ arguments: String...) throws -> [UInt8] {
        try sandbox.check(["-f", "--no-digest"] + arguments)
        return try sandbox.read(arguments.last ?? "")
    }

    @Test("is that of JPEG, and the option of a format wins")
    func jpeg() throws {
        for quality in ["1", "37", "80", "100"] {
            let jpeg = try bytes("--quality", quality, "in.png", "a.jpg")
            #expect(try jpeg == bytes("--jpeg-quality", quality, "in.png", "b.jpg"))
            #expect(try jpeg == bytes("--quality", "50", "--jpeg-quality", quality, "in.png", "b.jpg"))
        }
        let webP = try bytes("--quality", "80", "in.png", "a.webp")
        #expect(try webP == bytes("--webp-quality", "84", "in.png", "b.webp"))
        #expect(
            try bytes("--quality", "80", "--webp-quality", "lossless", "in.png", "b.webp") == bytes("in.png", "c.webp"))
        #expect(try bytes("--quality", "80", "in.png", "b.png") == bytes("in.png", "c.png"))
    }

    @Test("rises in every format, and has an effect on formats with a quality only")
    func order() throws {
        try sandbox.write(PixelBuffer.noise(Size(160, 120)).encoded(.png), "in.png")
        let sizes = try [20, 40, 60, 80, 95].map { try bytes("--quality", "\($0)", "in.png", "a.webp").count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
        for (arguments, words) in [
            (["--quality", "0", "in.png", "x.jpg"], "from 1 to 100"),
            (["--quality", "101", "in.png", "x.jpg"], "1 to 100"),
            (["--quality", "best", "in.png", "x.jpg"], "1 to 100"),
        ] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
        }
        let unused = try sandbox.run(["-f", "--quality", "80", "in.png", "x.png"])
        #expect(unused.errors.contains("--quality has no effect on PNG outputs"))
        let smooth = try sandbox.run(["-f", "--quality", "80", "--jpeg-smooth", "on", "in.png", "x.jpg"])
        #expect(smooth.errors.contains("--jpeg-smooth has no effect with --quality"))
    }

    @Test("A WebP of a lossless input is lossy if it is resized, or beside a lossy output")
    func losslessWebP() throws {
        let cases: [(isLossless: Bool, arguments: [String])] = [
            (true, []), (true, ["--crop", "9x9+1+1"]), (false, ["--resize", "16x"]), (true, ["--resize", "32x24!"]),
            (true, ["--resize", "16x", "--webp-quality", "lossless"]), (false, ["--formats", "webp,jpeg"]),
            (true, ["--formats", "webp,png"]), (true, ["--formats", "webp,jpeg", "--webp-quality", "lossless"]),
            (false, ["--quality", "100"]), (true, ["--resize", "40x30", "--no-enlarge"]),
        ]
        for (isLossless, arguments) in cases {
            let names =
                ["--name-template", "{name}-out{ext}"] + (arguments.contains("--formats") ? [] : ["--formats", "webp"])
            try sandbox.check(["-f"] + names + arguments + ["in.png"])
            #expect(try ImageHeader.of(sandbox.read("in-out.webp")).isLossless == isLossless, "\(arguments)")
        }
    }

    @Test(
        "The preset of thumbnails writes small files without private data or digest, and no blur unless one is asked for"
    )
    func thumbnail() throws {
        let plain = [
            "--max-radius", "0", "--quality", "80", "--baseline", "--jpeg-optimize", "--strip", "safe", "--to-srgb",
            "--no-digest",
            "--no-fsync",
        ]
        for name in ["a.jpg", "a.webp", "a.png"] {
            let outcome = try sandbox.run(["--preset", "thumbnail", "--resize", "16x", "in.png", name])
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            let other = try sandbox.run(plain + ["--resize", "16x", "in.png", "b" + name])
            #expect(try other.status == 0 && sandbox.read(name) == sandbox.read("b" + name))
        }
        let blurred = try sandbox.pixels(["--preset", "thumbnail", "--max-radius", "3"])
        #expect(try blurred == sandbox.pixels(["--max-radius", "3"]))
        // skip-same needs the digest, which the preset leaves out
        let arguments = ["--preset", "thumbnail", "--if-exists", "skip-same", "--json=lines", "in.png", "s.jpg"]
        let runs = try (0..<2).map { _ in try sandbox.run(arguments) }
        #expect(try runs.flatMap { try JSONValue.lines($0.output) }.map { $0["status"]?.string } == ["ok", "skipped"])
        let job = try BlurJob(options: ["preset": "thumbnail", "if-exists": "skip-same"])
        #expect(try job.writesDigest && !BlurJob(options: ["preset": "thumbnail"]).writesDigest)
    }

    @Test("Huffman codes of their own make JPEG files smaller, and change no pixel")
    func optimizedCodes() throws {
        try sandbox.write(PixelBuffer.noise(Size(300, 200)).encoded(.png), "in.png")
        for quality in ["30", "90"] {
            let plain = try bytes("--jpeg-quality", quality, "in.png", "a.jpg")
            let optimized = try bytes("--jpeg-quality", quality, "--jpeg-optimize", "in.png", "b.jpg")
            #expect(optimized.count < plain.count)
            #expect(try PixelBuffer.decoded(optimized).sampleValues() == PixelBuffer.decoded(plain).sampleValues())
        }
    }

    @Test("The time of the input is that of the output, in place too, and pipes have none")
    func keptTime() throws {
        func time(_ name: String) throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: sandbox.directory.path(name))[.modificationDate] as? Date
        }
        let date = Date(timeIntervalSince1970: 1_234_567_890)
        func age(_ name: String) throws {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: sandbox.directory.path(name))
        }
        try age("in.png")
        #expect(try sandbox.run("--keep-time", "in.png", "a.png").status == 0 && time("a.png") == date)
        #expect(
            try sandbox.run("--keep-time", "--no-fsync", "--out-dir", "o", "in.png").status == 0
                && time("o/in.png") == date)
        #expect(try sandbox.run("in.png", "b.png").status == 0 && time("b.png") != date)
        #expect(try sandbox.run("--keep-time", "--in-place", "in.png").status == 0 && time("in.png") == date)
        let piped = try sandbox.run("--keep-time", "-", "c.png", input: sandbox.image)
        #expect(try piped.status == 0 && piped.errors.isEmpty && time("c.png") != date)
        let results = try sandbox.batch(
            [CommandSandbox.job("in.png", "d.png", options: #"{"keep-time":true}"#)], "--sandbox", "auto", "--confine",
            sandbox.directory.path(".")
        ).results
        #expect(try results.first?["status"] == .string("ok") && time("d.png") == date, "\(results)")
    }

    @Test(
        "Below 90, a resized JPEG has chroma at half of the resolution, unless its own quality is chosen, or it keeps its size"
    )
    func chroma() throws {
        let photo = try PixelBuffer.noise(Size(60, 40))
        for sampling in [[(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)]] {
            let style = JPEGStyle(.yCbCr, sampling: sampling.map { .init($0.0, $0.1) })
            try sandbox.write(photo.encoded(.jpeg(style, quality: 90)), "p.jpg")
            for (arguments, isKept) in [
                (["--quality", "80", "--resize", "30x"], false), (["--quality", "80", "--widths", "20,30"], false),
                (["--quality", "90", "--resize", "30x"], true), (["--quality", "80"], true),
                (["--resize", "30x"], true),
                (["--quality", "80", "--jpeg-quality", "80", "--resize", "30x"], true),
            ] {
                let names = [
                    "--name-template", arguments.contains("--widths") ? "{name}-{width}{ext}" : "{name}-30{ext}",
                ]
                try sandbox.check(["-f"] + arguments + names + ["p.jpg"])
                let found = try ImageHeader.of(sandbox.read("p-30.jpg")).jpegStyle?.sampling
                #expect(found == (isKept ? style.sampling : JPEGStyle(.yCbCr).sampling), "\(arguments) \(sampling)")
            }
        }
    }
}
