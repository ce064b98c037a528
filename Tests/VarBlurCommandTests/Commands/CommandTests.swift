import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Command")
struct CommandTests {
    @Test("The output has the pixels that the library computes")
    func blurs() throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run(
            "--max-radius", "25%", "--min-radius", "0.5px", "--direction", "bottom", "--start-offset",
            "-0.25",
            "--edges", "wrap", "in.png", "out.png")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        let blur = try ProgressiveBlur(
            maximumRadius: 6, minimumRadius: 0.5, direction: .bottom, startOffset: -0.25, edges: .wrap)
        let expected = try blur.blurred(PixelBuffer.decoded(sandbox.image)).sampleValues()
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() == expected)
        #expect(try sandbox.directory.names() == ["in.png", "out.png"])
    }

    @Test("The default is a maximum radius of 20 pixels at the top")
    func defaults() throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("in.png", "out.png").status == 0)
        let expected = try ProgressiveBlur(maximumRadius: 20).blurred(PixelBuffer.decoded(sandbox.image))
            .sampleValues()
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() == expected)
    }

    @Test("Input and output can be pipes")
    func pipes() throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("in.png", "out.png").status == 0)
        let piped = try sandbox.run("-", "-", input: sandbox.image)
        #expect(piped.status == 0 && piped.errors.isEmpty)
        #expect(try [UInt8](piped.output) == sandbox.read("out.png"))
        let jpeg = try sandbox.run("--format", "jpg", "in.png", "-")
        #expect(try ImageHeader.of([UInt8](jpeg.output)).format == .jpeg)
    }

    @Test("The output format is that of the option, else of the extension, else of the input")
    func formats() throws {
        let sandbox = try CommandSandbox()
        for (arguments, name, format) in [
            ([], "a.jpg", ImageFormat.jpeg), ([], "a.JPEG", .jpeg), ([], "plain", .png),
            ([], ".hidden", .png),
            (["--format", "png"], "b.PNG", .png), (["--format", "jpeg"], "c", .jpeg),
            (["--format", "jpeg"], "d.bak", .jpeg), (["--format", "jpeg"], "e.jpe", .jpeg),
        ] as [([String], String, ImageFormat)] {
            try sandbox.check(arguments + ["in.png", name])
            #expect(try ImageHeader.of(sandbox.read(name)).format == format, "\(name)")
        }
    }

    @Test("An existing output is replaced only with --force")
    func force() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write([1, 2, 3], "out.png")
        let refused = try sandbox.run("in.png", "out.png")
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "varblur: error: out.png: the file already exists (the last file is the output; use --out-dir or "
                + "--suffix to blur several images, or choose another name)\n"
        )
        #expect(try sandbox.read("out.png") == [1, 2, 3])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: sandbox.directory.path("out.png"))
        #expect(try sandbox.run("-f", "in.png", "out.png").status == 0)
        #expect(try ImageHeader.of(sandbox.read("out.png")).width == 32)
        let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.directory.path("out.png"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        #expect(try sandbox.directory.names() == ["in.png", "out.png"])
    }

    @Test("Values that are not separated by commas, videos, and outputs that exist have remedies of their own")
    func remedies() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("1.png", "2.png")
        try sandbox.write(Array("\0\0\0\u{18}ftypisom\0\0\u{2}\0isom".utf8), "clip.mp4")
        let cases: [(arguments: [String], text: String)] = [
            (["--widths", "320", "640", "in.png", "o.png"], "separate numbers by commas: --widths 320,640"),
            (["--direction", "top", "bottom", "in.png", "o.png"], "separate sides by commas: --direction top,bottom"),
            (["--direction", "top, bottom", "in.png", "o.png"], "separate sides by commas without spaces"),
            (["--direction", "top-left", "in.png", "o.png"], "linear-blur(to bottom right, 12px, 0px)"),
            (["--direction", "none", "in.png", "o.png"], "set the minimum radius to the maximum radius"),
            (["--in-place", "--backup", "1.png"], "write: --backup .orig 1.png"),
            (["clip.mp4", "o.png"], "varblur --y4m"), (["in.png", "clip2.mp4"], "varblur --y4m"),
            (["in.png", "o.heic"], "HEIC files are read, but not written"),
        ]
        for (arguments, text) in cases {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status != 0 && outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
        }
        let arguments = ["--out-dir", "out", "1.png", "2.png", "in.png"]
        #expect(try sandbox.run(arguments).status == 0)
        let again = try sandbox.run(arguments)
        #expect(
            again.status == 1 && again.errors.contains("hint: 3 outputs exist; --if-exists skip-same"),
            "\(again.errors)")
    }

    @Test("A replaced file is named unless this program wrote it")
    func replacement() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photo.png")
        let outcome = try sandbox.run("--force", "in.png", "photo.png")
        #expect(outcome.status == 0 && outcome.errors.contains("in.png: it replaced 'photo.png'"), "\(outcome.errors)")
        #expect(try sandbox.run("--force", "in.png", "photo.png").errors.isEmpty)
        let refused = try sandbox.run("in.png", "photo.png")
        #expect(refused.errors.contains("use --force to replace it, or choose another name"), "\(refused.errors)")
        // outputs with a filled area have no digest
        let fill = ["--area", "circle(9px)", "--area-fill", "black", "in.png", "filled.png"]
        for _ in 0..<2 {
            let filled = try sandbox.run(["--force"] + fill)
            #expect(filled.status == 0 && filled.errors.isEmpty, "\(filled.errors)")
        }
        // an empty file is a place for an output
        try sandbox.write([], "empty.png")
        #expect(try sandbox.run("--force", "in.png", "empty.png").errors.isEmpty)
    }

    @Test("With --in-place, files are replaced, and a file that fails does not stop the others")
    func inPlace() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(sandbox.image, "second.png")
        try sandbox.write([0x89, 0x50], "broken.png")
        let outcome = try sandbox.run("--in-place", "in.png", "broken.png", "second.png")
        #expect(outcome.status == 1)
        #expect(outcome.errors.split(separator: "\n").count == 2 && outcome.errors.contains("broken.png"))
        #expect(try sandbox.read("in.png") == sandbox.read("second.png"))
        #expect(try sandbox.read("in.png") != sandbox.image)
        #expect(try sandbox.read("broken.png") == [0x89, 0x50])
        #expect(try sandbox.directory.names() == ["broken.png", "in.png", "second.png"])
    }

    @Test(
        "The input is never replaced without --in-place",
        arguments: ["in.png", "./in.png", "hard.png", "soft.png"])
    func sameFile(output: String) throws {
        let sandbox = try CommandSandbox()
        let file = sandbox.directory.url.appending(path: "in.png")
        try FileManager.default.linkItem(at: file, to: sandbox.directory.url.appending(path: "hard.png"))
        try FileManager.default.createSymbolicLink(
            at: sandbox.directory.url.appending(path: "soft.png"), withDestinationURL: file)
        let outcome = try sandbox.run("--force", "in.png", output)
        #expect(outcome.status == 64 && outcome.errors.contains("input and output are the same file"))
        #expect(try sandbox.read("in.png") == sandbox.image)
    }

    @Test("An output that is a symbolic link is replaced, not followed")
    func symbolicLink() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write([7], "elsewhere")
        try FileManager.default.createSymbolicLink(
            at: sandbox.directory.url.appending(path: "out.png"),
            withDestinationURL: sandbox.directory.url.appending(path: "elsewhere"))
        #expect(try sandbox.run("in.png", "out.png").status == 73)
        #expect(try sandbox.run("-f", "in.png", "out.png").status == 0)
        #expect(try sandbox.read("elsewhere") == [7])
        #expect(try ImageHeader.of(sandbox.read("out.png")).width == 32)
    }

    @Test("With --in-place, symbolic links are followed, modes are kept, and no file may be named twice")
    func inPlaceLinks() throws {
        let sandbox = try CommandSandbox()
        let (file, link) = (sandbox.directory.path("in.png"), sandbox.directory.path("link.png"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "in.png")
        #expect(try sandbox.run("--in-place", "link.png").status == 0)
        #expect(try sandbox.read("in.png") != sandbox.image)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "in.png")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let twice = try sandbox.run("--in-place", "in.png", "./link.png")
        #expect(twice.status == 64 && twice.errors.contains("twice"))
        #expect(try sandbox.run("--in-place", "/dev/null").status == 64)
    }

    @Test("A path that stands for a file descriptor is never replaced")
    func descriptorPaths() throws {
        let sandbox = try CommandSandbox()
        let link = sandbox.directory.path("stdout")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/self/fd/1")
        let outcome = try sandbox.run("-f", "in.png", "stdout", "--format", "png")
        #expect(try ImageHeader.of([UInt8](outcome.output)).width == 32)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/proc/self/fd/1")
    }

    @Test("Devices and pipes are written, not replaced")
    func devices() throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("in.png", "/dev/null").status == 0)
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        if FileManager.default.fileExists(atPath: "/dev/full") {
            let full = try sandbox.run("in.png", "/dev/full")
            #expect(full.status == 74 && full.errors.contains("/dev/full: write failed"))
        }
    }

    @Test("Help and version are written to standard output")
    func help() throws {
        let sandbox = try CommandSandbox()
        let help = try sandbox.run("--help")
        #expect(help.status == 0 && help.errors.isEmpty)
        for word in [
            "--max-radius", "--min-radius", "--direction", "--start-offset", "--edges",
            "--format",
            "--jpeg-quality", "--background", "-f, --force", "--in-place", "--version", "EXAMPLES",
            "EXIT STATUS",
        ] { #expect(help.text.contains(word), "\(word)") }
        let version = try sandbox.run("--version")
        #expect(version.status == 0)
        #expect(version.text.split(separator: ".").count == 3)
    }
}
