import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON

@testable import VarBlurCodecs

@Suite("Animated files of varblur compose")
struct ComposeAnimationTests {
    /// A translucent box that moves and changes its color, on a transparent canvas or an opaque one; the last third of the time is still.
    private static func scene(_ background: String) -> String {
        """
        {"canvas":{"width":61,"height":47,"background":"\(background)"},"motion":{"easing":"linear"},
         "layers":[{"type":"shape","shape":"ellipse","fill":"#0a0","width":40,"height":40},
                   {"type":"fill","paint":{"from":"#00f8","to":"#ff08"},"width":13,"height":9,
                    "alignment":"topLeading","offsetX":{"from":3,"to":40},"timing":{"start":0,"end":0.66}}]}
        """
    }

    /// The option for a lossless output, where it needs one.
    private static func quality(_ name: String) -> [String] {
        name.hasSuffix(".webp") ? ["--webp-quality", "lossless"] : []
    }

    @Test(
        "have the frames of single pictures, for Pillow", .enabled(if: Program.python != nil),
        arguments: ["a.apng", "a.webp"], ["transparent", "#336699"])
    func frames(name: String, background: String) throws {
        let python = try #require(Program.python)
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.scene(background), "moving.json")
        try sandbox.draw("--frames", "7", "moving.json", "f.png")
        let names = try sandbox.directory.names()
        try sandbox.draw(["--frames", "7", "--fps", "30"] + Self.quality(name) + ["moving.json", name])
        #expect(try Set(sandbox.directory.names()) == Set(names + [name]))
        let script = """
            import sys
            from PIL import Image
            image = Image.open(sys.argv[1])
            times = []
            for index in range(image.n_frames):
                image.seek(index)
                image.load()
                times.append(round(image.info["duration"]))
                frame, single = image.convert("RGBA"), Image.open("f-000%d.png" % (index + 1)).convert("RGBA")
                pairs = zip(frame.getdata(), single.getdata())
                assert all(a == b or a[3] == b[3] == 0 for a, b in pairs), index
            print(image.n_frames, image.info["loop"], sum(times), image.is_animated, *image.size)
            """
        let outcome = try python.run(["-c", script, name], in: sandbox.directory.url)
        // 7 frames at 30 a second take 233 ms; Pillow truncates those of an APNG
        let time = name == "a.webp" ? 233 : 231
        #expect(outcome.text == "7 0 \(time) True 61 47\n", "\(outcome.errors)")
    }

    @Test(
        "in lossy WebP have no traces of earlier frames, for Pillow", .enabled(if: Program.python != nil),
        arguments: ["#00aaff", "#336699", "#dddddd"])
    func traces(background: String) throws {
        let python = try #require(Program.python)
        let sandbox = try ComposeSandbox()
        let scene = """
            {"canvas":{"width":261,"height":140,"background":"\(background)"},"motion":{"easing":"linear"},
             "layers":[{"type":"shape","shape":"rectangle","fill":"#ff8000","width":60,"height":50,"alignment":"topLeading",
                        "offsetX":{"from":3,"to":190},"offsetY":{"from":21,"to":61}}]}
            """
        try sandbox.add(scene, "moving.json")
        try sandbox.draw("--frames", "9", "moving.json", "exact.png")
        for quality in ["50", "95"] {
            try sandbox.draw("--force", "--frames", "9", "--webp-quality", quality, "moving.json", "all.webp")
            let script = """
                import io, sys
                from PIL import Image, ImageChops
                image = Image.open("all.webp")
                for index in range(9):
                    image.seek(index)
                    exact, file = Image.open("exact-000%d.png" % (index + 1)).convert("RGB"), io.BytesIO()
                    exact.save(file, "webp", quality=int(sys.argv[1]))
                    errors = [ImageChops.difference(exact, other.convert("RGB")) for other in (image, Image.open(file))]
                    print(max(max(pixel) for pixel in ImageChops.subtract(*errors).getdata()))
                """
            let outcome = try python.run(["-c", script, quality], in: sandbox.directory.url)
            // traces of earlier frames exceed the errors of a single picture by 60 and more
            let excess = outcome.text.split(separator: "\n").compactMap { Int($0) }
            #expect(excess.count == 9 && excess.allSatisfy { $0 <= 40 }, "\(quality): \(excess) \(outcome.errors)")
        }
    }

    @Test("hold only what changes, and appear when they are complete")
    func sizes() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.scene("#336699"), "moving.json")
        for name in ["a.apng", "a.webp"] {
            try sandbox.draw(["--frames", "7"] + Self.quality(name) + ["moving.json", name])
            let few = try sandbox.directory.read(name).count
            try sandbox.draw(["--frames", "70", "--force"] + Self.quality(name) + ["moving.json", name])
            let many = try sandbox.directory.read(name)
            #expect(many.count > few && many.count < 63 * 400 + few, "\(name) \(few) \(many.count)")
            #expect(try sandbox.message(73, "--frames", "7", "moving.json", name).contains("already exists"))
            try sandbox.draw("--frames", "7", "--if-exists", "skip", "moving.json", name)
            #expect(try sandbox.directory.read(name) == many)
        }
        // the first frame does not show the photo, which is damaged
        try sandbox.directory.write(Array(sandbox.directory.read("photo.png").dropLast(500)), to: "cut.png")
        let layer = #"{"type":"image","image":"cut.png","opacity":{"from":0,"to":1}}"#
        try sandbox.add(#"{"canvas":{"width":9,"height":9},"layers":[\#(layer)]}"#, "broken.json")
        for name in ["b.apng", "b.webp"] {
            #expect(try sandbox.message(65, "--frames", "4", "broken.json", name).contains("cut.png"))
        }
    }

    @Test("are written for each scale, and described in the report")
    func scales() throws {
        let sandbox = try ComposeSandbox()
        let arguments = ["--frames", "4", "--scale", "1,2", "--json", "lines", "scene.json", "a.apng"]
        let report = try JSONValue.report(try sandbox.draw(arguments))
        #expect(report["format"] == .string("apng") && report["frames"] == .integer(4))
        for (name, width) in [("a.apng", 40), ("a@2x.apng", 80)] {
            let file = try sandbox.directory.read(name)
            #expect(try ImageHeader.of(file).width == width)
            #expect(try PixelBuffer.decoded(file)[3, 3, 2] == 255)
        }
    }

    @Test("are refused with the reason")
    func mistakes() throws {
        let sandbox = try ComposeSandbox()
        #expect(try sandbox.message(64, "scene.json", "a.apng").contains("--frames"))
        #expect(
            try sandbox.message(64, "--frames", "3", "--format", "jpeg", "scene.json", "a.apng").contains("--format"))
        for rate in ["0", "61", "x"] {
            #expect(try sandbox.message(64, "--frames", "3", "--fps", rate, "scene.json", "a.apng").contains("1 to 60"))
        }
        for arguments in [["scene.json", "a.png"], ["scene.json", "-"], ["--at", "0", "scene.json", "a.png"]] {
            let outcome = try Program.varblur.run(["compose", "--fps", "9"] + arguments, in: sandbox.directory.url)
            #expect(outcome.status == 64 && outcome.errors.contains("--fps requires --frames"), "\(outcome.errors)")
        }
        for frames in [[], ["--frames", "3"]] {
            let arguments = ["compose"] + frames + ["scene.json", "a.GIF"]
            let outcome = try Program.varblur.run(arguments, in: sandbox.directory.url)
            #expect(
                outcome.status == 64 && outcome.errors.contains(".apng or .webp with --frames"), "\(outcome.errors)")
        }
    }

    @Test("need a file if their length is written last, which is said before they are drawn")
    func devices() throws {
        let sandbox = try ComposeSandbox()
        let arguments = ["compose", "--force", "--frames", "1000", "--format", "webp", "scene.json", "/dev/null"]
        let outcome = try Program.varblur.run(arguments, in: sandbox.directory.url, processorSeconds: 5)
        #expect(outcome.status == 73 && outcome.errors.contains("choose a file, or write an APNG"), "\(outcome.errors)")
    }

    @Test("of a video have the rate that is asked for")
    func rate() throws {
        let sandbox = try ComposeSandbox()
        let bytes = try [UInt8](sandbox.draw("--frames", "2", "--fps", "24", "scene.json", "-"))
        #expect(bytes.starts(with: Array("YUV4MPEG2 W40 H30 F24:1 ".utf8)))
    }

    @Test(
        "A density of the canvas is that of the file, and grows with the scale",
        arguments: ["png", "jpg", "webp", "apng"])
    func density(format: String) throws {
        let sandbox = try ComposeSandbox()
        for (scale, dpi, expected) in [("1", "300", 300), ("2", "300", 600), ("0.5", "72", 36)] {
            let frames = format == "apng" ? ["--frames", "2"] : []
            let options = ["--force", "--scale", scale, "--set", "canvas.dpi=\(dpi)"] + frames
            let outcome = try Program.varblur.run(
                ["compose"] + options + ["scene.json", "a.\(format)"], in: sandbox.directory.url)
            #expect(outcome.status == 0 && outcome.errors.isEmpty == (format != "webp"), "\(outcome.errors)")
            let density = try ImageHeader.of(sandbox.directory.read("a.\(format)")).metadata.density
            let inches = density?.converted(to: .inch, limit: 10_000)
            #expect(inches == (format == "webp" ? nil : PixelDensity(x: expected, y: expected, unit: .inch)))
        }
        try sandbox.draw("--force", "scene.json", "plain.png")
        #expect(try ImageHeader.of(sandbox.directory.read("plain.png")).metadata.density == nil)
        #expect(try sandbox.message(64, "--set", "canvas.dpi=0", "scene.json", "no.png").contains("1 to 9600"))
    }
}
