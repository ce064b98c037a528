import Foundation
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

@Suite("The command, stopped")
struct InterruptionTests {
    /// Starts a run that takes seconds, and ends it by a signal.
    private func stop(_ number: Int32, _ place: Workplace, output: String) throws -> Int32 {
        let process = Process()
        process.executableURL = Program.varblur.url
        process.currentDirectoryURL = place.directory.url
        process.arguments = [
            "-f", "--engine", "reference", "--max-radius", "60", "--min-radius", "60", "big.png", output,
        ]
        try process.run()
        Thread.sleep(forTimeInterval: 0.3)
        #expect(process.isRunning)
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        return process.terminationStatus
    }

    @Test("by a signal, leaves the old output or none, and no other file", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) throws {
        let place = try Workplace()
        let big = try PixelBuffer.noise(Size(1600, 1200), PixelFormat(.gray)).encoded(.png)
        try place.write(big, "big.png")
        try place.write([1, 2, 3], "old.png")
        #expect(try stop(number, place, output: "old.png") == number)
        #expect(try place.read("old.png") == [1, 2, 3])
        #expect(try stop(number, place, output: "new.png") == number)
        #expect(try place.directory.names() == ["big.png", "in.png", "old.png"])
    }

    @Test("by a reader that goes away, says nothing")
    func brokenPipe() throws {
        let place = try Workplace()
        let script = "'\(Program.varblur.url.path)' big.png - | true; echo ${PIPESTATUS[0]}"
        try place.write(try PixelBuffer.noise(Size(500, 500)).encoded(.png), "big.png")
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: place.directory.url)
        #expect(outcome.text == "141\n" && outcome.errors.isEmpty)
    }

    @Test("by a full file system or a closed output, says so")
    func fullDisk() throws {
        let place = try Workplace()
        let varblur = Program.varblur.url.path
        let bash = try #require(Program(named: "bash"))
        try place.write(try PixelBuffer.noise(Size(400, 400)).encoded(.png), "big.png")
        let limited = try bash.run(["-c", "ulimit -f 64; '\(varblur)' big.png out.png"], in: place.directory.url)
        #expect(limited.status == 74 && limited.errors.contains("out.png: writing failed"))
        let closed = try bash.run(["-c", "'\(varblur)' in.png - >&-"], in: place.directory.url)
        #expect(closed.status == 74 && closed.errors.contains("standard output"))
        #expect(try place.directory.names() == ["big.png", "in.png"])
    }
}
