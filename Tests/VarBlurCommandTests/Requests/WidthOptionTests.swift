import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Options for several outputs")
struct WidthOptionTests {
    private let sandbox: CommandSandbox

    init() throws {
        sandbox = try CommandSandbox()
        try sandbox.write(TestContent.natural.image(Size(200, 150)).encoded(.png), "photo.png")
    }

    @discardableResult
    private func run(_ status: Int32, _ arguments: String...) throws -> Program.Outcome {
        try sandbox.check(arguments + ["--max-radius", "5%"], status: status)
    }

    private func size(_ name: String) throws -> [Int] {
        let header = try ImageHeader.of(sandbox.read(name))
        return [header.width, header.height]
    }

    @Test("Every width is written in every format, with the contents of single runs")
    func outputs() throws {
        let outcome = try run(0, "--widths", "100,40,100", "--formats", "jpeg,webp", "photo.png")
        #expect(outcome.errors == "4 outputs: 4 ok\n")
        for (width, height) in [(40, 30), (100, 75)] {
            for format in ["jpg", "webp"] {
                #expect(try size("photo-\(width).\(format)") == [width, height])
                // beside a JPEG, a WebP has the quality of lossy ones
                let file = "single.\(format)"
                if format == "webp" {
                    try run(0, "--webp-quality", "80", "--resize", "\(width)x", "photo.png", file, "--force")
                } else {
                    try run(0, "--resize", "\(width)x", "photo.png", file, "--force")
                }
                #expect(try sandbox.read("photo-\(width).\(format)") == sandbox.read("single.\(format)"))
            }
        }
        try run(0, "--widths", "40", "photo.png", "--out-dir", "out")
        #expect(sandbox.tree("out") == ["photo-40.png"])
        try run(0, "--formats", "png,webp", "photo.png", "--out-dir", "plain", "--resize", "20x")
        #expect(sandbox.tree("plain") == ["photo.png", "photo.webp"])
        let jpeg = try TestContent.natural.image(Size(200, 150)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        try sandbox.write(jpeg, "photo.jpg")
        try run(0, "--widths", "40,100,200", "--out-dir", "jpeg", "photo.jpg")
        #expect(try [40, 100, 200].map { try size("jpeg/photo-\($0).jpg") } == [[40, 30], [100, 75], [200, 150]])
        let template = "{stem}_{width}x{height}{ext}"
        try run(0, "--widths", "40,100", "photo.png", "--out-dir", "named", "--name-template", template)
        #expect(sandbox.tree("named") == ["photo_100x75.png", "photo_40x30.png"])
        // the extension has its dot, whether the template has it or not
        let dotted = "dotted/{stem}-{width}.{ext}"
        try run(0, "--widths", "40", "photo.png", "--name-template", dotted, "--out-dir", ".")
        #expect(sandbox.tree("dotted") == ["photo-40.png"])
    }

    @Test("No image is enlarged")
    func enlarging() throws {
        let some = try run(0, "--widths", "100,200,201,4000", "photo.png", "in.png", "--out-dir", "out")
        #expect(
            some.errors.contains(
                "200×150 pixels is not enlarged to a width of 201 or 4000 pixels; there is no such output\n"))
        #expect(
            some.errors.contains(
                "32×24 pixels is not enlarged to a width of 100, 200, 201, or 4000 pixels; "))
        #expect(some.errors.contains("the output is 32 pixels wide"))
        #expect(sandbox.tree("out") == ["in-32.png", "photo-100.png", "photo-200.png"])
        try run(0, "--widths", "60,300", "--crop", "50x40+0+0", "photo.png", "--out-dir", "crop")
        #expect(sandbox.tree("crop") == ["photo-50.png"])
        try run(0, "--widths", "40,100", "--suffix", ".blur", "photo.png", "--out-dir", "suffix")
        #expect(sandbox.tree("suffix") == ["photo.blur-100.png", "photo.blur-40.png"])
        #expect(try size("crop/photo-50.png") == [50, 40])
    }

    @Test("A size with a fit gives the proportions")
    func proportions() throws {
        try run(0, "--widths", "60,160", "--resize", "2x1", "--fit", "cover", "photo.png", "--out-dir", "a")
        #expect(try size("a/photo-60.png") == [60, 30] && size("a/photo-160.png") == [160, 80])
        // the image is 150 pixels high
        try run(0, "--widths", "120,170", "--resize", "1x1", "--fit", "cover", "photo.png", "--out-dir", "b")
        #expect(sandbox.tree("b") == ["photo-120.png"])
        try run(0, "--widths", "170", "--resize", "1x1", "--fit", "cover", "photo.png", "--out-dir", "c")
        #expect(try size("c/photo-150.png") == [150, 150])
        #expect(
            try run(64, "--widths", "60", "--resize", "2x1", "photo.png").errors.contains("--fit cover"))
        #expect(
            try run(64, "--widths", "60", "--resize", "50%", "photo.png").errors.contains("--fit cover"))
    }

    @Test("A size that must not enlarge gives the same proportions", arguments: ["cover", "fill"])
    func proportionsWithoutEnlargement(fit: String) throws {
        func written(_ widths: String) throws -> Program.Outcome {
            try run(0, "--widths", widths, "--resize", "1x3", "--fit", fit, "--no-enlarge", "photo.png")
        }
        // the image is 150 pixels high
        let larger = try written("20,120")
        #expect(larger.errors.contains("not enlarged to a width of 120 pixels; there is no such output"))
        #expect(try size("photo-20.png") == [20, 60])
        let only = try written("120")
        #expect(only.errors.contains("the output is 50 pixels wide"))
        #expect(try size("photo-50.png") == [50, 150])
    }

    @Test("An output that fails does not affect the others, and an input that fails has one message")
    func failures() throws {
        try sandbox.write([1], "photo-40.png")
        let arguments = ["--widths", "40,100", "photo.png"]
        let failed = try sandbox.run(arguments)
        #expect(failed.status != 0 && failed.errors.contains("photo-40.png: the file already exists"))
        #expect(try size("photo-100.png") == [100, 75])
        let skipped = try sandbox.run(arguments + ["--if-exists", "skip-same", "--json"])
        let results = try #require(try ResultLines.document(skipped.output))
        #expect(results.map { $0["status"] as? String } == ["ok", "skipped"])
        #expect(results.map { $0["output"] as? String } == ["photo-40.png", "photo-100.png"])
        #expect(results[0]["width"] as? Int == 40)
        try sandbox.pipe("pipe.png")
        #expect(try run(64, "--widths", "40", "pipe.png").errors.contains("pipe.png: a pipe or a device"))
        try sandbox.write([1, 2, 3], "broken.png")
        let broken = try run(
            1, "--widths", "40,100", "missing.png", "broken.png", "photo.png", "--out-dir", "out")
        #expect(broken.errors.components(separatedBy: "missing.png").count == 2, "\(broken.errors)")
        #expect(sandbox.tree("out") == ["photo-100.png", "photo-40.png"])
    }

    @Test("A dry run lists all outputs, and outputs are no inputs of a second run")
    func planning() throws {
        let plan = try run(
            0, "--widths", "40, 100,900", "--formats", "png, webp", "--dry-run", "photo.png")
        let text = String(decoding: plan.output, as: UTF8.self)
        for name in ["photo-40.png", "photo-40.webp", "photo-100.png", "photo-100.webp"] {
            #expect(text.contains("photo.png -> \(name)  "), "\(text)")
        }
        #expect(plan.errors.contains("not enlarged to a width of 900 pixels"))
        try run(0, "--widths", "40,100", "photo.png")
        let second = try run(
            0, "--widths", "40,100", "photo.png", "photo-40.png", "photo-100.png", "--force")
        #expect(
            second.errors.contains("photo-40.png: skipped, because it is the output of another input"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory.path("photo-100-40.png")))
    }

    @Test("Options that would give outputs one name are refused")
    func names() throws {
        let cases: [([String], String)] = [
            (["--widths", "40,100", "--name-template", "{dir}/{name}-b{ext}"], "the same name"),
            (
                ["--widths", "40", "--formats", "png,webp", "--name-template", "{name}-{width}.png"],
                "the same name"
            ),
            (["--name-template", "{name}-{width}{ext}"], "require --widths"),
            (["--formats", "png", "--name-template", "{name}-{height}{ext}"], "require --widths"),
            (["--widths", "40", "--in-place"], "--in-place"),
            (["--formats", "webp", "--format", "png"], "--format"),
            (["--widths", "40", "--emit-mask", "{name}-mask.png"], "--emit-mask"),
            (["--formats", "png,webp"], "use --suffix or another --out-dir"),
            (["--widths", "40,0"], "whole numbers"), (["--widths", "40,,50"], "whole numbers"),
            (["--widths", "99999"], "whole numbers"), (["--formats", "png,gif"], "separated by commas"),
        ]
        for (arguments, message) in cases {
            let outcome = try sandbox.run(arguments + ["photo.png"])
            #expect(
                outcome.status == 64 && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
        }
        for option in [["--widths", "40,100"], ["--formats", "webp"]] {
            let outcome = try run(64, option[0], option[1], "photo.png", "{name}.png")
            #expect(outcome.errors.contains("'{name}.png' does not exist; with \(option[0]), all files are inputs"))
        }
    }

    @Test(
        "One of two inputs that does not exist does not keep the other from its outputs",
        arguments: [["--widths", "40"], ["--formats", "png"], ["--widths", "40", "--formats", "png"]])
    func missingInput(outputs: [String]) throws {
        let namings = [["--out-dir", "out"], ["--suffix", "-s"], ["--name-template", "x{name}-{width}{ext}"]]
        // the width in a template requires --widths
        for naming in namings where outputs.contains("--widths") || naming[0] != "--name-template" {
            for names in [["photo.png", "none.png"], ["none.png", "photo.png"]] {
                let lists: [(arguments: [String], input: String)] = [
                    (names, ""), (["--files-from", "-"], names.joined(separator: "\n")),
                    (["--files-from0", "-"], names.joined(separator: "\0")), (["--recursive"] + names, ""),
                    (["--files-from", "-", names[0]], names[1]),
                ]
                for list in lists {
                    let copy = try CommandSandbox(copying: sandbox)
                    let before = copy.tree(".").count
                    let outcome = try copy.check(
                        outputs + naming + list.arguments, input: Array(list.input.utf8), status: 1)
                    #expect(outcome.errors.contains("none.png: cannot open"), "\(outcome.errors)")
                    #expect(copy.tree(".").count == before + 1, "\(naming) \(list)")
                }
            }
        }
    }

    @Test("An output outside --out-dir is named as it would be, and the hint names what leads there")
    func outside() throws {
        for (name, path) in [
            ("../{name}-{width}{ext}", "../photo-40.png"), ("/x/{name}-{width}{ext}", "/x/photo-40.png"),
            ("{dir}/../{name}{width}x{height}", "../photo40x30"),
        ] {
            let outcome = try run(64, "--widths", "40,50", "--name-template", name, "--out-dir", "x", "photo.png")
            #expect(outcome.errors.contains("'\(path)' would be"), "\(outcome.errors)")
            #expect(outcome.errors.contains("leave '..' and a '/' at the start out of the name template"))
        }
        try sandbox.add("sub/a.png")
        for input in [sandbox.directory.path("in.png"), "sub/../in.png"] {
            let arguments = ["--max-radius", "1", "--name-template", "{dir}/{name}{ext}", "--out-dir", "x", input]
            #expect(try sandbox.check(arguments, status: 64).errors.contains("use {dir} only for inputs"))
        }
    }

    @Test("Radii in pixels with several widths have a hint")
    func hints() throws {
        let hint = "percentages refer to the size of each output"
        let pixels = try sandbox.run("--widths", "40,100", "--max-radius", "4", "photo.png")
        #expect(pixels.status == 0 && pixels.errors.contains(hint))
        #expect(try !run(0, "--widths", "40,100", "photo.png", "--force").errors.contains(hint))
        let single = try sandbox.run("--widths", "40", "--max-radius", "4", "photo.png", "--force")
        #expect(!single.errors.contains(hint))
    }
}

private enum ResultLines {
    /// The results of a JSON report.
    static func document(_ output: Data) throws -> [[String: Any]]? {
        let document = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        return document?["results"] as? [[String: Any]]
    }
}
