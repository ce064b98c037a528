import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("HEIC and AVIF files in the command")
struct HEIFCommandTests {
    private let sandbox: CommandSandbox

    init() throws {
        sandbox = try CommandSandbox()
        let photo = try HEIFFiles().encode(sandbox.image, .heic)
        try sandbox.write(photo, "photo.heic")
    }

    @Test("Files are converted, in a run of several images too")
    func conversion() throws {
        try sandbox.check(["--formats", "avif,png,jpeg", "--out-dir", "out", "photo.heic", "in.png"])
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory.path("out")).sorted()
        #expect(names == ["in.avif", "in.jpg", "in.png", "photo.avif", "photo.jpg", "photo.png"])
        let again = try sandbox.run("--avif-quality", "80", "--json", "out/photo.avif", "again.avif")
        #expect(again.status == 0, "\(again.text)\(again.errors)")
        #expect(try sandbox.read("again.avif")[4..<12].elementsEqual("ftypavif".utf8))
        #expect(try sandbox.run("--dry-run", "photo.heic", "new.png").status == 0)
        #expect(try !sandbox.directory.names().contains("new.png"))
    }

    @Test("HEIC is not written: the error says what to do")
    func readOnly() throws {
        let outcome = try sandbox.run("--out-dir", "out", "photo.heic")
        #expect(
            outcome.status == 64
                && outcome.errors.contains("HEIC files are read, but not written")
                && outcome.errors.contains("use \(OutputFormat.extensions)"),
            "\(outcome.errors)")
        #expect(try sandbox.run("--in-place", "photo.heic").status == 65)
    }

    @Test("A missing program, and a missing library, are errors with the status 69")
    func missing() throws {
        // a copy of the command, with nothing beside it
        let copy = try sandbox.directory.addProgram(copying: Program.varblur.url, named: "alone/varblur")
        for arguments in [["photo.heic", "a.png"], ["in.png", "a.avif"]] {
            let outcome = try copy.run(
                arguments, in: sandbox.directory.url, environment: ["PATH": "/nonexistent"])
            #expect(
                outcome.status == 69 && outcome.errors.contains("install the package varblur-heif"), "\(outcome.errors)"
            )
        }
        let plain = try copy.run(
            ["in.png", "a.png"], in: sandbox.directory.url, environment: ["PATH": "/nonexistent"])
        #expect(plain.status == 0)
        // a script ends before it reads anything; true may end later
        for program in ["#!/bin/sh\nexit 0\n", "#!/bin/sh\nsleep 0.05\n", "#!/bin/sh\ncat >/dev/null\n", "no program"] {
            try sandbox.directory.addProgram(text: program, named: "alone/varblur-heif")
            for arguments in [["photo.heic", "b.png"], ["in.png", "b.avif"]] {
                let broken = try copy.run(arguments, in: sandbox.directory.url)
                #expect(broken.status == 69 && !broken.errors.contains("damaged"), "\(broken.errors)")
            }
        }
    }

    @Test("A sandbox reads and writes them, and goes on after a damaged one")
    func sandboxedBatch() throws {
        let photo = try sandbox.read("photo.heic")
        func line(_ file: [UInt8], _ format: String) -> String {
            #"{"input":{"base64":"\#(Data(file).base64EncodedString())"},"output":{"inline":"\#(format)"}}"#
        }
        let lines = [
            line(photo, "avif"), line(Array(photo[..<(photo.count / 2)]), "png"), line(photo, "png"),
            line(sandbox.image, "avif"),
        ]
        let outcome = try sandbox.run(
            "batch", "--sandbox", "auto", input: Array((lines.joined(separator: "\n") + "\n").utf8))
        let statuses = outcome.text.split(separator: "\n").map { $0.contains(#""status":"ok""#) }
        #expect(statuses == [true, false, true, true], "\(outcome.text.prefix(2000))\(outcome.errors)")
    }

    @Test("The time limit ends a run in time")
    func timeLimit() throws {
        let large = try PixelBuffer.noise(Size(1500, 1000)).encoded(.png)
        try sandbox.write(try HEIFFiles().encode(large, .heic), "large.heic")
        let start = ContinuousClock.now
        let outcome = try sandbox.run("--timeout", "0.1", "large.heic", "a.png")
        #expect(outcome.status == 75 && ContinuousClock.now - start < .seconds(60), "\(outcome.errors)")
        #expect(try !sandbox.directory.names().contains("a.png"))
    }
}
