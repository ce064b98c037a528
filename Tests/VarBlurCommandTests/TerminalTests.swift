import Foundation
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

@Suite("On a terminal", .enabled(if: Program.hasPseudoTerminals, "there are no pseudo terminals"))
struct TerminalTests {
    /// Runs the command with standard error, and perhaps standard input and output, on a terminal of its own.
    private func onTerminal(
        _ place: Workplace, _ arguments: [String], streams: String = "2", environment: [String: String] = [:]
    ) throws -> (text: String, status: Int) {
        let script = """
            import os, pty, subprocess, sys
            master, slave = pty.openpty()
            streams = {name: slave if str(number) in sys.argv[1] else subprocess.DEVNULL
                       for number, name in enumerate(['stdin', 'stdout', 'stderr'])}
            process = subprocess.Popen(sys.argv[2:], **streams)
            os.close(slave)
            text = b''
            while True:
                try: part = os.read(master, 65536)
                except OSError: break
                if not part: break
                text += part
            print(process.wait())
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
            """
        let python = try #require(Program.python)
        let outcome = try python.run(
            ["-c", script, streams, Program.varblur.url.path] + arguments, in: place.directory.url,
            environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
        let parts = outcome.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.count > 1 ? String(parts[1]) : "", Int(parts.first ?? "") ?? -1)
    }

    @Test("shows progress, which is gone at the end; a pipe and a dumb terminal do not")
    func progress() throws {
        let place = try Workplace()
        try place.add("1.png", "2.png", "3.png")
        let arguments = ["1.png", "none.png", "2.png", "3.png", "--force", "--out-dir", "out"]
        let shown = try onTerminal(place, arguments)
        #expect(shown.status == 1 && shown.text.contains("0/4") && shown.text.hasSuffix("\r\u{1B}[K"), "\(shown.text)")
        #expect(shown.text.contains("\u{1B}[1;31merror:\u{1B}[0m none.png"))
        let plain = try onTerminal(place, arguments, environment: ["NO_COLOR": "1"])
        #expect(
            plain.text.contains("0/4") && !plain.text.contains("\u{1B}[1;31m") && !plain.text.contains("\u{1B}[32m"))
        let dumb = try onTerminal(place, arguments, environment: ["TERM": "dumb"])
        #expect(!dumb.text.contains("0/4") && !dumb.text.contains("\u{1B}"))
        #expect(try !onTerminal(place, arguments + ["--quiet"]).text.contains("0/4"))
        #expect(try !onTerminal(place, ["--force", "in.png", "one.png"]).text.contains("/1"))
        let piped = try Program.varblur.run(arguments, in: place.directory.url)
        #expect(!piped.errors.contains("0/4") && !piped.errors.contains("\u{1B}"))
    }

    @Test("gets a hint instead of bytes, and is not waited for")
    func hints() throws {
        let place = try Workplace()
        let output = try onTerminal(place, ["in.png", "-"], streams: "12")
        #expect(output.status == 64 && output.text.contains("Standard output is a terminal"))
        let input = try onTerminal(place, ["-", "out.png"], streams: "02")
        #expect(input.status == 64 && input.text.contains("Standard input is a terminal"))
        let batch = try onTerminal(place, ["batch"], streams: "02")
        #expect(batch.status == 64 && batch.text.contains("varblur batch < jobs.jsonl"))
    }
}
