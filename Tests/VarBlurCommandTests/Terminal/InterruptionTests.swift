import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Interrupted runs")
struct InterruptionTests {
    /// Starts a run that takes seconds and ends it with a signal.
    private func stop(_ number: Int32, _ sandbox: CommandSandbox, output: String) throws -> Int32 {
        let process = Process()
        process.executableURL = Program.varblur.url
        process.currentDirectoryURL = sandbox.directory.url
        process.arguments = ["-f", "--resize", "500%", "--png-compression", "small", "big.png", output]
        try process.run()
        Thread.sleep(forTimeInterval: 0.3)
        #expect(process.isRunning)
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        return process.terminationStatus
    }

    @Test("A signal leaves the old output or none, and no temporary file", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) throws {
        let sandbox = try CommandSandbox()
        let big = try PixelBuffer.noise(Size(1600, 1200), PixelFormat(.gray)).encoded(.png)
        try sandbox.write(big, "big.png")
        try sandbox.write([1, 2, 3], "old.png")
        #expect(try stop(number, sandbox, output: "old.png") == number)
        #expect(try sandbox.read("old.png") == [1, 2, 3])
        #expect(try stop(number, sandbox, output: "new.png") == number)
        #expect(try sandbox.directory.names() == ["big.png", "in.png", "old.png"])
    }

    @Test("A closed pipe ends the run without a message")
    func closedPipe() throws {
        let sandbox = try CommandSandbox()
        let script = "'\(Program.varblur.url.path)' big.png - | true; echo ${PIPESTATUS[0]}"
        try sandbox.write(try PixelBuffer.noise(Size(500, 500)).encoded(.png), "big.png")
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: sandbox.directory.url)
        #expect(outcome.text == "141\n" && outcome.errors.isEmpty)
    }

    @Test("A full file system and a closed output are errors")
    func fullDisk() throws {
        let sandbox = try CommandSandbox()
        let varblur = Program.varblur.url.path
        let bash = try #require(Program(named: "bash"))
        try sandbox.write(try PixelBuffer.noise(Size(400, 400)).encoded(.png), "big.png")
        let limited = try bash.run(["-c", "ulimit -f 64; '\(varblur)' big.png out.png"], in: sandbox.directory.url)
        #expect(limited.status == 74 && limited.errors.contains("out.png: write failed"))
        // an output that is held until it is complete
        let encoding = ImageEncoding.jpeg(JPEGStyle(.yCbCr), quality: 90)
        try sandbox.write(try PixelBuffer.noise(Size(600, 600)).encoded(encoding), "big.jpg")
        let held = try bash.run(["-c", "ulimit -f 2; '\(varblur)' big.jpg out.jpg"], in: sandbox.directory.url)
        #expect(held.status == 74 && held.errors.contains("out.jpg: write failed"), "\(held.errors)")
        let closed = try bash.run(["-c", "'\(varblur)' in.png - >&-"], in: sandbox.directory.url)
        #expect(closed.status == 74 && closed.errors.contains("standard output"))
        #expect(try sandbox.directory.names() == ["big.jpg", "big.png", "in.png"])
    }
}
