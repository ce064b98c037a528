import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON

@Suite("Pipes that nobody writes or reads")
struct StalledPipeTests {
    private let sandbox: CommandSandbox

    init() throws {
        sandbox = try CommandSandbox()
        try sandbox.pipe("pipe.png")
        // larger than the buffer of a pipe
        try sandbox.write(try PixelBuffer.noise(Size(400, 300)).encoded(.png), "big.png")
    }

    /// Runs a script in which `$v` is varblur with a timeout of 0.3 seconds.
    private func shell(_ script: String) throws -> Program.Outcome {
        let start = ContinuousClock.now
        let outcome = try #require(Program(named: "bash")).run(
            ["-c", "v='\(Program.varblur.url.path) --timeout 0.3'; " + script], in: sandbox.directory.url)
        #expect(ContinuousClock.now - start < .seconds(120))
        return outcome
    }

    @Test("An input pipe without a writer, or with a silent one, is a timeout")
    func silentInput() throws {
        #expect(try sandbox.run("--timeout", "0.3", "pipe.png", "out.png").status == 75)
        let silent = try shell("exec 3<>pipe.png; $v pipe.png out.png; echo $?; $v - out.png < pipe.png; echo $?")
        #expect(silent.text == "75\n75\n")
        #expect(silent.errors.contains("pipe.png: the input did not arrive in time (raise --timeout"))
        #expect(try sandbox.directory.names() == ["big.png", "in.png", "pipe.png"])
    }

    @Test("An output pipe without a reader, or with a stalled one, is a timeout")
    func unreadOutput() throws {
        let unread = try sandbox.run("--timeout", "0.3", "--format", "png", "big.png", "pipe.png")
        #expect(unread.status == 75)
        #expect(
            unread.errors.contains("pipe.png: the output was not read in time (raise --timeout"), "\(unread.errors)")
        let script = """
            exec 3<>pipe.png
            $v big.png pipe.png; echo $?
            $v big.png - >&3; echo $?
            $v big.png /dev/fd/3; echo $?
            """
        #expect(try shell(script).text == "75\n75\n75\n")
    }

    @Test("A standard output that is shared with the shell remains a blocking one")
    func sharedOutput() throws {
        let script = """
            exec 3<>pipe.png
            $v big.png - >&3
            python3 -c 'import fcntl, os; print(fcntl.fcntl(3, fcntl.F_GETFL) & os.O_NONBLOCK)'
            """
        #expect(try shell(script).text == "0\n")
    }

    @Test("Pipes whose other end comes late, or is slow, are read and written as a whole")
    func latePipes() throws {
        #expect(try sandbox.run("big.png", "expected.png").status == 0)
        let script = """
            v='\(Program.varblur.url.path) --timeout 20'
            (sleep 0.2; cat big.png > pipe.png) & $v pipe.png 1.png; cmp 1.png expected.png; wait
            (sleep 0.2; cat pipe.png > 2.png) & $v -f big.png pipe.png; wait; cmp 2.png expected.png
            $v big.png - | (sleep 0.2; cat) > 3.png; cmp 3.png expected.png
            (sleep 0.2; cat big.png) | $v - - | cmp - expected.png
            """
        let outcome = try shell(script)
        #expect(
            outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty, "\(outcome.text)\(outcome.errors)")
    }

    @Test("In a batch, the other jobs are done")
    func batch() throws {
        let (outcome, results) = try sandbox.batch(
            [
                CommandSandbox.job("pipe.png", "1.png"), CommandSandbox.job("in.png", "2.png"),
                CommandSandbox.job("in.png", "pipe.png"), CommandSandbox.job("in.png", "3.png"),
            ], "--timeout", "0.3", "--jobs", "1")
        #expect(outcome.status == 0)
        #expect(results.map { $0["status"]?.string } == ["error", "ok", "error", "ok"])
        #expect(results[0]["error"]?["exit"]?.text == "75" && results[2]["error"]?["exit"]?.text == "75")
    }

    @Test("A derived name never leads to a pipe, and --in-place never to one")
    func derivedNames() throws {
        for arguments in [["--suffix", ""], ["--out-dir", "out"], ["--name-template", "out/{name}{ext}"]] {
            let sandbox = try CommandSandbox()
            try sandbox.add("out/x.png")
            try sandbox.pipe("out/in.png")
            try sandbox.pipe("in-b.png")
            let naming = arguments[0] == "--suffix" ? ["--suffix", "-b"] : arguments
            for rule in [["--force"], []] {
                let outcome = try sandbox.run(naming + rule + ["--timeout", "20", "in.png"])
                #expect(outcome.status == 73 && outcome.errors.contains("is a pipe or a device"), "\(outcome.errors)")
            }
        }
        let replaced = try sandbox.run("--in-place", "--timeout", "20", "pipe.png")
        #expect(replaced.status == 64 && replaced.errors.contains("only a regular file"), "\(replaced.errors)")
    }

    @Test(
        "A signal ends a program that waits for a pipe", arguments: [["pipe.png", "a.png"], ["in.png", "pipe.png"]])
    func signals(arguments: [String]) throws {
        let process = Process()
        process.executableURL = Program.varblur.url
        process.currentDirectoryURL = sandbox.directory.url
        process.arguments = arguments
        try process.run()
        Thread.sleep(forTimeInterval: 0.3)
        #expect(process.isRunning)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    }
}
