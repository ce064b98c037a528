import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Files blurred in place")
struct InPlaceTests {
    private static let hint =
        "varblur: hint: in.png: it had been blurred before and is now blurred twice; --if-exists skip-same skips such images\n"

    @Test("are blurred only once with skip-same, with any settings, also through a link")
    func once() throws {
        let sandbox = try CommandSandbox()
        try sandbox.link("link.png", to: "in.png")
        let first = try sandbox.run("--in-place", "--if-exists", "skip-same", "in.png")
        #expect(first.status == 0 && first.errors.isEmpty)
        let once = try sandbox.read("in.png")
        #expect(once != sandbox.image)
        for arguments in [["in.png"], ["link.png"], ["--max-radius", "3", "in.png"]] {
            let outcome = try sandbox.run(["--in-place", "--if-exists", "skip-same", "-v"] + arguments)
            #expect(outcome.status == 0 && outcome.errors.contains("skipped: it has been blurred before"))
            #expect(try sandbox.read("in.png") == once)
        }
        let planned = try sandbox.run("--in-place", "--if-exists", "skip-same", "--dry-run", "in.png")
        #expect(planned.text.contains("would be skipped: it has been blurred before"))
    }

    @Test("without skip-same, files are blurred twice, with a hint")
    func twice() throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("--in-place", "in.png").errors.isEmpty)
        let once = try sandbox.read("in.png")
        let second = try sandbox.run("--in-place", "--json", "lines", "in.png")
        #expect(second.status == 0 && second.errors == Self.hint, "\(second.errors)")
        #expect(try JSONValue.lines(second.output).first?["hints"]?.values?.count == 1)
        #expect(try sandbox.read("in.png") != once)
        // an output under another name is no accident
        #expect(try sandbox.run("in.png", "out.png").errors.isEmpty)
    }

    @Test(
        "are kept under another name, and nothing changes if that exists",
        arguments: ["in.png", "link.png", "./sub/a.png"])
    func backup(name: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.link("link.png", to: "in.png")
        try sandbox.add("sub/a.png")
        let path = name == "link.png" ? "in.png" : name
        let outcome = try sandbox.run("--in-place", "--backup", ".orig", name)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try sandbox.read("\(path).orig") == sandbox.image)
        let once = try sandbox.read(path)
        #expect(once != sandbox.image)
        let second = try sandbox.run("--in-place", "--backup", ".orig", name)
        let message = ".orig' already exists (choose another suffix"
        #expect(second.status == 73 && second.errors.contains(message), "\(second.errors)")
        #expect(second.errors.hasPrefix("varblur: error: \(name): the backup"), "\(second.errors)")
        #expect(try sandbox.read(path) == once && sandbox.read("\(path).orig") == sandbox.image)
        let skipped = try sandbox.run("--in-place", "--backup", ".2", "--if-exists", "skip-same", name)
        #expect(skipped.status == 0)
        #expect(!sandbox.tree(".").contains { $0.hasSuffix(".2") })
    }

    @Test("are kept or do not change if they are named by a descriptor")
    func backupOfDescriptor() throws {
        let sandbox = try CommandSandbox()
        let shell = try #require(Program(named: "bash"))
        let script = "exec 3<>in.png; \"$0\" --in-place --backup .orig /dev/fd/3"
        let outcome = try shell.run(["-c", script, Program.varblur.url.path], in: sandbox.directory.url)
        // some systems tell the name of the file, others do not
        let kept = outcome.status == 0 ? "in.png.orig" : "in.png"
        #expect(try sandbox.read(kept) == sandbox.image, "\(outcome.errors)")
    }

    @Test("stay as they are if one of the named files cannot be read, in any order")
    func unreadable() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "sub/b.png")
        try sandbox.link("link.png", to: "nowhere.png")
        try sandbox.write(Array("a.png\nnone.png\n".utf8), "list")
        for (arguments, missing) in [
            (["in.png", "none.png"], "none.png"), (["none.png", "in.png", "a.png"], "none.png"),
            (["in.png", "link.png"], "link.png"), (["in.png", "sub"], "sub"),
            (["--files-from", "list", "in.png"], "none.png"),
            (["-r", "sub", "in.png", "none.png"], "none.png"), (["--json", "in.png", "none.png"], "none.png"),
        ] {
            let outcome = try sandbox.run(["--in-place"] + arguments)
            #expect(outcome.status == 66 && outcome.errors.contains("error: \(missing): "), "\(outcome.errors)")
            #expect(outcome.errors.contains("hint: no file is replaced, because not all of them can be read"))
            for name in ["in.png", "a.png", "sub/b.png"] {
                #expect(try sandbox.read(name) == sandbox.image, "\(arguments)")
            }
        }
        #expect(try sandbox.run("--in-place", "none.png").errors.contains("hint:") == false)
    }

    @Test("cannot be skipped because they exist")
    func skip() throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run("--in-place", "--if-exists", "skip", "in.png")
        #expect(outcome.status == 64 && outcome.errors.contains("use --if-exists skip-same"))
    }
}
