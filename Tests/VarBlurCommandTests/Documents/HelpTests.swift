import Foundation
import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Help, generated documents and completions")
struct HelpTests {
    /// The help of one command is recorded, for the layout on a terminal.
    ///
    /// The texts of all options are in docs/command-line.md.
    @Test("-h shows a screen of help, and --help all of it", arguments: [[], ["batch"], ["preview"]])
    func help(command: [String]) throws {
        let screen = try Program.varblur.run(command + ["-h"], environment: ["COLUMNS": "200"])
        #expect(screen.status == 0 && screen.errors.isEmpty)
        let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect((15...50).contains(lines.count) && lines.allSatisfy { $0.count <= 80 })
        // a name that the table does not contain would be left out
        let options = lines.filter { $0.hasPrefix("  -") }.count
        let help = [[]: BlurCommand.help, ["batch"]: BatchCommand.help, ["preview"]: PreviewCommand.help][command]
        let names = try #require(help).makeTexts().mainOptions
        #expect(options == names.count)

        let whole = try Program.varblur.run(command + ["--help"], environment: ["COLUMNS": "80"])
        #expect(whole.status == 0 && whole.errors.isEmpty)
        #expect(whole.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(names.allSatisfy { whole.text.contains("--\($0)") })
        #expect(try Program.varblur.run(["help"] + command).text == whole.text)
        #expect(try Program.varblur.run(command + ["-h", "--help"]).text.count > screen.text.count)
        if command.isEmpty { try Golden.check(screen.text + "\n" + whole.text, "help.txt") }
    }

    @Test("No line of a help is longer than a terminal is wide")
    func widths() {
        for help in [CommandHelp.varblur, .batch, .compose, .preview] {
            let lines = help.text(.standard).split(separator: "\n")
            #expect(lines.count > 50 && lines.allSatisfy { $0.count <= 80 }, "\(help.name)")
        }
    }

    @Test("--version prints one line, and with --verbose the libraries and instruction sets")
    func version() throws {
        let short = try Program.varblur.run(["--version"])
        #expect(short.status == 0 && short.text.filter(\.isNewline).count == 1)
        #expect(try Program.varblur.run(["batch", "--version"]).text == short.text)
        let long = try Program.varblur.run(["--version", "--verbose"])
        #expect(long.text.hasPrefix("varblur \(short.text)"))
        for word in [
            "libpng: 1.", "libjpeg: ", "zlib: 1.", "isa-l: 2.", "libdeflate: 1.", "expat: 2.", "portable", "in use",
            "processors: ",
        ] {
            #expect(long.text.contains(word), "\(word)")
        }
    }

    @Test("The manual pages are well-formed")
    func manual() throws {
        guard let man = Program(named: "man") else { return }
        for document in [ReferenceDocument.manualPage, .batchManualPage, .previewManualPage] {
            let file = repository.appending(path: document.path)
            let page = try man.run(
                ["--warnings", "-l", file.path], environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
            #expect(page.status == 0 && page.errors.isEmpty, "\(page.errors)")
            for word in ["NAME", "SYNOPSIS", "OPTIONS", "--max-radius", "EXAMPLES", "EXIT STATUS"] {
                #expect(page.text.contains(word), "\(word)")
            }
        }
    }

    @Test("Each option has its own text in the manual page", arguments: ["baseline", "progressive", "no-digest"])
    func ownText(name: String) throws {
        let entry = try #require(OptionTable.standard[name: name])
        let lines = ReferenceDocument.manualPage.text().components(separatedBy: "\n")
        let heading = try #require(
            lines.firstIndex { $0.contains(name.replacingOccurrences(of: "-", with: "\\-")) && $0.hasPrefix("\\fB") })
        #expect(lines[heading + 1].hasPrefix(entry.text.prefix(20)))
    }

    @Test("The generated documents are up to date", arguments: ReferenceDocument.allCases)
    func documents(_ document: ReferenceDocument) throws {
        let outcome = try Program.varblur.run(["--generate-document", document.rawValue])
        #expect(outcome.status == 0 && outcome.text == document.text(), "\(document)")
        let committed = try String(contentsOf: repository.appending(path: document.path), encoding: .utf8)
        #expect(committed == outcome.text, "\(document.path) is not up to date; run 'make documents'")
    }

    @Test("The error for an unknown document names the documents")
    func unknownDocument() throws {
        let outcome = try Program.varblur.run(["--generate-document", "varblur.2"])
        #expect(outcome.status == 64 && outcome.errors.contains("varblur.1"), "\(outcome.errors)")
    }

    private func script(_ shell: String, _ directory: TemporaryDirectory) throws -> String {
        let outcome = try Program.varblur.run(["--generate-completion-script", shell])
        #expect(outcome.status == 0 && outcome.output.count > 1000)
        try directory.write([UInt8](outcome.output), to: "varblur.\(shell)")
        try directory.write([], to: "photo.png")
        return directory.path("varblur.\(shell)")
    }

    @Test("Bash loads the completions and completes options, values, the subcommand and files")
    func bash() throws {
        let directory = try TemporaryDirectory()
        guard let bash = Program(named: "bash") else { return }
        let file = try script("bash", directory)
        let probe = """
            source '\(file)'
            complete -p varblur
            function probe() {
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
                name=$(complete -p varblur | sed 's/.*-F \\([^ ]*\\).*/\\1/'); "$name" varblur "${@: -1}" "${@: -2:1}"
                echo "$* : ${COMPREPLY[*]}"
            }
            probe varblur --max-r
            probe varblur --direction bo
            probe varblur bat
            probe varblur pho
            probe varblur batch --fail
            probe varblur prev
            probe varblur preview --no-o
            probe varblur --preset fro
            probe varblur --tint te
            probe varblur --webp-quality lo
            probe varblur --json pho
            probe varblur --json = li
            """
        let outcome = try bash.run(["--norc", "-c", probe], in: directory.url)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        for word in [
            ": --max-radius", ": bottom", ": batch", ": photo.png", ": --fail-on-error", ": preview", ": --no-open",
            ": frosted",
            ": teal", ": lossless", "--json pho : photo.png", "--json = li : lines",
        ] {
            #expect(outcome.text.contains(word), "\(word): \(outcome.text)")
        }
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("mapfile -"))
    }

    @Test("Fish loads the completions and completes options, values, the subcommand and files")
    func fish() throws {
        let directory = try TemporaryDirectory()
        guard let fish = Program(named: "fish") else { return }
        let file = try script("fish", directory)
        let probe = """
            source '\(file)'
            for line in 'varblur --max-r' 'varblur --direction bo' 'varblur bat' 'varblur pho' 'varblur batch --fail' 'varblur prev' 'varblur preview --no-o' 'varblur --json pho' 'varblur --json=li'
                echo "$line": (complete -C $line)
            end
            """
        let path = Program.varblur.url.deletingLastPathComponent().path + ":/usr/bin:/bin"
        let outcome = try fish.run(
            ["--no-config", "-c", probe], in: directory.url, environment: ["PATH": path, "HOME": directory.url.path])
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        for word in [
            ": --max-radius", ": bottom", ": batch", ": photo.png", ": --fail-on-error", ": preview", ": --no-open",
            "--json pho: photo.png", ": --json=lines",
        ] {
            #expect(outcome.text.contains(word), "\(word): \(outcome.text)")
        }
    }

    @Test("Zsh loads the completions and completes options, values, the subcommand and files")
    func zsh() throws {
        let directory = try TemporaryDirectory()
        guard Program(named: "zsh") != nil, Program.hasPseudoTerminals, let python = Program.python else { return }
        let file = try script("zsh", directory)
        // zsh completes at its prompt only, so the test types into a terminal
        let probe = """
            import os, pty, select, sys, time
            child, terminal = pty.fork()
            if child == 0:
                os.environ.update(TERM='dumb', PS1='% ', PATH=sys.argv[2])
                os.execvp('zsh', ['zsh', '-f', '-i'])
            def read(seconds):
                text, end = '', time.time() + seconds
                while time.time() < end:
                    if select.select([terminal], [], [], 0.1)[0]:
                        try: text += os.read(terminal, 65536).decode(errors='replace')
                        except OSError: break
                return text
            def type_in(text, seconds=0.7):
                os.write(terminal, text.encode()); return read(seconds)
            read(0.5)
            type_in('unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -D -u\\n', 2)
            print(type_in("source '" + sys.argv[1] + "'; echo loaded $?\\n", 1))
            for line in ['varblur --max-r', 'varblur --direction bo', 'varblur bat', 'varblur pho', 'varblur batch --fail',
                         'varblur preview --no-o', 'varblur --json pho']:
                print('>>', type_in(line + '\\t', 1.5)); type_in('\\x15')
            """
        let path = Program.varblur.url.deletingLastPathComponent().path + ":/usr/bin:/bin"
        let outcome = try python.run(
            ["-c", probe, file, path], in: directory.url, environment: ["HOME": directory.url.path])
        #expect(outcome.text.contains("loaded 0"), "\(outcome.text)\(outcome.errors)")
        for word in [
            "--max-radius", "--direction bottom", "varblur batch ", "photo.png", "--fail-on-error", "--no-open",
            "--json photo.png",
        ] {
            #expect(outcome.text.contains(word), "\(word): \(outcome.text)")
        }
    }
}
