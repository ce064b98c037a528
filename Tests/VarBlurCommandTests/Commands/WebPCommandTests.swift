import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON
import VarBlurCodecs

@Suite("WebP files and the command")
struct WebPCommandTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func run(_ status: Int32, _ arguments: String...) throws -> String {
        try sandbox.check(arguments, status: status).errors
    }

    @Test("The extension or the option selects the format")
    func format() throws {
        #expect(try run(0, "in.png", "a.webp").isEmpty)
        #expect(try run(0, "in.png", "a.WEBP").isEmpty)
        #expect(try run(0, "--format", "webp", "in.png", "a.bak").isEmpty)
        for name in ["a.webp", "a.WEBP", "a.bak"] { #expect(try ImageHeader.of(sandbox.read(name)).format == .webP) }
        #expect(try sandbox.read("a.webp") == sandbox.read("a.bak"))
        #expect(try run(0, "--format", "webp", "--out-dir", "o", "in.png").isEmpty)
        #expect(try run(0, "--recursive", "--suffix", "-b", "o").isEmpty)
        #expect(sandbox.tree("o") == ["in-b.webp", "in.webp"])
        let piped = try sandbox.run("--max-radius", "2", "-", "-", input: sandbox.read("a.webp"))
        #expect(piped.status == 0 && piped.output.starts(with: Data("RIFF".utf8)))
        #expect(try run(0, "--in-place", "a.webp").contains("it had been blurred before"))
    }

    @Test("A quality is a number up to 100, or lossless")
    func quality() throws {
        for (quality, isLossless) in [("0", false), ("100", false), ("lossless", true)] {
            #expect(try run(0, "-f", "--webp-quality", quality, "in.png", "a.webp").isEmpty)
            #expect(try ImageHeader.of(sandbox.read("a.webp")).isLossless == isLossless)
        }
        for quality in ["-1", "101", "80.5", "Lossless", "best"] {
            #expect(try run(64, "--webp-quality=\(quality)", "in.png", "b.webp").contains("from 0 to 100, or lossless"))
        }
        #expect(try run(64, "--webp-quality", "", "in.png", "b.webp").contains("--webp-quality"))
        let results = try sandbox.batch([
            CommandSandbox.job("in.png", "1.webp", options: #"{"webp-quality":30}"#),
            CommandSandbox.job("in.png", "2.webp", options: #"{"webp-quality":"lossless"}"#),
            CommandSandbox.job("in.png", "3.webp", options: #"{"webp-quality":101}"#),
        ]).results
        #expect(results.map { $0["status"]?.string } == ["ok", "ok", "error"])
    }

    @Test("Files of other programs are blurred like the same pixels in a PNG")
    func otherPrograms() throws {
        let python = try #require(Program.python)
        let script = """
            from PIL import Image, ImageFilter
            import random
            noise = Image.frombytes("RGB", (61, 45), random.Random(3).randbytes(61 * 45 * 3))
            image = noise.resize((640, 480), Image.BICUBIC)
            clear = image.copy()
            clear.putalpha(Image.linear_gradient("L").resize(image.size))
            image.save("lossy.webp", quality=70)
            image.save("lossless.webp", lossless=True)
            clear.save("alpha.webp", quality=70, alpha_quality=40)
            clear.save("clear.webp", lossless=True, exact=True)
            image.quantize(9).convert("RGB").save("colors.webp", lossless=True, method=6)
            image.resize((3, 480)).save("thin.webp", lossless=True)
            image.save("in.ppm")
            """
        let made = try python.run(["-c", script], in: sandbox.directory.url)
        #expect(made.status == 0, "\(made.errors)")
        var names = ["lossy", "lossless", "alpha", "clear", "colors", "thin"]
        let cwebp = try #require(Program(named: "cwebp"))
        for (name, options) in [
            ("c-lossy", ["-q", "60", "-segments", "1", "-sharpness", "7"]), ("c-lossless", ["-lossless", "-z", "9"]),
            ("c-near", ["-near_lossless", "40"]), ("c-simple", ["-nostrong", "-f", "90", "-m", "0"]),
            ("c-large", ["-q", "100", "-m", "6", "-mt"]), ("c-parts", ["-q", "90", "-low_memory"]),
        ] {
            let made = try cwebp.run(
                ["-quiet"] + options + ["in.ppm", "-o", "\(name).webp"], in: sandbox.directory.url)
            #expect(made.status == 0, "\(made.errors)")
            names.append(name)
        }
        if let convert = Program(named: "convert"),
            try convert.run(["in.ppm", "-quality", "50", "magick.webp"], in: sandbox.directory.url).status == 0
        {
            names.append("magick")
        }
        let others = try ReferenceImage.decode(names.map { sandbox.directory.path("\($0).webp") })
        for (name, other) in zip(names, others) {
            #expect(try run(0, "-q", "--max-radius", "0", "\(name).webp", "\(name).png").isEmpty, "\(name)")
            let image = try PixelBuffer.decoded(sandbox.read("\(name).webp"))
            #expect(try #require(other).samples == image.widened(isPNG: false), "\(name)")
            #expect(try PixelBuffer.decoded(sandbox.read("\(name).png")).sampleValues() == image.sampleValues())
            #expect(try run(0, "\(name).webp", "out-\(name).webp").isEmpty)
            let info = try #require(Program(named: "webpinfo")).run([sandbox.directory.path("out-\(name).webp")])
            #expect(info.status == 0 && info.text.contains("No error detected."), "\(name): \(info.text)")
        }
    }

    @Test("Images of a corpus are encoded by cwebp and decoded to its pixels", .enabled(if: Corpus.directory != nil))
    func corpus() throws {
        let files = try Corpus.files("must-decode").filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
        let cwebp = try #require(Program(named: "cwebp"))
        var made: [String] = []
        for path in stride(from: 0, to: files.count, by: max(files.count / 30, 1)).map({ files[$0] }) {
            let output = sandbox.directory.path("\(made.count).webp")
            let options = made.count % 2 == 0 ? ["-q", "75"] : ["-lossless", "-z", "2"]
            guard try cwebp.run(["-quiet"] + options + [path, "-o", output]).status == 0 else { continue }
            made.append(output)
        }
        #expect(made.count >= 20)
        for (path, other) in zip(made, try ReferenceImage.decode(made)) {
            let image = try PixelBuffer.decoded([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            let isSame = try #require(other).samples == image.widened(isPNG: false)
            #expect(isSame, "\(path)")
            #expect(try run(0, "-q", "-f", path, "out.webp").isEmpty)
        }
    }

    @Test("Animated files are refused by name")
    func animation() throws {
        let script = """
            from PIL import Image
            frames = [Image.new("RGB", (20, 20), (i, 0, 0)) for i in (0, 100, 200)]
            frames[0].save("animated.webp", save_all=True, append_images=frames[1:])
            """
        #expect(try #require(Program.python).run(["-c", script], in: sandbox.directory.url).status == 0)
        let text = try run(65, "animated.webp", "a.webp")
        #expect(text.hasPrefix("varblur: error: animated.webp: the WebP file is animated; only still images"))
    }

    @Test("Metadata of other programs is kept, and stripped as specified")
    func metadata() throws {
        let script = """
            from PIL import Image, ImageCms
            image = Image.linear_gradient("L").convert("RGB").resize((40, 20))
            exif = Image.Exif()
            exif[0x0112], exif[0x010F] = 6, "Maker"
            profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
            xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>'
            image.save("meta.webp", quality=90, icc_profile=profile, exif=exif, xmp=xmp)
            """
        let made = try #require(Program.python).run(["-c", script], in: sandbox.directory.url)
        #expect(made.status == 0, "\(made.errors)")
        let before = try ImageHeader.of(sandbox.read("meta.webp"))
        #expect(before.orientation == .right && before.profile != nil && before.metadata.xmp != nil)
        for (strip, hasExif, hasProfile) in [("none", true, true), ("safe", false, true), ("all", false, false)] {
            #expect(try run(0, "-f", "--strip", strip, "meta.webp", "a.webp").isEmpty)
            let after = try ImageHeader.of(sandbox.read("a.webp"))
            #expect(after.width == 20 && after.height == 40 && after.orientation == .up)
            #expect((after.metadata.exif != nil) == hasExif && (after.metadata.xmp != nil) == hasExif)
            #expect(after.profile == (hasProfile ? before.profile : nil))
            let other = try #require(try ReferenceImage.decode([sandbox.directory.path("a.webp")])[0])
            #expect(other.profile == (hasProfile ? before.profile?.bytes ?? [] : []))
        }
    }
}
