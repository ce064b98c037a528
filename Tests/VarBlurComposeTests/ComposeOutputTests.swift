import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The output of varblur compose")
struct ComposeOutputTests {
    @Test("The extension or --format selects the format", arguments: [ImageFormat.png, .jpeg, .webP])
    func formats(format: ImageFormat) throws {
        let sandbox = try ComposeSandbox()
        let name = "out.\(try #require(format.fileExtensions.first))"
        try sandbox.draw("scene.json", name)
        let file = try sandbox.directory.read(name)
        let header = try ImageHeader.of(file)
        #expect(header.format == format && header.width == 40 && header.height == 30)
        let tolerance = format == .png ? 0 : 12
        // far from the edge of the box, where lossy formats mix the colors
        for (x, y, expected) in [(3, 3, [255, 255, 255]), (35, 25, [255, 0, 0])] {
            let color = try sandbox.color(name, x, y)
            #expect(zip(color, expected).allSatisfy { abs($0 - $1) <= tolerance }, "\(color)")
        }
        #expect(try [UInt8](sandbox.draw("--format", format.rawValue, "scene.json", "-")) == file)
    }

    @Test("A quality of the output takes effect")
    func quality() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(ComposeSandbox.photo("photo.png"), "photo.json")
        try sandbox.draw("--no-digest", "--jpeg-quality", "20", "photo.json", "a.jpg")
        try sandbox.draw("--no-digest", "--jpeg-quality", "95", "photo.json", "b.jpg")
        #expect(try sandbox.directory.read("a.jpg").count < sandbox.directory.read("b.jpg").count / 2)
    }

    @Test("Transparent pixels are stored, or shown on a background, but never lost")
    func transparency() throws {
        let sandbox = try ComposeSandbox()
        let clear = "canvas.background=#00000000"
        try sandbox.draw("--set", clear, "scene.json", "a.png")
        #expect(try sandbox.color("a.png", 35, 25) == [0, 0, 0, 0])
        #expect(try sandbox.color("a.png", 3, 3) == [255, 255, 255, 255])
        try sandbox.draw("--set", clear, "--set", "box.opacity=0.5", "scene.json", "b.png")
        #expect(try sandbox.color("b.png", 3, 3) == [255, 255, 255, 128])
        #expect(try sandbox.message(65, "--set", clear, "scene.json", "a.jpg").contains("--background"))
        try sandbox.draw("--set", clear, "--background", "#00ff00", "--format", "jpeg", "scene.json", "c.jpg")
        let color = try sandbox.color("c.jpg", 35, 25)
        #expect(color[1] > 240 && color[0] < 16 && color[2] < 16, "\(color)")
    }

    @Test("Colors and glass suit the color behind a transparent canvas", arguments: ["white", "black"])
    func page(color: String) throws {
        let sandbox = try ComposeSandbox()
        let text = #""type":"text","text":"\#u{2588}","family":"DejaVu Sans","size":30"#
        for (name, layer) in [
            ("color", #"{\#(text),"color":"automatic"}"#),
            ("contrast", #"{\#(text),"color":"\#(color)","minContrast":4.5}"#),
            (
                "glass",
                #"{"type":"glass","tint":"automatic","items":[{"shape":"rectangle","label":[{\#(text),"color":"automatic"}]}]}"#
            ),
            ("blend", #"{"type":"fill","paint":"white","blendMode":"difference"}"#),
        ] {
            let layers = #""layers":[\#(layer)]}"#
            try sandbox.add(#"{"canvas":{"width":40,"height":40},\#(layers)"#, "clear.json")
            try sandbox.add(#"{"canvas":{"width":40,"height":40,"background":"\#(color)"},\#(layers)"#, "page.json")
            try sandbox.draw("--background", color, "--no-digest", "clear.json", "\(name)-clear.jpg")
            try sandbox.draw("--no-digest", "page.json", "\(name)-page.jpg")
            let (clear, page) = try (
                sandbox.directory.read("\(name)-clear.jpg"), sandbox.directory.read("\(name)-page.jpg")
            )
            #expect(clear == page, "\(name)")
            // formats with transparency do not show the color
            try sandbox.draw("--no-digest", "clear.json", "\(name)-a.png")
            let outcome = try sandbox.compose("--background", color, "--no-digest", "clear.json", "\(name)-b.png")
            #expect(outcome.status == 0)
            #expect(try sandbox.directory.read("\(name)-a.png") == sandbox.directory.read("\(name)-b.png"))
        }
    }

    @Test("A density that the format does not record is noted")
    func density() throws {
        let sandbox = try ComposeSandbox()
        for (name, isRecorded) in [
            ("a.png", true), ("a.jpg", true), ("a.webp", false), ("a.avif", false), ("b.webp", false), ("b.apng", true),
            ("-", false),
        ] {
            let frames = name.hasPrefix("a") ? [] : ["--frames", "2"]
            for dpi in ["300", "null"] {
                let arguments = ["--force"] + frames + ["--set", "canvas.dpi=\(dpi)", "scene.json", name]
                let outcome = try Program.varblur.run(["compose"] + arguments, in: sandbox.directory.url)
                #expect(outcome.status == 0)
                #expect(
                    outcome.errors.contains("canvas.dpi") == (!isRecorded && dpi == "300"), "\(name) \(outcome.errors)")
            }
        }
    }

    @Test("An existing output is only replaced with --force")
    func existingOutput() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add("old", "out.png")
        for arguments in [["scene.json", "out.png"], ["--dry-run", "scene.json", "out.png"]] {
            let outcome = try Program.varblur.run(["compose"] + arguments, in: sandbox.directory.url)
            #expect(outcome.status == 73 && outcome.errors.contains("use --force"), "\(outcome.errors)")
        }
        #expect(try sandbox.directory.read("out.png") == Array("old".utf8))
        try sandbox.draw("--force", "scene.json", "out.png")
        #expect(try sandbox.color("out.png", 35, 25) == [255, 0, 0])
        // a frame that exists is found before the first one is written
        try sandbox.add("old", "f-0003.png")
        #expect(try sandbox.message(73, "--frames", "3", "scene.json", "f.png").contains("f-0003.png"))
        #expect(try sandbox.message(64, "--force", "--format", "png", "scene.json", "scene.json").contains("same file"))
    }

    @Test("An output that was drawn from the same scene and images is left as it is with --if-exists skip-same")
    func sameOutput() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(ComposeSandbox.photo("photo.png"), "photo.json")
        func status(_ arguments: String...) throws -> JSONValue? {
            let command = ["compose", "--json", "--if-exists", "skip-same"] + arguments
            return try JSONValue.report(Program.varblur.run(command, in: sandbox.directory.url).output)["status"]
        }
        for name in ["a.png", "a.jpg", "a.webp"] {
            #expect(try status("photo.json", name) == .string("ok"))
            let file = try sandbox.directory.read(name)
            #expect(try status("photo.json", name) == .string("skipped"))
            #expect(
                try status("--set", "photo.opacity=0.5", "--background", "red", "photo.json", name) == .string("ok"))
            #expect(try status("photo.json", name) == .string("ok"))
            #expect(try sandbox.directory.read(name) == file)
        }
        #expect(try status("--jpeg-quality", "30", "photo.json", "a.jpg") == .string("ok"))
        #expect(try status("--jpeg-quality", "30", "photo.json", "a.jpg") == .string("skipped"))
        // another path of the same image
        try sandbox.directory.write(sandbox.directory.read("photo.png"), to: "copy.png")
        #expect(try status("--set", "photo.image=copy.png", "photo.json", "a.png") == .string("skipped"))
        try sandbox.draw("--no-digest", "--force", "photo.json", "b.png")
        #expect(try status("photo.json", "b.png") == .string("ok"))
        #expect(
            try sandbox.message(64, "--no-digest", "--if-exists", "skip-same", "photo.json", "a.png").contains("digest")
        )
    }

    @Test("An image of the scene is never replaced by the picture", arguments: ["overwrite", "skip-same"])
    func source(rule: String) throws {
        let sandbox = try ComposeSandbox()
        let photo = try sandbox.directory.read("photo.png")
        try sandbox.add(ComposeSandbox.photo("photo.png"), "card.json")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory.path("link.png"), withDestinationPath: "photo.png")
        for output in ["photo.png", "./photo.png", "link.png"] {
            let outcome = try sandbox.compose("--if-exists", rule, "card.json", output)
            #expect(
                outcome.status == 64 && outcome.errors.contains("an image or a font of the scene"), "\(outcome.errors)")
        }
        #expect(try sandbox.directory.read("photo.png") == photo)
    }

    @Test("A scene may begin with a byte order mark")
    func byteOrderMark() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add("\u{FEFF}" + ComposeSandbox.scene, "mark.json")
        for name in ["scene", "mark"] {
            let outcome = try sandbox.compose("\(name).json", "\(name).png")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try sandbox.directory.read("scene.png") == sandbox.directory.read("mark.png"))
    }

    @Test("A dry run writes nothing")
    func dryRun() throws {
        let sandbox = try ComposeSandbox()
        let before = try sandbox.directory.names()
        for arguments in [["scene.json", "out.png"], ["--frames", "4", "scene.json", "-"]] {
            let outcome = try Program.varblur.run(["compose", "--dry-run"] + arguments, in: sandbox.directory.url)
            #expect(outcome.status == 0 && outcome.output.isEmpty)
            let name = arguments.last == "-" ? "standard output" : "out.png"
            #expect(outcome.errors.hasPrefix("scene.json -> \(name)  40×30  needs "), "\(outcome.errors)")
        }
        let frames = try sandbox.compose("--dry-run", "--frames", "3", "scene.json", "f.png")
        #expect(frames.errors.hasPrefix("scene.json -> f-0001.png ... f-0003.png  40×30"), "\(frames.errors)")
        let report = try JSONValue.report(sandbox.draw("--dry-run", "--json", "scene.json", "out.png"))
        #expect(report["status"] == .string("planned"))
        #expect(try sandbox.directory.names() == before)
        // images are checked, too
        try sandbox.add(ComposeSandbox.photo("none.png"), "photo.json")
        #expect(try sandbox.message(66, "--dry-run", "photo.json", "out.png").contains("none.png"))
    }

    @Test("The report describes the picture or the error")
    func report() throws {
        let sandbox = try ComposeSandbox()
        let report = try JSONValue.report(sandbox.draw("--json", "--frames", "2", "scene.json", "out.webp"))
        for (name, value) in [
            ("status", .string("ok")), ("scene", .string("scene.json")), ("output", .string("out.webp")),
            ("format", .string("webp")), ("width", .integer(40)), ("height", .integer(30)), ("frames", .integer(2)),
            ("warnings", .array([])), ("version", .integer(2)),
        ] as [(String, JSONValue)] {
            #expect(report[name] == value, "\(name)")
        }
        let failed = try sandbox.compose(
            "--json", "--set", "box.width=x", "--set", "box.height=y", "scene.json", "a.png")
        let error = try JSONValue.report(failed.output)["error"]
        #expect(failed.status == 64 && error?["exit"] == .integer(64) && error?["code"] == .string("invalidScene"))
        #expect(error?["message"] != nil)
        guard case .array(let messages)? = error?["messages"] else { throw ComposeReportError() }
        #expect(messages.count == 2 && failed.errors.filter(\.isNewline).count == 2)
        #expect(try sandbox.message(64, "--json", "scene.json", "-").contains("--json"))
    }

    @Test("A word with two letters in the wrong order gets a suggestion")
    func suggestion() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(#"{"layers":[{"type":"tetx"}]}"#, "wrong.json")
        #expect(try sandbox.message(64, "wrong.json", "a.png").contains("did you mean 'text'?"))
    }

    @Test("The directory that images must lie in must exist")
    func missingConfinement() throws {
        let message = try ComposeSandbox().message(64, "--confine", "none", "scene.json", "a.png")
        #expect(message.contains("--confine 'none' is not an existing directory"))
    }

    @Test("Results match the schema, as a document and as a line", arguments: ["document", "lines"])
    func schema(form: String) throws {
        let sandbox = try ComposeSandbox()
        var lines: [String] = []
        for (arguments, status) in [
            (["scene.json", "a.png"], "ok"), (["--if-exists", "skip", "scene.json", "a.png"], "skipped"),
            (["scene.json", "a.png"], "error"), (["--dry-run", "scene.json", "b.png"], "planned"),
            (["--frames", "2", "--jpeg-quality", "70", "scene.json", "f.jpg"], "ok"),
            (["--set", "box.width=x", "scene.json", "c.png"], "error"), (["none.json", "c.png"], "error"),
        ] {
            let command = ["compose", "--json", form] + arguments
            let outcome = try Program.varblur.run(command, in: sandbox.directory.url)
            let report = try JSONValue.report(outcome.output)
            #expect(report["status"] == .string(status), "\(arguments): \(report.text)")
            let settings = try JSONParser.value(of: [UInt8](outcome.output))["settings"]
            #expect(report["output"] == .string(arguments.last ?? "") && settings?["format"] == nil)
            #expect((settings?["frames"] == .string("2")) == arguments.contains("--frames"))
            lines.append(outcome.text.trimmingCharacters(in: .newlines))
            #expect(outcome.text.contains("\"summary\"") == (form == "document"))
        }
        try checkSchema("result", lines)
    }

    @Test("An output that cannot be written is an error without remains")
    func failures() throws {
        let sandbox = try ComposeSandbox()
        #expect(try sandbox.message(73, "scene.json", "no/out.png").contains("no/out.png"))
        try FileManager.default.createDirectory(
            at: sandbox.directory.url.appending(path: "dir.png"), withIntermediateDirectories: true)
        #expect(try sandbox.message(73, "--force", "scene.json", "dir.png").contains("directory"))
        #expect(try sandbox.message(64, "scene.json", "out.gif").contains("use \(OutputFormat.extensions)"))
        #expect(try sandbox.message(64, "scene.json", "out").contains("has no extension"))
        #expect(try sandbox.message(64, "--format", "png", "scene.json", "out.jpg").contains("--format png"))
        #expect(try sandbox.message(64, "scene.json").contains("output is missing"))
        // an image that turns out to be damaged while it is drawn
        let jpeg = try PixelBuffer.noise(Size(64, 64), PixelFormat(.rgb)).encoded(
            .jpeg(JPEGStyle(.yCbCr), quality: 90))
        try sandbox.directory.write(Array(jpeg[..<(jpeg.count / 2)]), to: "cut.jpg")
        try sandbox.add(ComposeSandbox.photo("cut.jpg"), "photo.json")
        for arguments in [[], ["--set", #"photo.opacity={"from":0.5,"to":1}"#, "--frames", "3"]] {
            let outcome = try Program.varblur.run(
                ["compose"] + arguments + ["photo.json", "out.png"], in: sandbox.directory.url)
            #expect(outcome.status == 65 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("photo.json: layers[0]: cut.jpg: "), "\(outcome.errors)")
            #expect(outcome.errors.contains("(download or export it again)"))
            #expect(!(try sandbox.directory.names().contains { $0.hasPrefix("out") }))
        }
    }

    @Test("A full device and a closed pipe end the command")
    func streams() throws {
        let sandbox = try ComposeSandbox()
        let program = "'\(Program.varblur.url.path)' compose --frames 300 scene.json -"
        let shell = try #require(Program(named: "bash"))
        let closed = try shell.run(
            ["-c", "\(program) | head -c 10; echo \" ${PIPESTATUS[0]}\""], in: sandbox.directory.url)
        #expect(closed.text == "YUV4MPEG2  141\n" && closed.errors.isEmpty, "\(closed.text) \(closed.errors)")
        #if os(Linux)
            let full = try shell.run(["-c", "\(program) > /dev/full"], in: sandbox.directory.url)
            #expect(full.status == 74 && full.errors.contains("standard output: write failed"), "\(full.errors)")
        #endif
    }
}

/// A report without the expected members.
struct ComposeReportError: Error {}
