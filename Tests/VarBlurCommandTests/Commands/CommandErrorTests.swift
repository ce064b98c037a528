import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Command errors")
struct CommandErrorTests {
    /// Runs a command that must fail without an output file; returns its message.
    private func message(_ status: Int32, _ arguments: String..., sandbox: CommandSandbox? = nil) throws -> String {
        let sandbox = try sandbox ?? CommandSandbox()
        let before = try sandbox.directory.names()
        let outcome = try sandbox.check(arguments, status: status)
        #expect(outcome.output.isEmpty)
        #expect(try sandbox.directory.names() == before)
        return outcome.errors
    }

    @Test("The error for a wrong number contains the valid range")
    func ranges() throws {
        for radius in ["-1", "nan", "inf", "x", "5%%", "", "3em"] {
            let text = try message(64, "--max-radius", radius, "in.png", "out.png")
            #expect(text.contains("a radius must be 0 or more"), "\(text)")
        }
        for offset in ["1", "100%", "1.5", "nan", "5px"] {
            let text = try message(64, "--start-offset", offset, "in.png", "out.png")
            #expect(text.contains("less than 1"), "\(text)")
        }
        for quality in ["0", "101", "90.5"] {
            #expect(try message(64, "--jpeg-quality", quality, "in.png", "a.jpg").contains("1 to 100"))
        }
        #expect(try message(64, "--min-radius", "21", "in.png", "o.png").contains("larger than the maximum"))
        #expect(try message(64, "--min-radius", "90%", "in.png", "o.png").contains("larger than the maximum"))
        #expect(try message(64, "--direction", "up", "in.png", "o.png").contains("top"))
        #expect(try message(64, "--background", "#12345", "in.png", "o.png").contains("#rrggbb"))
    }

    @Test("Wrong numbers of threads and unavailable instruction sets are errors")
    func execution() throws {
        #expect(try message(64, "--threads", "0", "in.png", "o.png").contains("1 or more"))
        let unavailable = InstructionSet.allCases.first { !$0.isAvailable }
        if let unavailable {
            let text = try message(64, "--instruction-set", unavailable.rawValue, "in.png", "o.png")
            #expect(text.contains("portable"))
        }
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("--threads", "3", "--instruction-set", "portable", "in.png", "a.png").status == 0)
        #expect(try sandbox.run("in.png", "b.png").status == 0)
        #expect(try sandbox.read("a.png") == sandbox.read("b.png"))
    }

    @Test("Missing, surplus and wrong files are errors")
    func usage() throws {
        #expect(try message(64).contains("specify an input and an output"))
        #expect(try message(64, "in.png").contains("specify an output too"))
        #expect(try message(64, "in.png", "a.png", "b.png").contains("--out-dir or --suffix"))
        #expect(try message(64, "in.png", "out.gif").contains(".gif"))
        #expect(try message(64, "--in-place").contains("specify the files"))
        #expect(try message(64, "--in-place", "-").contains("standard input"))
        #expect(try message(64, "--in-place", "--format", "png", "in.png").contains("--format"))
        #expect(try message(64, "--no-such", "in.png", "out.png").contains("--no-such"))
        #expect(try message(64, "--no-such", "5", "in.png", "out.png").contains("--no-such"))
        #expect(
            try message(66, "none.png", "out.png").hasPrefix(
                "varblur: error: none.png: cannot open"))
        #expect(try message(66, ".", "out.png").contains("directory"))
        #expect(
            try message(73, "in.png", "no/such/out.png").contains("no/such/out.png: cannot create"))
        #expect(try message(73, "--force", "in.png", "/").contains("the output is not a file"))
        #expect(try message(73, "in.png", ".").contains("directory"))
    }

    @Test("The error for a bad image is one line")
    func badImages() throws {
        let sandbox = try CommandSandbox(PixelFormat(.rgba))
        for (name, bytes, words) in [
            ("empty", [], "empty"), ("text", Array("hello".utf8), "not a \(ImageFormat.nameList("or"))"),
            ("short.png", Array(sandbox.image[..<100]), "damaged"),
        ] as [(String, [UInt8], String)] {
            try sandbox.write(bytes, name)
            let text = try message(65, name, "out.png", sandbox: sandbox)
            #expect(text.hasPrefix("varblur: error: \(name): ") && text.filter(\.isNewline).count == 1)
            #expect(text.contains(words) || name == "short.png", "\(text)")
        }
        #expect(try message(65, "in.png", "out.jpg", sandbox: sandbox).contains("--background"))
    }

    @Test("File names need not be valid UTF-8")
    func invalidUTF8() throws {
        let sandbox = try CommandSandbox()
        let varblur = "'\(Program.varblur.url.path)'"
        // An invalid byte, a surrogate, the character that encodes an invalid byte, and an incomplete character.
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
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: sandbox.directory.url)
        #expect(outcome.status == 0 && outcome.text == "status 66\n", "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix(#"varblur: error: no\xfe.png: "#), "\(outcome.errors)")
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test("An output that cannot be created is an error before the image is read")
    func earlyFailure() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try PixelBuffer.noise(Size(1500, 1500)).encoded(.png), "big.png")
        let outcome = try sandbox.run(
            ["--resize", "400%", "--png-compression", "small", "big.png", "no/out.png"], processorSeconds: 2)
        #expect(outcome.status == 73 && outcome.errors.contains("no/out.png"))
    }

    @Test("Control characters in file names are escaped in messages")
    func controlCharacters() throws {
        let text = try message(66, "a\u{1B}[31m\nb.png", "out.png")
        #expect(text.filter(\.isNewline).count == 1 && !text.contains("\u{1B}"))
    }
}
