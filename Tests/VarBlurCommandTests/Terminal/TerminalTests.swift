import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Terminal", .enabled(if: Program.hasPseudoTerminals, "pseudoterminals are not available"))
struct TerminalTests {
    /// Runs the command with some of its standard streams, by their numbers, connected to a new pseudoterminal.
    private func onTerminal(
        _ sandbox: CommandSandbox, _ arguments: [String], streams: String = "2", environment: [String: String] = [:]
    ) throws -> (text: String, status: Int) {
        let script = """
            import fcntl, os, pty, struct, subprocess, sys, termios
            master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('4H', 24, int(os.environ.get('TEST_WIDTH', 80)), 0, 0))
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

    @Test("The caret stays below the mistake if the terminal is narrow", arguments: [20, 40, 60, 71, 72, 80])
    func narrow(width: Int) throws {
        let sandbox = try CommandSandbox()
        let ramp = "radial-blur(circle at right 10% bottom 20%, 9px, 0px, 30px, 20px 50% 60%, 70px, !0px)"
        let shown = try onTerminal(sandbox, ["--ramp", ramp, "in.png"], environment: ["TEST_WIDTH": "\(width)"])
        let lines = shown.text.split(whereSeparator: \.isNewline)
        let caret = try #require(lines.firstIndex { $0.hasSuffix("^") && $0.dropLast().allSatisfy { $0 == " " } })
        let column = lines[caret].count - 1
        #expect(lines[caret - 1].count <= width && lines[caret].count <= width, "\(shown.text)")
        #expect(lines[caret - 1].dropFirst(column).first == "!", "\(shown.text)")
    }

    @Test("A terminal shows progress and erases it at the end; a pipe and a dumb terminal show none")
    func progress() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("1.png", "2.png", "3.png")
        let arguments = ["1.png", "none.png", "2.png", "3.png", "--force", "--out-dir", "out"]
        let shown = try onTerminal(sandbox, arguments)
        #expect(
            shown.status == 1 && shown.text.contains("0/4") && shown.text.contains("\r\u{1B}[K4 images: 3 ok, 1 error"),
            "\(shown.text)")
        #expect(shown.text.contains("\u{1B}[1;31merror:\u{1B}[0m none.png"))
        let plain = try onTerminal(sandbox, arguments, environment: ["NO_COLOR": "1"])
        #expect(
            plain.text.contains("0/4") && !plain.text.contains("\u{1B}[1;31m") && !plain.text.contains("\u{1B}[32m"))
        let dumb = try onTerminal(sandbox, arguments, environment: ["TERM": "dumb"])
        #expect(!dumb.text.contains("0/4") && !dumb.text.contains("\u{1B}"))
        #expect(try !onTerminal(sandbox, arguments + ["--quiet"]).text.contains("0/4"))
        #expect(try !onTerminal(sandbox, ["--force", "in.png", "one.png"]).text.contains("/1"))
        let piped = try sandbox.run(arguments)
        #expect(!piped.errors.contains("0/4") && !piped.errors.contains("\u{1B}"))
    }

    /// Characters that must not reach a terminal: control characters, changes of direction, separators, invisible ones.
    private static let hostile =
        "\u{1B}[31m\u{9B}2J\u{8}\r\u{7}\u{61C}\u{200E}\u{202E}\u{2028}\u{2029}\u{2066}\u{FEFF}\u{E0041}"

    /// Whether a text is safe to show; lines may end as a terminal ends them.
    private static func isSafe(_ text: String) -> Bool {
        text.replacing("\r\n", with: "\n").unicodeScalars.allSatisfy { scalar in
            if scalar == "\n" { return true }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: return false
            default: return true
            }
        }
    }

    @Test("Text from arguments, settings, variables, and files never controls a terminal")
    func escapes() throws {
        let sandbox = try CommandSandbox()
        let bad = Self.hostile
        #expect(!Self.isSafe(bad))
        try sandbox.write(Array("\(bad) = 1".utf8), "name.conf")
        try sandbox.write(Array("direction = \(bad)".utf8), "value.conf")
        try sandbox.write(Array("no sign \(bad)".utf8), "\(bad).conf")
        try sandbox.write(Array("direction = top".utf8), "ok\(bad).conf")
        try sandbox.write([1], "\(bad).png")
        try sandbox.add("b\(bad).png")
        let commands: [[String]] = [
            ["--settings", "name.conf"], ["--settings", "value.conf"], ["--settings", "\(bad).conf"],
            ["--settings", "none\(bad)"], ["--settings", "ok\(bad).conf", "--print-settings"],
            ["--\(bad)", "a", "b"], ["--\(bad)=5"], ["-\(bad)"], ["-f\(bad)"], ["--direction", bad],
            ["--direction=\(bad)"],
            ["--direction=a\nb"], ["--force=\(bad)"], ["--max-radius", "5\(bad)"], ["--background", bad],
            ["--suffix", "/\(bad)"],
            ["--name-template", "{\(bad)}"], ["--json=\(bad)"], ["--generate-document", bad],
            ["--generate-completion-script", bad], ["batch", bad], ["batch", "--shard", bad], ["in.png", "out.\(bad)"],
            ["\(bad).png", "out.png"], ["none\(bad)", "out.png"], ["in.png", "none/\(bad).png"],
            ["in.png", "b\(bad).png"],
            ["--in-place", "b\(bad).png", "b\(bad).png"], ["--dry-run", "b\(bad).png", "o\(bad).png"],
            ["-v", "--max-radius", "99", "b\(bad).png", "o\(bad).png"], ["--json", "b\(bad).png", "p\(bad).png"],
            ["--json=lines", "\(bad).png", "q\(bad).png"],
            ["--out-dir", "none/\(bad)", "\(bad).png", "b\(bad).png", "-v"],
        ]
        // The progress line moves the cursor, so it is off
        let plain = ["TERM": "dumb", "VARBLUR_DIRECTIO\u{1B}": "top", "VARBLUR_EDGE\u{202E}": "wrap"]
        for arguments in commands {
            let outcome = try onTerminal(sandbox, arguments, streams: "12", environment: plain)
            #expect(!outcome.text.isEmpty && Self.isSafe(outcome.text), "\(arguments): \(outcome)")
        }
        for name in ["VARBLUR_DIRECTION", "VARBLUR_MAX_RADIUS", "VARBLUR_QUIET", "VARBLUR_SETTINGS"] {
            let outcome = try onTerminal(
                sandbox, ["in.png", "x.png"], environment: ["TERM": "dumb", name: bad])
            let status: Int32 = name == "VARBLUR_SETTINGS" ? 66 : 64
            #expect(outcome.status == status && Self.isSafe(outcome.text), "\(name): \(outcome.text)")
        }
    }

    @Test("Images and jobs are neither written to a terminal nor read from one")
    func hints() throws {
        let sandbox = try CommandSandbox()
        let output = try onTerminal(sandbox, ["in.png", "-"], streams: "12")
        #expect(output.status == 64 && output.text.contains("standard output is a terminal"))
        for path in ["/dev/stdout", "/dev/stderr", "/dev/fd/1"] {
            let named = try onTerminal(sandbox, ["in.png", path], streams: "12")
            #expect(named.status == 73 && named.text.contains("the output is a terminal"), "\(path): \(named)")
        }
        let input = try onTerminal(sandbox, ["-", "out.png"], streams: "02")
        #expect(input.status == 64 && input.text.contains("standard input is a terminal"))
        let batch = try onTerminal(sandbox, ["batch"], streams: "02")
        #expect(batch.status == 64 && batch.text.contains("varblur batch < jobs.jsonl"))
    }
}
