import Foundation
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

@Suite("Terminal", .enabled(if: Program.hasPseudoTerminals, "pseudoterminals are not available"))
struct TerminalTests {
    /// Runs the command with some of its standard streams, by their numbers, connected to a new pseudoterminal.
    private func onTerminal(
        _ sandbox: CommandSandbox, _ arguments: [String], streams: String = "2", environment: [String: String] = [:]
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
            ["-c", script, streams, Program.varblur.url.path] + arguments, in: sandbox.directory.url,
            environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
        let parts = outcome.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.count > 1 ? String(parts[1]) : "", Int(parts.first ?? "") ?? -1)
    }

    @Test("A terminal shows progress and erases it at the end; a pipe and a dumb terminal show none")
    func progress() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("1.png", "2.png", "3.png")
        let arguments = ["1.png", "none.png", "2.png", "3.png", "--force", "--out-dir", "out"]
        let shown = try onTerminal(sandbox, arguments)
        #expect(shown.status == 1 && shown.text.contains("0/4") && shown.text.hasSuffix("\r\u{1B}[K"), "\(shown.text)")
        #expect(shown.text.contains("\u{1B}[1;31merror:\u{1B}[0m none.png"))
        let plain = try onTerminal(sandbox, arguments, environment: ["NO_COLOR": "1"])
        #expect(
            plain.text.contains("0/4") && !plain.text.contains("\u{1B}[1;31m") && !plain.text.contains("\u{1B}[32m"))
        let dumb = try onTerminal(sandbox, arguments, environment: ["TERM": "dumb"])
        #expect(!dumb.text.contains("0/4") && !dumb.text.contains("\u{1B}"))
        #expect(try !onTerminal(sandbox, arguments + ["--quiet"]).text.contains("0/4"))
        #expect(try !onTerminal(sandbox, ["--force", "in.png", "one.png"]).text.contains("/1"))
        let piped = try Program.varblur.run(arguments, in: sandbox.directory.url)
        #expect(!piped.errors.contains("0/4") && !piped.errors.contains("\u{1B}"))
    }

    @Test("Images and jobs are neither written to a terminal nor read from one")
    func hints() throws {
        let sandbox = try CommandSandbox()
        let output = try onTerminal(sandbox, ["in.png", "-"], streams: "12")
        #expect(output.status == 64 && output.text.contains("Standard output is a terminal"))
        let input = try onTerminal(sandbox, ["-", "out.png"], streams: "02")
        #expect(input.status == 64 && input.text.contains("Standard input is a terminal"))
        let batch = try onTerminal(sandbox, ["batch"], streams: "02")
        #expect(batch.status == 64 && batch.text.contains("varblur batch < jobs.jsonl"))
    }
}
