import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Digest of an output")
struct DigestTests {
    private func modified(_ sandbox: CommandSandbox, _ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: sandbox.directory.path(name))[.modificationDate] as? Date
    }

    /// Runs the command with skip-same; returns whether it kept the output.
    private func isKept(_ sandbox: CommandSandbox, _ output: String, _ arguments: String...) throws -> Bool {
        let before = try modified(sandbox, output)
        Thread.sleep(forTimeInterval: 0.02)
        try sandbox.check(arguments + ["--if-exists", "skip-same", "in.png", output])
        return try modified(sandbox, output) == before
    }

    @Test(
        "An output is recognized, whatever metadata is stripped",
        arguments: ["none", "safe", "all", "gain-map"], ["out.png", "out.jpg"])
    func recognition(strip: String, output: String) throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("--strip", strip, "in.png", output).status == 0)
        #expect(try isKept(sandbox, output, "--strip", strip))
        #expect(
            try isKept(
                sandbox, output, "--strip", strip, "--threads", "1", "--no-fsync", "--instruction-set", "portable")
        )
        #expect(try !isKept(sandbox, output, "--strip", strip == "all" ? "safe" : "all"))
    }

    @Test("The digest depends on the input and on every setting that changes the output")
    func dependence() throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("in.png", "out.png").status == 0)
        for arguments in [
            ["--max-radius", "3"], ["--min-radius", "1"], ["--direction", "left"], ["--start-offset", "0.1"],
            ["--edges", "wrap"], ["--background", "red"], ["--allow-damaged"],
        ] {
            let before = try modified(sandbox, "out.png")
            Thread.sleep(forTimeInterval: 0.02)
            let outcome = try sandbox.run(arguments + ["--if-exists", "skip-same", "in.png", "out.png"])
            #expect(outcome.status == 0)
            #expect(try modified(sandbox, "out.png") != before, "\(arguments)")
            #expect(try isKept(sandbox, "out.png", arguments[0], arguments.count > 1 ? arguments[1] : "--no-fsync"))
        }
        #expect(try sandbox.run("-f", "in.png", "out.png").status == 0)
        try sandbox.write(try PixelBuffer.noise(Size(32, 24), seed: 9).encoded(.png), "in.png")
        #expect(try !isKept(sandbox, "out.png"))
    }

    @Test("An output has no digest if it is left out, not even that of its input", arguments: ["png", "jpg"])
    func leftOut(type: String) throws {
        let sandbox = try CommandSandbox()
        func hasDigest(_ name: String) throws -> Bool {
            FileEditing.contains(try sandbox.read(name), Array("sha256:".utf8))
        }
        #expect(try sandbox.run("in.png", "with.\(type)").status == 0)
        #expect(try hasDigest("with.\(type)"))
        for strip in ["none", "safe", "all", "gain-map"] {
            let name = "\(strip).\(type)"
            let outcome = try sandbox.run("--no-digest", "--strip", strip, "--json=lines", "with.\(type)", name)
            #expect(try outcome.status == 0 && JSONValue.lines(outcome.output).first?["digest"] == nil)
            #expect(try !hasDigest(name))
            #expect(try !FileEditing.contains(sandbox.read(name), Array("varblur".utf8)))
        }
        let pixels = try PixelBuffer.decoded(sandbox.read("with.\(type)")).sampleValues()
        #expect(try sandbox.run("--no-digest", "in.png", "out.\(type)").status == 0)
        #expect(try PixelBuffer.decoded(sandbox.read("out.\(type)")).sampleValues() == pixels)
        #expect(try !isKept(sandbox, "out.\(type)"))
    }

    @Test("A batch leaves the digest out of the lines that request it")
    func batch() throws {
        let sandbox = try CommandSandbox()
        let lines = [
            CommandSandbox.job("in.png", "a.png", options: #"{"no-digest":true}"#),
            CommandSandbox.job("in.png", "b.png", options: #"{"no-digest":false}"#),
            CommandSandbox.job("in.png", "c.png", options: #"{"no-digest":true,"if-exists":"skip-same"}"#),
        ]
        let results = try sandbox.batch(lines).results
        #expect(results.map { $0["digest"] == nil } == [true, false, true])
        #expect(results[0]["settings"]?["no-digest"] == .bool(true) && results[2]["error"]?["exit"]?.text == "64")
        let inherited = try sandbox.batch([lines[1].replacing("b.png", with: "d.png")], "--no-digest")
        #expect(inherited.results.first?["digest"] != nil)
        for (name, expected) in [("a.png", false), ("b.png", true), ("d.png", true)] {
            #expect(try FileEditing.contains(sandbox.read(name), Array("sha256:".utf8)) == expected, "\(name)")
        }
    }

    @Test("Leaving the digest out contradicts recognizing outputs by it")
    func contradiction() throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run("--no-digest", "--if-exists", "skip-same", "in.png", "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains("--no-digest and --if-exists skip-same"))
        #expect(try sandbox.run("--no-digest", "-f", "in.png", "out.png").status == 0)
    }

    @Test("An output that is blurred again has one digest, that of the last blur")
    func repeatedBlur() throws {
        let sandbox = try CommandSandbox()
        for type in ["png", "jpg"] {
            #expect(try sandbox.run("in.png", "1.\(type)").status == 0)
            #expect(try sandbox.run("1.\(type)", "2.\(type)").status == 0)
            let digests = try ["1.\(type)", "2.\(type)"].map { name in
                String(decoding: try sandbox.read(name), as: UTF8.self).components(separatedBy: "sha256:").dropFirst()
                    .map {
                        $0.prefix(64)
                    }
            }
            #expect(digests.allSatisfy { $0.count == 1 } && digests[0] != digests[1], "\(digests)")
        }
    }

    @Test("The digest precedes the comments of the input, because some programs read only the last comment")
    func comment() throws {
        let sandbox = try CommandSandbox()
        let plain = try PixelBuffer.noise(Size(32, 24)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        try sandbox.write(FileEditing.addingJPEGSegment(0xFE, Array("by the sea".utf8), to: plain), "in.jpg")
        #expect(try sandbox.run("in.jpg", "out.jpg").status == 0)
        let text = String(decoding: try sandbox.read("out.jpg"), as: UTF8.self)
        let positions = ["varblur sha256:", "by the sea"].compactMap { text.range(of: $0)?.lowerBound }
        #expect(positions.count == 2 && positions[0] < positions[1])
    }
}
