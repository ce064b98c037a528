#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @testable import VarBlurCommand

    @Suite("Arguments that varblur-compose receives through a pipe")
    struct PipedArgumentsTests {
        private static let program = Program(
            Program.varblur.url.deletingLastPathComponent().appending(path: "varblur-compose").path)

        @Test("They are arguments like others, with any characters, but other users cannot read them")
        func values() throws {
            let sandbox = try ComposeSandbox()
            let text = #"{"canvas":{"width":90,"height":30},"layers":[{"type":"text","id":"t","text":"x","size":8}]}"#
            try sandbox.add(text, "é\n.json")
            let arguments = ["--set", "t.text=a\n\"b\\ \u{1F600}", "é\n.json"]
            let script = """
                import subprocess, sys
                process = subprocess.Popen([sys.argv[1], '--piped-arguments'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                words = []
                # a process has no arguments for a moment
                while len(words) < 2: words = open(f'/proc/{process.pid}/cmdline', 'rb').read().split(b'\\0')
                sys.stdout.buffer.write(words[1] + b'\\n')
                process.stdin.write(sys.stdin.buffer.read()); process.stdin.flush()
                sys.stdout.buffer.write(process.stdout.read())
                sys.exit(process.wait())
                """
            let python = try #require(Program(named: "python3"))
            let outcome = try python.run(
                ["-c", script, Self.program.url.path], input: Data(PipedArguments.line(arguments + ["-"])),
                in: sandbox.directory.url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let expected = try sandbox.draw(arguments[0], arguments[1], arguments[2], "-")
            #expect(outcome.output == Data("--piped-arguments\n".utf8) + expected)
        }

        @Test("The program ends with the one that has sent them, whatever the scene does", arguments: [false, true])
        func sender(isKilled: Bool) throws {
            let sandbox = try ComposeSandbox()
            try sandbox.add(ComposeSandbox.photo("pipe.png"), "hanging.json")
            let script = """
                import os, subprocess, sys, time
                os.mkfifo('pipe.png')
                outlet, inlet = os.pipe()
                sender = subprocess.Popen(['sh', '-c', 'cat line; exec sleep 60'], stdout=inlet)
                process = subprocess.Popen([sys.argv[1], '--piped-arguments'], stdin=outlet)
                os.close(outlet); os.close(inlet)
                time.sleep(0.2)
                print(process.poll())
                started = time.monotonic()
                \(isKilled ? "sender.kill()" : "sender.terminate()")
                print(process.wait(timeout=10), time.monotonic() - started < 2)
                sender.wait()
                """
            try sandbox.directory.write(PipedArguments.line(["hanging.json", "out.png"]), to: "line")
            let python = try #require(Program(named: "python3"))
            let outcome = try python.run(["-c", script, Self.program.url.path], in: sandbox.directory.url)
            #expect(outcome.text == "None\n0 True\n", "\(outcome.text)\(outcome.errors)")
            #expect(try !sandbox.directory.names().contains("out.png"))
        }

        @Test("A line that is not understood is an error of usage", arguments: ["", "x\n", "{}\n", "[]\n", "[1]\n"])
        func malformed(line: String) throws {
            let sandbox = try ComposeSandbox()
            let outcome = try Self.program.run(
                [PipedArguments.argument], input: Data(line.utf8), in: sandbox.directory.url)
            #expect(outcome.status == 64 && outcome.errors.contains("the scene and the output are missing"))
        }
    }
#endif
