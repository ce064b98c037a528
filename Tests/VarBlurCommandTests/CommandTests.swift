import Foundation
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

/// A directory with a picture in it, and the command to run there.
struct Workplace {
    let directory: TemporaryDirectory
    let picture: [UInt8]

    init(_ format: PixelFormat = PixelFormat(.rgb)) throws {
        directory = try TemporaryDirectory()
        picture = try PixelBuffer.noise(Size(32, 24), format).encoded(.png)
        try write(picture, "in.png")
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: directory.url.appending(path: name))
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: directory.url.appending(path: name)))
    }

    func run(_ arguments: String..., input: [UInt8] = []) throws -> Program.Outcome {
        try Program.varblur.run(arguments, input: Data(input), in: directory.url)
    }
}

@Suite("The command")
struct CommandTests {
    @Test("blurs a file into another as the library does")
    func blurs() throws {
        let place = try Workplace()
        let outcome = try place.run(
            "--max-radius", "25%", "--min-radius", "0.5px", "--direction", "bottom", "--start-offset",
            "-0.25",
            "--edges", "wrap", "--engine", "reference", "in.png", "out.png")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        let blur = try ProgressiveBlur(
            maximumRadius: 6, minimumRadius: 0.5, direction: .bottom, startOffset: -0.25, edges: .wrap)
        let expected = try blur.blurred(PixelBuffer.decoded(place.picture), engine: .reference).sampleValues()
        #expect(try PixelBuffer.decoded(place.read("out.png")).sampleValues() == expected)
        #expect(try place.directory.names() == ["in.png", "out.png"])
    }

    @Test("has the defaults that it promises")
    func defaults() throws {
        let place = try Workplace()
        #expect(try place.run("in.png", "out.png").status == 0)
        let expected = try ProgressiveBlur(maximumRadius: 20).blurred(PixelBuffer.decoded(place.picture))
            .sampleValues()
        #expect(try PixelBuffer.decoded(place.read("out.png")).sampleValues() == expected)
    }

    @Test("reads and writes pipes")
    func pipes() throws {
        let place = try Workplace()
        #expect(try place.run("in.png", "out.png").status == 0)
        let piped = try place.run("-", "-", input: place.picture)
        #expect(piped.status == 0 && piped.errors.isEmpty)
        #expect(try [UInt8](piped.output) == place.read("out.png"))
        let jpeg = try place.run("--format", "jpg", "in.png", "-")
        #expect(try ImageHeader.of([UInt8](jpeg.output)).format == .jpeg)
    }

    @Test("takes the format from the option, else the extension, else the input")
    func formats() throws {
        let place = try Workplace()
        for (arguments, name, format) in [
            ([], "a.jpg", ImageFormat.jpeg), ([], "a.JPEG", .jpeg), ([], "plain", .png),
            ([], ".hidden", .png),
            (["--format", "png"], "b.jpg", .png), (["--format", "jpeg"], "c", .jpeg),
        ] as [([String], String, ImageFormat)] {
            let outcome = try Program.varblur.run(arguments + ["in.png", name], in: place.directory.url)
            #expect(outcome.status == 0, "\(name): \(outcome.errors)")
            #expect(try ImageHeader.of(place.read(name)).format == format, "\(name)")
        }
    }

    @Test("keeps an existing output unless it is told to replace it")
    func force() throws {
        let place = try Workplace()
        try place.write([1, 2, 3], "out.png")
        let refused = try place.run("in.png", "out.png")
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "varblur: error: out.png: it exists already (use --force to replace it, or choose another name)\n"
        )
        #expect(try place.read("out.png") == [1, 2, 3])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: place.directory.path("out.png"))
        #expect(try place.run("-f", "in.png", "out.png").status == 0)
        #expect(try ImageHeader.of(place.read("out.png")).width == 32)
        let attributes = try FileManager.default.attributesOfItem(atPath: place.directory.path("out.png"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        #expect(try place.directory.names() == ["in.png", "out.png"])
    }

    @Test("changes files in place, and goes on after one that fails")
    func inPlace() throws {
        let place = try Workplace()
        try place.write(place.picture, "second.png")
        try place.write([0x89, 0x50], "broken.png")
        let outcome = try place.run("--in-place", "in.png", "broken.png", "second.png")
        #expect(outcome.status == 1)
        #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains("broken.png"))
        #expect(try place.read("in.png") == place.read("second.png"))
        #expect(try place.read("in.png") != place.picture)
        #expect(try place.read("broken.png") == [0x89, 0x50])
        #expect(try place.directory.names() == ["broken.png", "in.png", "second.png"])
    }

    @Test(
        "never writes over its input without --in-place",
        arguments: ["in.png", "./in.png", "hard.png", "soft.png"])
    func sameFile(output: String) throws {
        let place = try Workplace()
        let file = place.directory.url.appending(path: "in.png")
        try FileManager.default.linkItem(at: file, to: place.directory.url.appending(path: "hard.png"))
        try FileManager.default.createSymbolicLink(
            at: place.directory.url.appending(path: "soft.png"), withDestinationURL: file)
        let outcome = try place.run("--force", "in.png", output)
        #expect(outcome.status == 64 && outcome.errors.contains("--in-place"))
        #expect(try place.read("in.png") == place.picture)
    }

    @Test("replaces a link instead of following it")
    func symbolicLink() throws {
        let place = try Workplace()
        try place.write([7], "elsewhere")
        try FileManager.default.createSymbolicLink(
            at: place.directory.url.appending(path: "out.png"),
            withDestinationURL: place.directory.url.appending(path: "elsewhere"))
        #expect(try place.run("in.png", "out.png").status == 73)
        #expect(try place.run("-f", "in.png", "out.png").status == 0)
        #expect(try place.read("elsewhere") == [7])
        #expect(try ImageHeader.of(place.read("out.png")).width == 32)
    }

    @Test("in place, follows a link to the file, keeps its mode, and wants no file twice")
    func inPlaceLinks() throws {
        let place = try Workplace()
        let (file, link) = (place.directory.path("in.png"), place.directory.path("link.png"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "in.png")
        #expect(try place.run("--in-place", "link.png").status == 0)
        #expect(try place.read("in.png") != place.picture)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "in.png")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let twice = try place.run("--in-place", "in.png", "./link.png")
        #expect(twice.status == 64 && twice.errors.contains("twice"))
        #expect(try place.run("--in-place", "/dev/null").status == 64)
    }

    @Test("never replaces a path that stands for a descriptor")
    func descriptorPaths() throws {
        let place = try Workplace()
        let link = place.directory.path("stdout")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/self/fd/1")
        let outcome = try place.run("-f", "in.png", "stdout", "--format", "png")
        #expect(try ImageHeader.of([UInt8](outcome.output)).width == 32)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/proc/self/fd/1")
    }

    @Test("writes to devices and pipes as they are")
    func devices() throws {
        let place = try Workplace()
        #expect(try place.run("in.png", "/dev/null").status == 0)
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        if FileManager.default.fileExists(atPath: "/dev/full") {
            let full = try place.run("in.png", "/dev/full")
            #expect(full.status == 74 && full.errors.contains("/dev/full: writing failed"))
        }
    }

    @Test("help and version go to standard output")
    func help() throws {
        let place = try Workplace()
        let help = try place.run("--help")
        #expect(help.status == 0 && help.errors.isEmpty)
        for word in [
            "--max-radius", "--min-radius", "--direction", "--start-offset", "--edges", "--engine",
            "--format",
            "--jpeg-quality", "--background", "-f, --force", "--in-place", "--version", "EXAMPLES",
            "EXIT STATUS",
        ] { #expect(help.text.contains(word), "\(word)") }
        let version = try place.run("--version")
        #expect(version.status == 0)
        #expect(version.text.split(separator: ".").count == 3)
    }
}

@Suite("The command, used wrongly")
struct CommandErrorTests {
    /// Runs a command that has to fail without an output file, and returns its complaint.
    private func complaint(_ status: Int32, _ arguments: String..., place: Workplace? = nil) throws -> String {
        let place = try place ?? Workplace()
        let before = try place.directory.names()
        let outcome = try Program.varblur.run(arguments, in: place.directory.url)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(try place.directory.names() == before)
        return outcome.errors
    }

    @Test("wrong numbers are refused with their range")
    func ranges() throws {
        for radius in ["-1", "nan", "inf", "x", "5%%", "", "3em"] {
            let text = try complaint(64, "--max-radius", radius, "in.png", "out.png")
            #expect(text.contains("A radius is a number of 0 or more"), "\(text)")
        }
        for offset in ["1", "100%", "1.5", "nan", "5px"] {
            let text = try complaint(64, "--start-offset", offset, "in.png", "out.png")
            #expect(text.contains("below 1"), "\(text)")
        }
        for quality in ["0", "101", "90.5"] {
            #expect(try complaint(64, "--jpeg-quality", quality, "in.png", "a.jpg").contains("1 to 100"))
        }
        #expect(try complaint(64, "--min-radius", "21", "in.png", "o.png").contains("above the maximum"))
        #expect(try complaint(64, "--min-radius", "90%", "in.png", "o.png").contains("above the maximum"))
        #expect(try complaint(64, "--direction", "up", "in.png", "o.png").contains("top"))
        #expect(try complaint(64, "--background", "#12345", "in.png", "o.png").contains("#rrggbb"))
    }

    @Test("wrong ways to use the machine are refused")
    func execution() throws {
        #expect(try complaint(64, "--threads", "0", "in.png", "o.png").contains("1 or more"))
        let lacking = InstructionSet.allCases.first { !$0.isAvailable }
        if let lacking {
            let text = try complaint(64, "--instruction-set", lacking.rawValue, "in.png", "o.png")
            #expect(text.contains("portable"))
        }
        let place = try Workplace()
        #expect(try place.run("--threads", "3", "--instruction-set", "portable", "in.png", "a.png").status == 0)
        #expect(try place.run("in.png", "b.png").status == 0)
        #expect(try place.read("a.png") == place.read("b.png"))
    }

    @Test("wrong files are refused")
    func usage() throws {
        #expect(try complaint(64).contains("Name an input and an output"))
        #expect(try complaint(64, "in.png").contains("Name an output too"))
        #expect(try complaint(64, "in.png", "a.png", "b.png").contains("--in-place"))
        #expect(try complaint(64, "in.png", "out.gif").contains(".gif"))
        #expect(try complaint(64, "--in-place").contains("Name the files"))
        #expect(try complaint(64, "--in-place", "-").contains("Standard input"))
        #expect(try complaint(64, "--in-place", "--format", "png", "in.png").contains("--format"))
        #expect(try complaint(64, "--no-such", "in.png", "out.png").contains("--no-such"))
        #expect(try complaint(64, "--no-such", "5", "in.png", "out.png").contains("--no-such"))
        #expect(
            try complaint(66, "none.png", "out.png").hasPrefix(
                "varblur: error: none.png: it cannot be opened"))
        #expect(try complaint(66, ".", "out.png").contains("directory"))
        #expect(
            try complaint(73, "in.png", "no/such/out.png").contains("no/such/out.png: it cannot be created"))
        #expect(try complaint(73, "--force", "in.png", "/").contains("no file name"))
        #expect(try complaint(73, "in.png", ".").contains("directory"))
    }

    @Test("bad images are refused in one line")
    func badImages() throws {
        let place = try Workplace(PixelFormat(.rgba))
        for (name, bytes, words) in [
            ("empty", [], "empty"), ("text", Array("hello".utf8), "neither a PNG nor a JPEG"),
            ("short.png", Array(place.picture[..<100]), "damaged"),
        ] as [(String, [UInt8], String)] {
            try place.write(bytes, name)
            let text = try complaint(65, name, "out.png", place: place)
            #expect(text.hasPrefix("varblur: error: \(name): ") && text.filter(\.isNewline).count == 1)
            #expect(text.contains(words) || name == "short.png", "\(text)")
        }
        #expect(try complaint(65, "in.png", "out.jpg", place: place).contains("--background"))
    }

    @Test("names that are not UTF-8 are as good as others")
    func invalidUTF8() throws {
        let place = try Workplace()
        let varblur = "'\(Program.varblur.url.path)'"
        // a byte that is none, a surrogate, a character that stands for such a byte, and a cut one
        let names = #"$'a\xff.png' $'b\xed\xa0\x80.png' $'c\xf4\x8f\xba\xbf.png' $'d\xe2\x82'"#
        let script = """
            set -e
            for name in \(names); do
                cp in.png "$name"
                \(varblur) "$name" "x$name"
                \(varblur) --in-place "$name"
                cmp "$name" "x$name"
                rm "$name" "x$name"
            done
            \(varblur) $'no\\xfe.png' out.png || echo "status $?"
            """
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: place.directory.url)
        #expect(outcome.status == 0 && outcome.text == "status 66\n", "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix(#"varblur: error: no\xfe.png: "#), "\(outcome.errors)")
        #expect(try place.directory.names() == ["in.png"])
    }

    @Test("an output that cannot be written is refused before the work")
    func earlyFailure() throws {
        let place = try Workplace()
        try place.write(try PixelBuffer.noise(Size(1500, 1500)).encoded(.png), "big.png")
        let start = ContinuousClock.now
        let text = try complaint(
            73, "--engine", "reference", "--max-radius", "200", "big.png", "no/out.png", place: place)
        #expect(text.contains("no/out.png") && ContinuousClock.now - start < .seconds(2))
    }

    @Test("a name cannot break the line or drive the terminal")
    func controlCharacters() throws {
        let text = try complaint(66, "a\u{1B}[31m\nb.png", "out.png")
        #expect(text.filter(\.isNewline).count == 1 && !text.contains("\u{1B}"))
    }
}
