import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Many files")
struct ManyFilesTests {
    @Test("With --out-dir, outputs have the names of their inputs and the bytes of separate runs")
    func outputDirectory() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "sub/b.png")
        #expect(try sandbox.run("in.png", "one.png").status == 0)
        let outcome = try sandbox.run("a.png", "sub/b.png", "--out-dir", "out/deep")
        #expect(
            outcome.status == 0 && outcome.errors == "2 images: 2 ok\n" && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(sandbox.tree("out") == ["deep/a.png", "deep/b.png"])
        #expect(try sandbox.read("out/deep/a.png") == sandbox.read("one.png"))
    }

    @Test("With --recursive, the directory tree is kept; hidden files, other files and earlier outputs are skipped")
    func recursive() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add(
            "photos/a.png", "photos/x/b.png", "photos/x/y/c.PNG", "photos/.hidden.png", "photos/.git/d.png",
            "photos/e.txt")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory.path("photos/x/loop"), withDestinationPath: "..")
        for _ in 0..<2 {
            let outcome = try sandbox.run("--recursive", "photos/", "--out-dir", "photos/out", "--force")
            #expect(outcome.status == 0 && outcome.errors.hasPrefix("varblur: warning: 1 symbolic link was skipped"))
            #expect(sandbox.tree("photos/out") == ["a.png", "x/b.png", "x/y/c.PNG"])
        }
        #expect(try sandbox.run("--recursive", "--in-place", "photos/x").status == 0)
        #expect(try sandbox.read("photos/x/b.png") == sandbox.read("photos/out/x/b.png"))
        #expect(try sandbox.run("--recursive", "photos", "out").status == 64)
        let none = try sandbox.run("--recursive", "photos/.git", "--suffix", "-b", "--jobs", "2")
        #expect(none.status == 0 && none.errors.isEmpty, "\(none.errors)")
        try FileManager.default.createDirectory(
            at: sandbox.directory.url.appending(path: "empty"), withIntermediateDirectories: true)
        let empty = try sandbox.run("--recursive", "empty", "--out-dir", "other")
        #expect(
            empty.status == 0
                && empty.errors.hasPrefix(
                    "varblur: warning: no files with a \(ImageFormat.nameList("or")) extension")
        )
    }

    @Test("With --suffix, outputs lie beside their inputs and are not inputs of the next run")
    func suffix() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("x/a.png", "x/b.png")
        #expect(try sandbox.run("--suffix", "-blur", "x/a.png", "x/b.png").status == 0)
        #expect(sandbox.tree("x") == ["a-blur.png", "a.png", "b-blur.png", "b.png"])
        let again = try sandbox.check(["--recursive", "--suffix", "-blur", "--if-exists", "skip-same", "x"])
        #expect(again.errors.contains("x/a-blur.png: skipped, because"))
        #expect(sandbox.tree("x") == ["a-blur.png", "a.png", "b-blur.png", "b.png"])
    }

    @Test("A name template names the outputs")
    func template() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("x/a.png", "y/a.png", "y/z/plain")
        #expect(try sandbox.run("--name-template", "{dir}/new-{name}{ext}", "x/a.png").status == 0)
        #expect(sandbox.tree("x") == ["a.png", "new-a.png"])
        try sandbox.check([
            "--out-dir", "out", "--name-template", "{dir}/{name}{ext}", "x/a.png", "y/a.png", "y/z/plain",
        ])
        #expect(sandbox.tree("out") == ["x/a.png", "y/a.png", "y/z/plain"])
        #expect(try sandbox.run("--out-dir", "jpg", "--format", "jpeg", "x/a.png").status == 0)
        #expect(sandbox.tree("jpg") == ["a.jpg"])
        for template in ["{dir}/x{ext}", "{name}{extension}", "{name", "{name}/"] {
            #expect(try sandbox.run("--name-template", template, "x/a.png").status == 64, "\(template)")
        }
    }

    @Test("Inputs with the same output are an error before any image is read")
    func collisions() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("x/a.png", "y/a.png")
        let outcome = try sandbox.run("in.png", "x/a.png", "y/a.png", "--out-dir", "out")
        #expect(
            outcome.status == 64
                && outcome.errors.contains("'x/a.png' and 'y/a.png' would both be written to 'out/a.png'"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory.path("out")))
        #expect(try sandbox.run("in.png", "./in.png", "--out-dir", "out").status == 64)
        let own = try sandbox.run("in.png", "--out-dir", ".")
        #expect(own.status == 64 && own.errors.contains("would be the input itself"))
        try FileManager.default.createSymbolicLink(atPath: sandbox.directory.path("link"), withDestinationPath: "x")
        #expect(try sandbox.run("x/a.png", "link/a.png", "--suffix", "-b").status == 64)
        #expect(sandbox.tree("x") == ["a.png"])
        #expect(try sandbox.run("../x.png", "--out-dir", "o", "--name-template", "{dir}/{name}{ext}").status == 64)
    }

    @Test("The remedy for equal outputs is one that helps")
    func collisionRemedies() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("x/a.png", "y/a.png", "a.png", "a.PNG")
        for (arguments, remedy) in [
            (["x/a.png", "y/a.png"], "hint: use --name-template '{dir}/{name}{ext}', or"),
            (["--format", "jpeg", "a.png", "a.PNG"], "hint: use separate runs"),
            (["--recursive", "x", "y"], "hint: use separate runs"),
            (["a.png", "a.png"], "hint: name it once"),
            // both have 14 rows
            (
                ["--widths", "18,19", "--name-template", "{name}-{height}{ext}", "a.png"],
                "hint: use a name template with {width}"
            ),
        ] {
            let outcome = try sandbox.run(["--out-dir", "out"] + arguments)
            #expect(outcome.status == 64 && outcome.errors.contains(remedy), "\(outcome.errors)")
        }
    }

    @Test("The output directory may be the one with the inputs, if names differ")
    func sameDirectory() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("d/a.png", "d/sub/b.png")
        #expect(try sandbox.run("-r", "d", "--out-dir", "d", "--suffix", "-x").status == 0)
        #expect(sandbox.tree("d") == ["a-x.png", "a.png", "sub/b-x.png", "sub/b.png"])
        #expect(try sandbox.run("-r", "d", "--out-dir", "d", "--suffix", "-x", "-f").status == 0)
        #expect(sandbox.tree("d") == ["a-x.png", "a.png", "sub/b-x.png", "sub/b.png"])
        #expect(try sandbox.run("-r", "d", "./d", "--out-dir", "d", "--suffix", "-x", "-f").status == 64)
        let own = try sandbox.run("-r", "d", "--out-dir", "d")
        #expect(own.status == 64 && own.errors.contains("would be the input itself"), "\(own.errors)")
        // among other directories, it has only outputs
        try sandbox.add("e/c.png")
        #expect(try sandbox.run("-r", "d", "e", "--out-dir", "d").status == 0)
        #expect(sandbox.tree("d").filter { $0.hasSuffix("c.png") } == ["c.png"])
    }

    @Test("A bad image does not stop the others; the exit status is 1, or that of the error for a single image")
    func badImages() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "c.png")
        try sandbox.write([1, 2, 3], "b.png")
        try sandbox.add("d/x.png")
        let outcome = try sandbox.run("a.png", "b.png", "none.png", "d", "c.png", "--out-dir", "out", "--jobs", "3")
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n")
        try #require(lines.count == 4, "\(outcome.errors)")
        #expect(lines[3] == "5 images: 2 ok, 3 errors")
        #expect(lines[0].contains("b.png: not a PNG") && lines[1].contains("none.png: cannot open"))
        #expect(lines[2].contains("d: the input is a directory (use --recursive"))
        #expect(sandbox.tree("out") == ["a.png", "c.png"])
        #expect(try sandbox.run("b.png", "--out-dir", "out").status == 65)
    }

    @Test("Existing outputs are errors, skipped, skipped if they are up to date, or replaced")
    func existing() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write([1], "out.png")
        #expect(try sandbox.run("in.png", "out.png").status == 73)
        #expect(try sandbox.run("--if-exists", "error", "in.png", "out.png").status == 73)
        #expect(try sandbox.run("--if-exists", "skip", "in.png", "out.png").status == 0)
        #expect(try sandbox.read("out.png") == [1])
        #expect(try sandbox.run("--if-exists", "overwrite", "in.png", "out.png").status == 0)
        let first = try sandbox.read("out.png")
        #expect(first.count > 1)
        #expect(try sandbox.run("--force", "--if-exists", "skip", "in.png", "out.png").status == 64)
        #expect(try sandbox.run("--if-exists", "skip", "--in-place", "in.png").status == 64)
        try sandbox.write([1], "out.png")
        #expect(try sandbox.run("--if-exists", "skip-same", "in.png", "out.png").status == 0)
        #expect(try sandbox.read("out.png") == first)
    }

    @Test("A dry run writes nothing")
    func dryRun() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photos/a.png", "photos/x/b.png")
        try sandbox.write([1], "photos/bad.png")
        let outcome = try sandbox.run("--dry-run", "--recursive", "photos", "--out-dir", "out")
        #expect(outcome.status == 1 && outcome.errors.contains("photos/bad.png"))
        let expected = ["photos/a.png -> out/a.png  32×24  needs ", "photos/x/b.png -> out/x/b.png  32×24  needs "]
        let lines = outcome.text.split(separator: "\n")
        #expect(
            lines.count == 2 && zip(lines, expected).allSatisfy { $0.hasPrefix($1) && $0.hasSuffix("iB of memory") },
            "\(outcome.text)")
        #expect(try sandbox.directory.names() == ["in.png", "photos"])
        #expect(try sandbox.run("--dry-run", "in.png", "in.png").status == 64)
    }
}
