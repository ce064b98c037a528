import Foundation
import TestSupport
import Testing

@Suite("Lists of files")
struct FileListTests {
    @Test(
        "name inputs, from a file or from standard input",
        arguments: [
            ("--files-from", "a.png\n\nsub/b c.png\r\n"), ("--files-from", "a.png\nsub/b c.png"),
            ("--files-from0", "a.png\0sub/b c.png\0"), ("--files-from0", "a.png\0sub/b c.png"),
        ])
    func inputs(option: String, list: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "sub/b c.png")
        try sandbox.write(Array(list.utf8), "list")
        try sandbox.check([option, "list", "--out-dir", "out", "in.png"])
        #expect(sandbox.tree("out") == ["a.png", "b c.png", "in.png"])
        try sandbox.check([option, "-", "--suffix", "-blur"], input: Array(list.utf8))
        #expect(try sandbox.read("sub/b c-blur.png") == sandbox.read("out/b c.png"))
    }

    @Test(
        "may name files that are gone, whatever they would mean on the command line",
        arguments: ["320", "webp", "top"])
    func missing(name: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png")
        for options in [["--widths", "9"], ["--quiet"]] {
            for list in ["in.png\n\(name)\n", "\(name)\nin.png\n", "in.png\na.png\n\(name)\n"] {
                let arguments = options + ["--suffix", "-s", "--force", "--files-from", "-"]
                let outcome = try sandbox.check(arguments, input: Array(list.utf8), status: 1)
                #expect(outcome.errors.contains("\(name): cannot open"), "\(outcome.errors)")
            }
        }
        // as an argument, it is a value that lacks its comma
        let typed = ["--widths", "9", name, "--suffix", "-s", "--files-from", "-"]
        #expect(try sandbox.check(typed, input: Array("in.png\n".utf8), status: 64).errors.contains("is not a file"))
    }

    @Test("add up, in both forms")
    func several() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "b.png", "c.png", "d.png")
        for (list, name) in [("a.png\n", "1"), ("b.png\n", "2"), ("c.png\0", "3")] {
            try sandbox.write(Array(list.utf8), name)
        }
        let lists = ["--files-from", "1", "--files-from0", "3", "--files-from", "2", "--files-from", "-"]
        try sandbox.check(lists + ["--out-dir", "out", "in.png"], input: Array("d.png\n".utf8))
        #expect(sandbox.tree("out") == ["a.png", "b.png", "c.png", "d.png", "in.png"])
    }

    @Test("arrive slowly, through a pipe that does not block", arguments: ["--files-from", "--areas-from"])
    func slowPipe(option: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "b.png")
        let script = """
            import os, subprocess, sys, time
            outlet, inlet = os.pipe()
            os.set_blocking(outlet, False)
            process = subprocess.Popen(sys.argv[2:], stdin=outlet)
            for part in sys.argv[1].split('|'):
                time.sleep(0.2)
                os.write(inlet, part.encode())
            os.close(inlet)
            sys.exit(process.wait())
            """
        let list = option == "--files-from" ? "a.p|ng\nb.png\n" : "xywh(0 0 |2px 2px)\n"
        let inputs = option == "--files-from" ? [] : ["a.png", "b.png"]
        let command = [Program.varblur.url.path, option, "-", "--out-dir", "out"] + inputs
        let outcome = try #require(Program.python).run(["-c", script, list] + command, in: sandbox.directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(sandbox.tree("out") == ["a.png", "b.png"])
    }

    @Test("may contain any bytes but the separator")
    func anyBytes() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("new\nline.png", "caf\u{E9}.png")
        let list = Array("new\nline.png\0caf\u{E9}.png\0".utf8)
        try sandbox.check(["--files-from0", "-", "--out-dir", "out"], input: list)
        #expect(sandbox.tree("out").count == 2)
    }

    @Test("may be empty, which is no error")
    func empty() throws {
        let sandbox = try CommandSandbox()
        for naming in [["--out-dir", "out"], ["--in-place"]] {
            let outcome = try sandbox.run(["--files-from", "-"] + naming)
            #expect(outcome.status == 0 && outcome.errors.contains("the list of files is empty"), "\(outcome.errors)")
        }
        #expect(try sandbox.read("in.png") == sandbox.image)
    }

    @Test(
        "that cannot be used are errors",
        arguments: [
            (["--files-from", "none", "--out-dir", "o"], "cannot read the list of files 'none'"),
            (["--files-from", "zeros", "--out-dir", "o"], "use --files-from0 for the output of find -print0"),
            (["--files-from", "-", "--areas-from", "-", "--out-dir", "o"], "cannot be both"),
            (["--files-from", "-", "--files-from", "-", "--out-dir", "o"], "is more than one list of files"),
            (["--files-from", "-", "--files-from0", "-", "--out-dir", "o"], "is more than one list of files"),
            (
                ["--files-from", "none", "--files-from", "empty", "--out-dir", "o"],
                "cannot read the list of files 'none'"
            ),
            (["--files-from", "-", "--mask", "-", "--out-dir", "o"], "cannot be both"),
        ])
    func wrong(arguments: [String], words: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(Array("a.png\0b.png\0".utf8), "zeros")
        try sandbox.write([], "empty")
        let outcome = try sandbox.run(arguments)
        let status: Int32 = words.hasPrefix("cannot read") ? 66 : 64
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("with a missing file are blurred except for that")
    func missing() throws {
        let sandbox = try CommandSandbox()
        let list = Array("none.png\nin.png\n".utf8)
        let outcome = try sandbox.run("--files-from", "-", "--out-dir", "out", input: list)
        #expect(outcome.status == 1 && outcome.errors.contains("none.png: cannot open"), "\(outcome.errors)")
        #expect(sandbox.tree("out") == ["in.png"])
    }
}
