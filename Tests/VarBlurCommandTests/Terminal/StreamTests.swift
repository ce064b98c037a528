import Foundation
import TestSupport
import Testing

@Suite("Standard streams")
struct StreamTests {
    @Test("An image that arrives byte by byte has the same output", arguments: ["in.png", "in.jpg"])
    func byteByByte(name: String) throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("--max-radius", "1", "in.png", "in.jpg").status == 0)
        #expect(try sandbox.run(name, "out").status == 0)
        let script = """
            import subprocess, sys
            p = subprocess.Popen([sys.argv[1], '-', '-'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            for byte in open(sys.argv[2], 'rb').read(): p.stdin.write(bytes([byte]))
            p.stdin.close()
            sys.stdout.buffer.write(p.stdout.read())
            sys.exit(p.wait())
            """
        let python = try #require(Program.python)
        let outcome = try python.run(["-c", script, Program.varblur.url.path, name], in: sandbox.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try [UInt8](outcome.output) == sandbox.read("out"))
    }

    @Test("With closed standard streams, no message is written into an image")
    func closed() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png")
        try sandbox.write([1], "broken.png")
        let varblur = "'\(Program.varblur.url.path)'"
        let script =
            "\(varblur) -v in.png out.png 2>&- <&- >&-; echo $?; \(varblur) --in-place -v a.png broken.png 2>&-; echo $?"
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: sandbox.directory.url)
        #expect(outcome.text == "0\n1\n", "\(outcome.text)\(outcome.errors)")
        #expect(try sandbox.read("out.png") == sandbox.read("a.png"))
        #expect(try sandbox.directory.names() == ["a.png", "broken.png", "in.png", "out.png"])
    }
}
