import Foundation
import TestSupport
import Testing

@Suite("Streams")
struct StreamTests {
    @Test("an image that comes one byte at a time becomes the same", arguments: ["in.png", "in.jpg"])
    func byteByByte(name: String) throws {
        let place = try Workplace()
        #expect(try place.run("--max-radius", "1", "in.png", "in.jpg").status == 0)
        #expect(try place.run(name, "out").status == 0)
        let script = """
            import subprocess, sys
            p = subprocess.Popen([sys.argv[1], '-', '-'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            for byte in open(sys.argv[2], 'rb').read(): p.stdin.write(bytes([byte]))
            p.stdin.close()
            sys.stdout.buffer.write(p.stdout.read())
            sys.exit(p.wait())
            """
        let python = try #require(Program.python)
        let outcome = try python.run(["-c", script, Program.varblur.url.path, name], in: place.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try [UInt8](outcome.output) == place.read("out"))
    }

    @Test("that are closed are no files to write messages into")
    func closed() throws {
        let place = try Workplace()
        try place.add("a.png")
        let varblur = "'\(Program.varblur.url.path)'"
        let script =
            "\(varblur) -v in.png out.png 2>&- <&- >&-; echo $?; \(varblur) --in-place -v a.png none.png 2>&-; echo $?"
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: place.directory.url)
        #expect(outcome.text == "0\n1\n", "\(outcome.text)\(outcome.errors)")
        #expect(try place.read("out.png") == place.read("a.png"))
        #expect(try place.directory.names() == ["a.png", "in.png", "out.png"])
    }

    @Test("of files: make install puts all in place below PREFIX, and make uninstall takes it away")
    func install() throws {
        guard let make = Program(named: "make") else { return }
        let directory = try TemporaryDirectory()
        let arguments = [
            "-s", "-C", repository.path, "install", "DESTDIR=\(directory.url.path)", "PREFIX=/opt/x",
            "VARBLUR=\(Program.varblur.url.path)",
        ]
        let outcome = try make.run(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let walker = FileManager.default.enumerator(atPath: directory.path("opt/x"))
        let files = Set(((walker?.allObjects as? [String]) ?? []))
        for file in [
            "bin/varblur", "share/man/man1/varblur.1", "share/man/man1/varblur-batch.1",
            "share/varblur/job.schema.json",
            "share/varblur/result.schema.json", "share/bash-completion/completions/varblur",
            "share/zsh/site-functions/_varblur", "share/fish/vendor_completions.d/varblur.fish",
        ] { #expect(files.contains(file), "\(file)") }
        #expect(try Program(directory.path("opt/x/bin/varblur")).run(["--version"]).status == 0)
        #expect(try make.run(arguments.map { $0 == "install" ? "uninstall" : $0 }).status == 0)
        #expect(!FileManager.default.fileExists(atPath: directory.path("opt/x/bin/varblur")))
    }
}
