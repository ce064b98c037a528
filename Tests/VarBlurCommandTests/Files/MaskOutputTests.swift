import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Masks that --emit-mask writes")
struct MaskOutputTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    @Test(
        "A mask with the extension of another format is an error",
        arguments: ["m.jpg", "m.webp", "m.gif", "{name}.JPEG"])
    func extensions(name: String) throws {
        let outcome = try sandbox.run("--emit-mask", name, "in.png", "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains("--emit-mask writes a PNG image"), "\(outcome.errors)")
        #expect(outcome.errors.contains("varblur: hint: use the extension .png"))
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test(
        "A mask without an extension, or with an unknown one, is a PNG image", arguments: ["mask", "mask.dat", "m.PNG"])
    func otherNames(name: String) throws {
        #expect(try sandbox.run("--emit-mask", name, "in.png", "out.png").status == 0)
        #expect(try sandbox.read(name).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("--dry-run shows the mask, and fails if the mask exists")
    func dryRun() throws {
        let planned = try sandbox.run("--dry-run", "--emit-mask", "m.png", "in.png", "out.png")
        #expect(planned.status == 0 && planned.text.hasPrefix("in.png -> out.png, mask m.png  32×24  needs "))
        try sandbox.write([7], "m.png")
        let refused = try sandbox.run("--dry-run", "--emit-mask", "m.png", "in.png", "out.png")
        #expect(refused.status == 73 && refused.errors.contains("m.png: the file already exists"))
        #expect(try sandbox.run("--dry-run", "--force", "--emit-mask", "m.png", "in.png", "out.png").status == 0)
        let skipped = try sandbox.run("--dry-run", "--if-exists", "skip", "--emit-mask", "m.png", "in.png", "out.png")
        #expect(skipped.status == 0)
        #expect(try sandbox.read("m.png") == [7])
        let report = try sandbox.run("--force", "--json", "lines", "--emit-mask", "m.png", "in.png", "out.png")
        #expect(try JSONValue.lines(report.output).first?["mask"] == .string("m.png"))
    }

    @Test("A mask, a matte, and lists are never outputs of their run", arguments: [false, true])
    func sideFiles(inBatch: Bool) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("m.png")
        try sandbox.write(Array("circle(3px)\n".utf8), "areas.txt")
        try sandbox.write([], "b.txt")
        try sandbox.write(Array("max-radius = 3\n".utf8), "s.conf")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory.path("here"), withDestinationPath: ".")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory.path("link.png"), withDestinationPath: "m.png")
        if inBatch {
            let job = CommandSandbox.job("in.png", "s.conf", options: #"{"format":"png","force":true}"#)
            let settings = try sandbox.batch([job], "--settings", "s.conf").outcome
            #expect(settings.text.contains("the settings file of this run"), "\(settings.text)")
            let lines = ["mask", "matte"].map {
                CommandSandbox.job("in.png", "here/m.png", options: #"{"\#($0)":"m.png","force":true}"#)
            }
            let outcome = try sandbox.batch(lines).outcome
            #expect(outcome.text.contains("the mask of this run"), "\(outcome.text)")
            #expect(outcome.text.contains("the matte of this run"))
        } else {
            for (arguments, name, kind) in [
                (["--mask", "m.png"], "here/m.png", "mask"), (["--matte", "m.png"], "m.png", "matte"),
                (["--mask", "link.png"], "m.png", "mask"), (["--mask", "m.png"], "link.png", "mask"),
                (["--mask", "m.png", "--emit-mask", "link.png"], "o.png", "mask"),
                (["--areas-from", "areas.txt", "--emit-mask", "areas.txt"], "o.png", "list of areas"),
                (["--areas-from", "areas.txt", "--format", "png"], "areas.txt", "list of areas"),
                (
                    ["--areas-from", "areas.txt", "--areas-from", "b.txt", "--emit-mask", "areas.txt"], "o.png",
                    "list of areas"
                ),
                (["--settings", "s.conf", "--format", "png"], "s.conf", "settings file"),
            ] {
                let outcome = try sandbox.run(arguments + ["-f", "in.png", name])
                #expect(outcome.status == 64 && outcome.errors.contains("the \(kind) of this run"), "\(outcome.errors)")
            }
            try sandbox.write(Array("ist.png\n".utf8), "list.png")
            for lists in [["list.png"], ["list.png", "b.txt"], ["b.txt", "list.png"]] {
                let arguments = lists.flatMap { ["--files-from", $0] } + ["--name-template", "l{name}{ext}", "-f"]
                let listed = try sandbox.run(arguments)
                #expect(listed.status == 64 && listed.errors.contains("the list of files"), "\(listed.errors)")
            }
        }
        #expect(try sandbox.read("m.png") == sandbox.image)
    }

    @Test("An update of one output warns if it replaces a file without a digest")
    func foreignOutput() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photo.png")
        let first = try sandbox.run("--if-exists", "skip-same", "in.png", "photo.png")
        #expect(
            first.status == 0 && first.errors.contains("does not say that varblur wrote it"), "\(first.errors)")
        for radius in ["20", "2"] {
            let again = try sandbox.run("--if-exists", "skip-same", "--max-radius", radius, "in.png", "photo.png")
            #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
        }
    }

    @Test("Outputs named after their inputs do not replace files of others without a word")
    func foreignDerivedOutput() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("b.png")
        for name in ["in.jpg", "in.webp"] { try sandbox.write([1, 2, 3], name) }
        let formats = ["--formats", "jpeg,webp", "--out-dir", ".", "in.png", "b.png"]
        let refused = try sandbox.run(formats)
        let remedy =
            "choose another name or --out-dir; --force replaces the file, though it does not say that varblur wrote it"
        for name in ["in.jpg", "in.webp"] {
            #expect(refused.errors.contains("\(name): the file already exists (\(remedy))"), "\(refused.errors)")
        }
        let forced = try sandbox.run(["-f"] + formats)
        let warnings = ["in.jpg", "in.webp"].map {
            "varblur: warning: in.png: it replaced './\($0)', which does not say that varblur wrote it\n"
        }
        #expect(forced.status == 0 && forced.errors == warnings.joined() + "4 outputs: 4 ok\n", "\(forced.errors)")
        // now they have a digest
        #expect(try sandbox.run(["-f"] + formats).errors == "4 outputs: 4 ok\n")
        let own = try sandbox.run(formats)
        #expect(own.errors.contains("use --force to replace it, or choose another name"), "\(own.errors)")
    }

    @Test("Runs whose outputs have no digest cannot tell who wrote a file")
    func foreignOutputWithoutDigest() throws {
        let sandbox = try CommandSandbox()
        let arguments = ["--no-digest", "--format", "jpeg", "--out-dir", ".", "in.png"]
        try sandbox.check(arguments)
        let refused = try sandbox.run(arguments)
        #expect(refused.errors.contains("(use --force to replace it, or choose another name)"), "\(refused.errors)")
        #expect(try sandbox.run(["-f"] + arguments).errors.isEmpty)
    }

    @Test("Of an output without a digest, nobody claims that another program wrote it")
    func outputWithoutDigest() throws {
        let sandbox = try CommandSandbox()
        let arguments = ["--area", "circle(5px)", "--area-fill", "black", "in.png", "filled.png"]
        #expect(try sandbox.run(arguments).status == 0)
        let again = try sandbox.run("-f", "in.png", "filled.png")
        #expect(again.errors.contains("it replaced 'filled.png', which does not say that varblur wrote it"))
    }

    @Test("The mask of a skipped image is written if it does not exist", arguments: ["skip", "skip-same"])
    func skippedImages(rule: String) throws {
        #expect(try sandbox.run("--emit-mask", "expected.png", "in.png", "out.png").status == 0)
        let before = try sandbox.read("out.png")
        let arguments = ["--if-exists", rule, "--emit-mask", "m.png", "-v", "in.png", "out.png"]
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 0 && outcome.errors.contains("skipped"), "\(outcome.errors)")
        #expect(try sandbox.read("m.png") == sandbox.read("expected.png"))
        #expect(try sandbox.read("out.png") == before)
        try sandbox.write([7], "m.png")
        #expect(try sandbox.run(arguments).status == 0)
        #expect(try sandbox.read("m.png") == [7])
    }

    @Test(
        "The output and the mask appear together: if one fails, neither is written",
        arguments: [
            ("o.png", "there.png"), ("o.png", "none/m.png"), ("o.png", "file/m.png"), ("o.png", "/dev/full"),
            ("there.png", "m.png"), ("none/o.png", "m.png"), ("/dev/full", "m.png"),
        ])
    func together(output: String, mask: String) throws {
        try sandbox.write([1], "there.png")
        try sandbox.write([2], "file")
        let names = try sandbox.directory.names()
        for streamed in [[], ["--direction", "left"]] {
            let outcome = try sandbox.run(streamed + ["--format", "png", "--emit-mask", mask, "in.png", output])
            #expect(outcome.status != 0 && !outcome.errors.isEmpty)
            #expect(try sandbox.directory.names() == names, "\(outcome.errors)")
        }
        let job = CommandSandbox.job("in.png", output, options: #"{"format":"png","emit-mask":"\#(mask)"}"#)
        #expect(try sandbox.batch([job], "--no-mkdir").results.first?["status"] == .string("error"))
        #expect(try sandbox.directory.names() == names && sandbox.read("there.png") == [1])
    }

    @Test("With --if-exists skip, an existing mask is kept beside a new output")
    func keptMask() throws {
        try sandbox.write([7], "m.png")
        try sandbox.check(["--if-exists", "skip", "--emit-mask", "m.png", "in.png", "out.png"])
        #expect(try sandbox.read("m.png") == [7] && !sandbox.read("out.png").isEmpty)
    }

    @Test("Of two jobs with the same output at the same time, one is skipped", arguments: ["skip", "skip-same"])
    func concurrentJobs(rule: String) throws {
        let image = try PixelBuffer.noise(Size(120, 90), PixelFormat(.rgb)).encoded(.png)
        try sandbox.write(image, "big.png")
        let jobs = (0..<40).flatMap { number in
            let job = CommandSandbox.job("big.png", "\(number).png", options: #"{"if-exists":"\#(rule)"}"#)
            return [job, job]
        }
        let results = try sandbox.batch(jobs, "--jobs", "2").results
        #expect(results.count == 80)
        #expect(results.allSatisfy { ["ok", "skipped"].contains($0["status"]?.string) })
    }
}
