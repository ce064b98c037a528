import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlurCodecs

@Suite("The threads that draw the scenes of a batch")
struct BatchThreadTests {
    /// Functions that talk to a batch; `hanging` is a scene whose image is a pipe that nobody writes to, and `narrow` one in which a library
    /// works for minutes.
    private static let prelude = """
        import json, os, signal, subprocess, sys, time
        os.mkfifo('pipe.png')
        def start(*arguments, **options):
            return subprocess.Popen([sys.argv[1], 'compose', '--batch', '--quiet'] + list(arguments), stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, **options)
        batch = start(*sys.argv[2:])
        def send(scene, output, **options):
            line = {'scene': scene, 'output': output, 'options': options}
            batch.stdin.write((json.dumps(line) + '\\n').encode()); batch.stdin.flush()
        def receive(): return json.loads(batch.stdout.readline())
        def is_own(task):
            # Pango 1.56 looks for fonts in threads of its own
            try:
                with open(f'/proc/{batch.pid}/task/{task}/comm') as name: return not name.read().startswith('[pango]')
            except OSError: return False
        def threads(): return sum(is_own(task) for task in os.listdir(f'/proc/{batch.pid}/task'))
        def wait(condition):
            for _ in range(2000):
                if condition(): return True
                time.sleep(0.01)
            return False
        hanging = {'layers': [{'type': 'image', 'image': 'pipe.png'}]}
        narrow = {'canvas': {'width': 1000, 'height': 1000}, 'layers': [
            {'type': 'fill', 'paint': 'white'}, {'type': 'text', 'text': 19000 * 'W', 'size': 20, 'width': 1}]}

        """

    /// Runs a script after the prelude; returns what it printed.
    private func run(_ script: String, _ arguments: String..., in sandbox: ComposeSandbox) throws -> String {
        let python = try #require(Program(named: "python3"))
        let outcome = try python.run(
            ["-c", Self.prelude + script, Program.varblur.url.path] + arguments, in: sandbox.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
    }

    @Test("Results arrive while the input is still open")
    func results() throws {
        let sandbox = try ComposeSandbox()
        let text = try run(
            """
            send('scene.json', '1.png'); first = receive()['status']
            send('scene.json', '2.png'); second = receive()['status']
            batch.stdin.close()
            print(first, second, batch.wait())
            """, "--jobs", "1", in: sandbox)
        #expect(text == "ok ok 0\n")
    }

    @Test("A time limit ends a scene, and the next one is drawn")
    func timeLimit() throws {
        let sandbox = try ComposeSandbox()
        let text = try run(
            """
            send(hanging, '1.png', timeout=0.2)
            send('scene.json', '2.png')
            first, second = receive(), receive()
            print(first['error']['code'], first['error']['exit'], second['status'], 200 <= first['ms'] < 5000)
            batch.stdin.close()
            print(batch.wait(), "raise 'timeout'" in first['error']['message'], os.path.exists('1.png'))
            """, "--jobs", "1", in: sandbox)
        #expect(text == "timeout 75 ok True\n0 True False\n")
    }

    @Test(
        "A scene in which a library works for minutes is given up; the batch goes on, and does not wait for it at its end"
    )
    func library() throws {
        let sandbox = try ComposeSandbox()
        let text = try run(
            """
            begin = time.time()
            send(narrow, '1.png', timeout=0.5)
            for index in range(20): send('scene.json', f'{index + 2}.png', timeout=30)
            first, others = receive(), [receive()['status'] for _ in range(20)]
            print(first['error']['code'], 'layers[1]' in first['error']['message'], set(others))
            batch.stdin.close()
            print(batch.wait(), time.time() - begin < 20, os.path.exists('1.png'))
            """, "--jobs", "1", in: sandbox)
        #expect(text == "timeout True {'ok'}\n0 True False\n")
    }

    @Test("A batch whose scenes were given up fails if it is asked to")
    func exitStatus() throws {
        let sandbox = try ComposeSandbox()
        let text = try run(
            """
            send(narrow, '1.png', timeout=0.3)
            batch.stdin.close()
            print(receive()['status'], batch.wait())
            """, "--jobs", "2", "--fail-on-error", in: sandbox)
        #expect(text == "error 1\n")
    }

    @Test("A scene that is complete before its time limit does not keep its thread")
    func endOfThreads() throws {
        let sandbox = try ComposeSandbox()
        let lines = (0..<200).map {
            #"{"scene":"scene.json","output":"\#($0 % 4).png","options":{"force":true,"timeout":60}}"#
        }
        let (outcome, results) = try sandbox.batch(lines, "--jobs", "3")
        #expect(outcome.status == 0 && results.allSatisfy { $0["status"] == .string("ok") })
    }

    #if os(Linux)
        @Test("No more scenes are given up at once than are drawn at once; a further line waits")
        func givenUpScenes() throws {
            let sandbox = try ComposeSandbox()
            let text = try run(
                """
                for index in range(3): send(narrow, f'{index}.png', timeout=0.3)
                send('scene.json', '9.png')
                first = receive()['error']['code']
                # the second line has passed its time, but has no result
                time.sleep(2)
                most = threads()
                os.set_blocking(batch.stdout.fileno(), False)
                print(first, batch.stdout.read(), most <= 5, os.path.exists('9.png'))
                batch.kill(); batch.wait()
                """, "--jobs", "1", in: sandbox)
            #expect(text == "timeout None True False\n")
        }

        @Test(
            "A batch that is interrupted ends at once and leaves no temporary file", arguments: ["SIGINT", "SIGTERM"])
        func interruption(signal: String) throws {
            let sandbox = try ComposeSandbox()
            let text = try run(
                """
                send(hanging, '1.png')
                time.sleep(0.3)
                batch.send_signal(signal.\(signal))
                print(-batch.wait() == signal.\(signal), sorted(os.listdir('.')))
                """, in: sandbox)
            #expect(text == "True ['photo.png', 'pipe.png', 'scene.json']\n")
        }
    #endif

    @Test(
        "Many scenes have results in order, with the bytes that varblur compose writes",
        arguments: [[], ["--timeout", "60"]])
    func manyScenes(options: [String]) throws {
        let sandbox = try ComposeSandbox()
        let text = #"{"type":"text","id":"t","text":"x","size":12,"color":"black","shadow":{"radius":3}}"#
        try sandbox.add(
            """
            {"canvas":{"width":60,"height":40,"background":"#fff"},"layers":[
             {"type":"image","image":"photo.png"},{"type":"blur","radius":4,"direction":"bottom"},\(text)]}
            """, "text.json")
        let input = (0..<60).map { index in
            #"{"id":\#(index),"scene":"text.json","set":{"t.text":"\#(index % 3)"},"output":"\#(index).png"}"#
        }
        let outcome = try Program.varblur.run(
            ["compose", "--batch", "--jobs", "3"] + options, input: Data(input.joined(separator: "\n").utf8),
            in: sandbox.directory.url)
        #expect(try ComposeSandbox.results(outcome).map { $0["id"]?.text } == (0..<60).map { "\($0)" })
        for rest in 0..<3 {
            try sandbox.draw("--set", "t.text=\(rest)", "text.json", "own-\(rest).png")
            let expected = try sandbox.directory.read("own-\(rest).png")
            for index in stride(from: rest, to: 60, by: 3) {
                #expect(try sandbox.directory.read("\(index).png") == expected)
            }
        }
    }
}
