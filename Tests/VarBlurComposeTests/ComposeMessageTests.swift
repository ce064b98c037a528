#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @testable import VarBlurCommand

    @Suite("Messages between varblur-compose and our programs")
    struct ComposeMessageTests {
        private static let program = Program(
            Program.varblur.url.deletingLastPathComponent().appending(path: "varblur-compose").path)

        /// Starts the program, whose input stays open, shows its argument as others see it, and then its output.
        private static let script = """
            import subprocess, sys
            process = subprocess.Popen([sys.argv[1], '--messages'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            words = []
            # a process has no arguments for a moment
            while len(words) < 2: words = open(f'/proc/{process.pid}/cmdline', 'rb').read().split(b'\\0')
            process.stdin.write(sys.stdin.buffer.read()); process.stdin.flush()
            sys.stdout.buffer.write(process.stdout.read())
            process.wait()
            sys.exit(words[1] != b'--messages')
            """

        private static func answer(_ arguments: [String], in sandbox: ComposeSandbox) throws -> MessageFrame {
            let python = try #require(Program(named: "python3"))
            let outcome = try python.run(
                ["-c", script, program.url.path], input: try MessageFrame.arguments(arguments).data,
                in: sandbox.directory.url)
            let messages = try #require(MessageFrame.all(in: outcome.output), "\(outcome.errors)")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            return try #require(messages.count == 1 ? messages[0] : nil, "\(outcome.text)")
        }

        @Test("Arguments have any characters, other users cannot read them, and the answer has the picture")
        func values() throws {
            let sandbox = try ComposeSandbox()
            let text = #"{"canvas":{"width":90,"height":30},"layers":[{"type":"text","id":"t","text":"x","size":8}]}"#
            try sandbox.add(text, "é\n.json")
            let arguments = ["--set", "t.text=a\n\"b\\ \u{1F600}", "é\n.json", "-"]
            let answer = try Self.answer(arguments, in: sandbox)
            #expect(try Data(answer.bytes) == sandbox.draw(arguments))
            #expect(answer.members["status"] as? String == "ok" && answer.members["width"] as? Int == 90)
        }

        @Test("An answer has the values of a scene, or its warnings")
        func reports() throws {
            let sandbox = try ComposeSandbox()
            let list = try Self.answer(["--list-values", "scene.json"], in: sandbox)
            #expect(try Data((list.text + "\n").utf8) == sandbox.draw("--list-values", "scene.json"))
            try sandbox.add(#"{"canvas":{"width":9,"height":9,"dpi":80},"layers":[]}"#, "dense.json")
            let answer = try Self.answer(["--format=webp", "dense.json", "-"], in: sandbox)
            let warnings = answer.members["warnings"] as? [String]
            #expect(warnings?.first?.hasPrefix("canvas.dpi: ") == true, "\(answer.text)")
            #expect(try Self.answer(["--dry-run", "scene.json", "-"], in: sandbox).bytes.isEmpty)
        }

        @Test("Mistakes are texts without the name of the scene, and usage errors have their remedy apart")
        func mistakes() throws {
            let sandbox = try ComposeSandbox()
            try sandbox.add(#"{"canvas":{"width":9,"height":9},"layers":[{"type":"fill","id":"a"}]}"#, "wrong.json")
            for (arguments, start, exit) in [
                (["wrong.json", "-"], "layers[0].paint: ", 64), (["none.json", "-"], "cannot open: ", 66),
                (["--set=box.paint=no color", "scene.json", "-"], "layers[0].paint: ", 64),
                (["--timeout=0.000001", "scene.json", "-"], "", 75), (["scene.json"], "the output is missing", 64),
            ] {
                let error = try Self.answer(arguments, in: sandbox).members["error"] as? [String: Any]
                let messages = error?["messages"] as? [String] ?? []
                #expect(messages.first?.hasPrefix(start) == true, "\(arguments): \(messages)")
                #expect(error?["exit"] as? Int == exit && !messages.joined().contains("scene.json"), "\(messages)")
            }
            let usage = try Self.answer(["scene.json"], in: sandbox).members["error"] as? [String: Any]
            #expect((usage?["remedy"] as? String)?.contains("varblur compose scene.json out.png") == true)
        }

        @Test("The program ends with the one that has started it, whatever the scene does", arguments: [false, true])
        func sender(isKilled: Bool) throws {
            let sandbox = try ComposeSandbox()
            try sandbox.add(ComposeSandbox.photo("pipe.png"), "hanging.json")
            let script = """
                import os, signal, subprocess, sys, time
                # the process of the tests blocks signals
                signal.pthread_sigmask(signal.SIG_SETMASK, [])
                os.mkfifo('pipe.png')
                outlet, inlet = os.pipe()
                sender = subprocess.Popen(['sleep', '60'], stdin=outlet)
                process = subprocess.Popen([sys.argv[1], '--messages'], stdin=open('line'), stdout=inlet)
                os.close(outlet); os.close(inlet)
                time.sleep(0.2)
                print(process.poll())
                started = time.monotonic()
                \(isKilled ? "sender.kill()" : "sender.terminate()")
                print(process.wait(timeout=10), time.monotonic() - started < 2)
                sender.wait()
                """
            try sandbox.directory.write(
                [UInt8](try MessageFrame.arguments(["hanging.json", "out.png"]).data), to: "line")
            let python = try #require(Program(named: "python3"))
            let outcome = try python.run(["-c", script, Self.program.url.path], in: sandbox.directory.url)
            #expect(outcome.text == "None\n0 True\n", "\(outcome.text)\(outcome.errors)")
            #expect(try !sandbox.directory.names().contains("out.png"))
        }

        @Test("A start that is not understood is an answer with the cause", arguments: MessageFrame.broken.indices)
        func broken(index: Int) throws {
            let (name, data, cause) = MessageFrame.broken[index]
            let sandbox = try ComposeSandbox()
            let outcome = try Self.program.run(["--messages"], input: data, in: sandbox.directory.url)
            let error = MessageFrame.all(in: outcome.output)?.first?.members["error"] as? [String: Any]
            #expect((error?["message"] as? String)?.contains(cause) == true, "\(name): \(outcome)")
            #expect(outcome.status == 64, "\(name)")
        }
    }
#endif
