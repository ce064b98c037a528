import Foundation
import PlainJSON
import TestSupport
import Testing
import VarBlurCodecs

@Suite("The processes that draw the scenes of a batch")
struct BatchWorkerTests {
    /// Functions that talk to a batch and find its processes; `hanging` is a scene whose image is a pipe that nobody writes to.
    private static let prelude = """
        import json, os, signal, subprocess, sys, time
        os.mkfifo('pipe.png')
        batch = subprocess.Popen([sys.argv[1], 'batch', '--quiet'] + sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        def send(scene, output, **options):
            line = {'scene': scene, 'output': output, 'options': options}
            batch.stdin.write((json.dumps(line) + '\\n').encode()); batch.stdin.flush()
        def receive(): return json.loads(batch.stdout.readline())
        def status(pid):
            try: return open(f'/proc/{pid}/stat').read().rsplit(')', 1)[1].split()
            except (FileNotFoundError, ProcessLookupError): return None
        def workers():
            return [int(pid) for pid in os.listdir('/proc') if pid.isdigit()
                    and (status(pid) or [0, 0])[1] == str(batch.pid)]
        def wait(condition):
            for _ in range(2000):
                if condition(): return True
                time.sleep(0.01)
            return False
        def gone(pid):
            # the first thread may end before the others
            try: return status(pid) is None or status(pid)[0] in 'ZX' and len(os.listdir(f'/proc/{pid}/task')) == 1
            except FileNotFoundError: return True
        hanging = {'layers': [{'type': 'image', 'image': 'pipe.png'}]}

        """

    /// Runs a script after the prelude; returns what it printed.
    private func run(_ script: String, _ arguments: String..., in sandbox: ComposeSandbox) throws -> String {
        let python = try #require(Program(named: "python3"))
        let outcome = try python.run(
            ["-c", Self.prelude + script, Program.varblur.url.path] + arguments, in: sandbox.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
    }

    #if os(Linux)
        @Test("A process stays between scenes, and is replaced if it is killed while it waits")
        func idleProcess() throws {
            let sandbox = try ComposeSandbox()
            let text = try run(
                """
                send('scene.json', '1.png'); first = receive()['status']
                one = workers()
                send('scene.json', '2.png'); second = receive()['status']
                two = workers()
                os.kill(one[0], signal.SIGKILL)
                wait(lambda: gone(one[0]))
                send('scene.json', '3.png'); third = receive()['status']
                print(first, second, third, len(one), one == two, len(workers()), workers() != one)
                batch.stdin.close()
                print(batch.wait(), wait(lambda: not workers()))
                """, "--jobs", "1", in: sandbox)
            #expect(text == "ok ok ok 1 True 1 True\n0 True\n")
        }

        @Test("If a process is killed while it draws, only this scene fails")
        func killedProcess() throws {
            let sandbox = try ComposeSandbox()
            let text = try run(
                """
                send(hanging, '1.png')
                wait(lambda: len(workers()) == 1)
                busy = workers()[0]
                send('scene.json', '2.png')
                wait(lambda: os.path.exists('2.png'))
                os.kill(busy, signal.SIGKILL)
                send('scene.json', '3.png')
                first, second, third = receive(), receive(), receive()
                print(first['error']['code'], first['error']['exit'], second['status'], third['status'])
                print(first['error']['message'])
                batch.stdin.close()
                print(batch.wait(), os.path.exists('1.png'))
                """, "--jobs", "2", in: sandbox)
            #expect(
                text == """
                    fault 70 ok ok
                    line 1: varblur-compose was ended by signal 9; the memory may have run out (try again, or draw it alone with \
                    varblur compose)
                    0 False

                    """)
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
                print(batch.wait(), "raise 'timeout'" in first['error']['message'])
                """, "--jobs", "1", in: sandbox)
            #expect(text == "timeout 75 ok True\n0 True\n")
        }

        @Test("No process outlives its batch", arguments: ["SIGKILL", "SIGTERM"])
        func killedBatch(signal: String) throws {
            let sandbox = try ComposeSandbox()
            let text = try run(
                """
                send(hanging, '1.png')
                wait(lambda: len(workers()) == 1)
                busy = workers()[0]
                batch.send_signal(signal.\(signal))
                print(-batch.wait() == signal.\(signal), wait(lambda: gone(busy)))
                """, in: sandbox)
            #expect(text == "True True\n")
        }

        @Test("A process inherits no file of its batch, not even one that the batch has inherited")
        func descriptors() throws {
            let sandbox = try ComposeSandbox()
            let text = try run(
                """
                batch.stdin.close(); batch.wait()
                file = os.open('photo.png', os.O_RDONLY)
                batch = subprocess.Popen([sys.argv[1], 'batch', '--quiet'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[file])
                def count(pid):
                    links = [os.readlink(f'/proc/{pid}/fd/{name}') for name in os.listdir(f'/proc/{pid}/fd')]
                    return sum(link.endswith('photo.png') for link in links)
                for index in range(2): send(hanging, f'{index}.png')
                wait(lambda: len(workers()) == 2)
                print(count(batch.pid), [count(pid) for pid in workers()])
                batch.kill(); batch.wait()
                """, in: sandbox)
            #expect(text == "1 [0, 0]\n")
        }

        @Test("A program that is missing is an error of each line with a scene only")
        func missingProgram() throws {
            let sandbox = try ComposeSandbox()
            let copy = sandbox.directory.url.appending(path: "bin/varblur")
            try sandbox.add("", "bin/empty")
            try FileManager.default.copyItem(at: Program.varblur.url, to: copy)
            let lines = [
                #"{"scene":"scene.json","output":"a.png"}"#, #"{"input":"photo.png","output":"b.png"}"#,
                #"{"scene":"scene.json","output":"c.png"}"#,
            ]
            let outcome = try Program(copy.path).run(
                ["batch"], input: Data(lines.joined(separator: "\n").utf8), in: sandbox.directory.url)
            let results = try ComposeSandbox.results(outcome)
            #expect(results.map { $0["error"]?["code"] } == [.string("unreadable"), nil, .string("unreadable")])
            let message = results.first?["error"]?["message"]?.text ?? ""
            #expect(message.contains("bin/varblur-compose: cannot start") && message.contains("make"), "\(message)")
        }
    #endif

    @Test("Many scenes have results in order, with the bytes that varblur compose writes")
    func manyScenes() throws {
        let sandbox = try ComposeSandbox()
        let lines = (0..<60).map { index in
            #"{"id":\#(index),"scene":"scene.json","set":{"canvas.width":\#(40 + index % 3)},"output":"\#(index).png"}"#
        }
        let results = try sandbox.batch(lines, "--jobs", "3").results
        #expect(results.map { $0["id"]?.text } == (0..<60).map { "\($0)" })
        for rest in 0..<3 {
            try sandbox.draw("--set", "canvas.width=\(40 + rest)", "scene.json", "own-\(rest).png")
            let expected = try sandbox.directory.read("own-\(rest).png")
            for index in stride(from: rest, to: 60, by: 3) {
                #expect(try sandbox.directory.read("\(index).png") == expected)
            }
        }
    }
}
