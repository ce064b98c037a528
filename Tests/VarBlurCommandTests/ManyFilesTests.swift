import Foundation
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

extension Workplace {
    /// Writes the picture under a name whose directories are made.
    func add(_ names: String...) throws {
        for name in names {
            let url = directory.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(picture).write(to: url)
        }
    }

    /// The paths of all files below a directory.
    func tree(_ name: String) -> [String] {
        let walker = FileManager.default.enumerator(atPath: directory.path(name))
        let all = (walker?.allObjects as? [String]) ?? []
        return all.filter { path in
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: directory.path("\(name)/\(path)"), isDirectory: &isDirectory)
            return !isDirectory.boolValue
        }.sorted()
    }
}

@Suite("Many files")
struct ManyFilesTests {
    @Test("go into a directory under their names, with the bytes that each would have alone")
    func outputDirectory() throws {
        let place = try Workplace()
        try place.add("a.png", "sub/b.png")
        #expect(try place.run("in.png", "one.png").status == 0)
        let outcome = try place.run("a.png", "sub/b.png", "--out-dir", "out/deep")
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(place.tree("out") == ["deep/a.png", "deep/b.png"])
        #expect(try place.read("out/deep/a.png") == place.read("one.png"))
    }

    @Test("of a tree keep the tree; hidden files, other files and outputs of before are left out")
    func recursive() throws {
        let place = try Workplace()
        try place.add(
            "photos/a.png", "photos/x/b.png", "photos/x/y/c.PNG", "photos/.hidden.png", "photos/.git/d.png",
            "photos/e.txt")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("photos/x/loop"), withDestinationPath: "..")
        for _ in 0..<2 {
            let outcome = try place.run("--recursive", "photos/", "--out-dir", "photos/out", "--force")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(place.tree("photos/out") == ["a.png", "x/b.png", "x/y/c.PNG"])
        }
        #expect(try place.run("--recursive", "--in-place", "photos/x").status == 0)
        #expect(try place.read("photos/x/b.png") == place.read("photos/out/x/b.png"))
        #expect(try place.run("--recursive", "photos", "out").status == 64)
        let none = try place.run("--recursive", "photos/.git", "--suffix", "-b", "--jobs", "2")
        #expect(none.status == 0 && none.errors.isEmpty, "\(none.errors)")
        try FileManager.default.createDirectory(
            at: place.directory.url.appending(path: "empty"), withIntermediateDirectories: true)
        let empty = try place.run("--recursive", "empty", "--out-dir", "other")
        #expect(empty.status == 0 && empty.errors.hasPrefix("varblur: warning: there is no PNG or JPEG file"))
    }

    @Test("beside their inputs get a suffix, and are no inputs the next time")
    func suffix() throws {
        let place = try Workplace()
        try place.add("x/a.png", "x/b.png")
        #expect(try place.run("--suffix", "-blur", "x/a.png", "x/b.png").status == 0)
        #expect(place.tree("x") == ["a-blur.png", "a.png", "b-blur.png", "b.png"])
        let again = try place.run("--recursive", "--suffix", "-blur", "--if-exists", "skip-same", "x")
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.errors.contains("x/a-blur.png: it is left out"))
        #expect(place.tree("x") == ["a-blur.png", "a.png", "b-blur.png", "b.png"])
    }

    @Test("are named by a pattern")
    func template() throws {
        let place = try Workplace()
        try place.add("x/a.png", "y/a.png", "y/z/plain")
        #expect(try place.run("--name-template", "{dir}/new-{name}{ext}", "x/a.png").status == 0)
        #expect(place.tree("x") == ["a.png", "new-a.png"])
        let both = try place.run(
            "--out-dir", "out", "--name-template", "{dir}/{name}{ext}", "x/a.png", "y/a.png", "y/z/plain")
        #expect(both.status == 0, "\(both.errors)")
        #expect(place.tree("out") == ["x/a.png", "y/a.png", "y/z/plain"])
        #expect(try place.run("--out-dir", "jpg", "--format", "jpeg", "x/a.png").status == 0)
        #expect(place.tree("jpg") == ["a.jpg"])
        for pattern in ["{dir}/x{ext}", "{name}{extension}", "{name", "{name}/"] {
            #expect(try place.run("--name-template", pattern, "x/a.png").status == 64, "\(pattern)")
        }
    }

    @Test("two of which would have one output are refused before any work")
    func collisions() throws {
        let place = try Workplace()
        try place.add("x/a.png", "y/a.png")
        let outcome = try place.run("in.png", "x/a.png", "y/a.png", "--out-dir", "out")
        #expect(
            outcome.status == 64
                && outcome.errors.contains("'x/a.png' and 'y/a.png' would both be written to 'out/a.png'"))
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("out")))
        #expect(try place.run("in.png", "./in.png", "--out-dir", "out").status == 64)
        let own = try place.run("in.png", "--out-dir", ".")
        #expect(own.status == 64 && own.errors.contains("its own output"))
        try FileManager.default.createSymbolicLink(atPath: place.directory.path("link"), withDestinationPath: "x")
        #expect(try place.run("x/a.png", "link/a.png", "--suffix", "-b").status == 64)
        #expect(place.tree("x") == ["a.png"])
        #expect(try place.run("../x.png", "--out-dir", "o", "--name-template", "{dir}/{name}{ext}").status == 64)
    }

    @Test("are done although one is bad, and the status is 1; of a single one it is its own")
    func badOnes() throws {
        let place = try Workplace()
        try place.add("a.png", "c.png")
        try place.write([1, 2, 3], "b.png")
        try place.add("d/x.png")
        let outcome = try place.run("a.png", "b.png", "none.png", "d", "c.png", "--out-dir", "out", "--jobs", "3")
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n")
        try #require(lines.count == 3, "\(outcome.errors)")
        #expect(lines[0].contains("b.png: neither") && lines[1].contains("none.png: it cannot be opened"))
        #expect(lines[2].contains("d: it is a directory (use --recursive"))
        #expect(place.tree("out") == ["a.png", "c.png"])
        #expect(try place.run("b.png", "--out-dir", "out").status == 65)
    }

    @Test("never leave the output directory, by whatever link")
    func links() throws {
        let place = try Workplace()
        try place.add("photos/x/a.png", "elsewhere/keep.png", "out/keep.png")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("out/x"), withDestinationPath: "../elsewhere")
        let outcome = try place.run("--recursive", "photos", "--out-dir", "out")
        #expect(outcome.status == 73 && outcome.errors.contains("a link leads out"), "\(outcome.errors)")
        #expect(place.tree("elsewhere") == ["keep.png"])
    }

    @Test("that exist are refused, skipped, skipped if they are the same, or replaced")
    func existing() throws {
        let place = try Workplace()
        try place.write([1], "out.png")
        #expect(try place.run("in.png", "out.png").status == 73)
        #expect(try place.run("--if-exists", "error", "in.png", "out.png").status == 73)
        #expect(try place.run("--if-exists", "skip", "in.png", "out.png").status == 0)
        #expect(try place.read("out.png") == [1])
        #expect(try place.run("--if-exists", "overwrite", "in.png", "out.png").status == 0)
        let first = try place.read("out.png")
        #expect(first.count > 1)
        #expect(try place.run("--force", "--if-exists", "skip", "in.png", "out.png").status == 64)
        #expect(try place.run("--if-exists", "skip", "--in-place", "in.png").status == 64)
        try place.write([1], "out.png")
        #expect(try place.run("--if-exists", "skip-same", "in.png", "out.png").status == 0)
        #expect(try place.read("out.png") == first)
    }

    @Test("are only looked at in a dry run")
    func dryRun() throws {
        let place = try Workplace()
        try place.add("photos/a.png", "photos/x/b.png")
        try place.write([1], "photos/bad.png")
        let outcome = try place.run("--dry-run", "--recursive", "photos", "--out-dir", "out")
        #expect(outcome.status == 1 && outcome.errors.contains("photos/bad.png"))
        let expected = ["photos/a.png -> out/a.png  32×24  ", "photos/x/b.png -> out/x/b.png  32×24  "]
        let lines = outcome.text.split(separator: "\n")
        #expect(
            lines.count == 2 && zip(lines, expected).allSatisfy { $0.hasPrefix($1) && $0.hasSuffix("iB") },
            "\(outcome.text)")
        #expect(try place.directory.names() == ["in.png", "photos"])
        #expect(try place.run("--dry-run", "in.png", "in.png").status == 64)
    }
}

@Suite("The digest of an output")
struct DigestTests {
    private func modified(_ place: Workplace, _ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: place.directory.path(name))[.modificationDate] as? Date
    }

    /// Runs with skip-same and tells whether the output was left as it was.
    private func isLeft(_ place: Workplace, _ output: String, _ arguments: String...) throws -> Bool {
        let before = try modified(place, output)
        Thread.sleep(forTimeInterval: 0.02)
        let outcome = try Program.varblur.run(
            arguments + ["--if-exists", "skip-same", "in.png", output], in: place.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try modified(place, output) == before
    }

    @Test(
        "makes an output known again, whatever is stripped",
        arguments: ["none", "safe", "all"], ["out.png", "out.jpg"])
    func known(strip: String, output: String) throws {
        let place = try Workplace()
        #expect(try place.run("--strip", strip, "in.png", output).status == 0)
        #expect(try isLeft(place, output, "--strip", strip))
        #expect(
            try isLeft(place, output, "--strip", strip, "--threads", "1", "--no-fsync", "--instruction-set", "portable")
        )
        #expect(try !isLeft(place, output, "--strip", strip == "all" ? "safe" : "all"))
    }

    @Test("differs with every setting that matters, and with the input")
    func differs() throws {
        let place = try Workplace()
        #expect(try place.run("in.png", "out.png").status == 0)
        for arguments in [
            ["--max-radius", "3"], ["--min-radius", "1"], ["--direction", "left"], ["--start-offset", "0.1"],
            ["--edges", "wrap"], ["--engine", "reference"], ["--background", "red"], ["--allow-damaged"],
        ] {
            let before = try modified(place, "out.png")
            Thread.sleep(forTimeInterval: 0.02)
            let outcome = try Program.varblur.run(
                arguments + ["--if-exists", "skip-same", "in.png", "out.png"], in: place.directory.url)
            #expect(outcome.status == 0)
            #expect(try modified(place, "out.png") != before, "\(arguments)")
            #expect(try isLeft(place, "out.png", arguments[0], arguments.count > 1 ? arguments[1] : "--no-fsync"))
        }
        #expect(try place.run("-f", "in.png", "out.png").status == 0)
        try place.write(try PixelBuffer.noise(Size(32, 24), seed: 9).encoded(.png), "in.png")
        #expect(try !isLeft(place, "out.png"))
    }

    @Test("is that of the last blur where an output is blurred again, and stands there once")
    func again() throws {
        let place = try Workplace()
        for type in ["png", "jpg"] {
            #expect(try place.run("in.png", "1.\(type)").status == 0)
            #expect(try place.run("1.\(type)", "2.\(type)").status == 0)
            let digests = try ["1.\(type)", "2.\(type)"].map { name in
                String(decoding: try place.read(name), as: UTF8.self).components(separatedBy: "sha256:").dropFirst().map
                {
                    $0.prefix(64)
                }
            }
            #expect(digests.allSatisfy { $0.count == 1 } && digests[0] != digests[1], "\(digests)")
        }
    }

    @Test("hides no comment of the input's from programs that know the last one only")
    func comment() throws {
        let place = try Workplace()
        let plain = try PixelBuffer.noise(Size(32, 24)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        try place.write(FileEditing.addingJPEGSegment(0xFE, Array("by the sea".utf8), to: plain), "in.jpg")
        #expect(try place.run("in.jpg", "out.jpg").status == 0)
        let text = String(decoding: try place.read("out.jpg"), as: UTF8.self)
        let places = ["varblur sha256:", "by the sea"].compactMap { text.range(of: $0)?.lowerBound }
        #expect(places.count == 2 && places[0] < places[1])
    }
}
