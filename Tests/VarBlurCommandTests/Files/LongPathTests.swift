import Foundation
import TestSupport
import Testing

@Suite("Long and deep paths")
struct LongPathTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    /// Runs a command that must end within a few seconds of processor time.
    private func run(_ arguments: [String]) throws -> Program.Outcome {
        try sandbox.run(arguments, processorSeconds: 5)
    }

    @Test(
        "A path that is too long is an error at once",
        arguments: [
            String(repeating: "a/", count: 60_000), String(repeating: "../", count: 40_000),
            String(repeating: "x", count: 120_000) + "/", String(repeating: "/", count: 120_000) + "x/",
        ])
    func longPaths(directory: String) throws {
        let path = directory + "in.png"
        #expect(try run([path, "out.png"]).status == 66)
        #expect(try run(["in.png", path]).status == 73)
        #expect(try run(["--in-place", path]).status == 66)
        #expect(try run([path, "--out-dir", "out"]).status == 66)
        #expect(try run([path, "--suffix", "-b"]).status == 66)
        #expect(try run(["in.png", "--out-dir", directory]).status == 73)
        #expect(try run(["in.png", "--name-template", directory + "{name}-b{ext}"]).status == 64)
        let below = try run(["in.png", "--out-dir", "out", "--name-template", "x/" + directory + "{name}{ext}"])
        #expect([64, 73].contains(below.status))
        let jobs = [CommandSandbox.job(path, "out.png"), CommandSandbox.job("in.png", path)]
        let statuses = try sandbox.batch(jobs).results.map { $0["error"]?["exit"]?.text }
        #expect(statuses == ["64", "64"])
    }

    /// Creates directories below each other, with an image in each, and returns the path of the last one.
    private func nest(_ count: Int) throws {
        let script = """
            import os, shutil, sys
            image = os.path.abspath('in.png')
            os.mkdir('nested'); os.chdir('nested')
            for _ in range(int(sys.argv[1])):
                shutil.copy(image, 'a.png'); os.mkdir('d'); os.chdir('d')
            """
        #expect(try #require(Program.python).run(["-c", script, "\(count)"], in: sandbox.directory.url).status == 0)
    }

    @Test("100 nested directories are searched; deeper ones are an error at once")
    func nestedDirectories() throws {
        try nest(2_000)
        for arguments in [["--out-dir", "out"], ["--in-place"]] {
            let outcome = try run(["--recursive", "nested", "--no-fsync", "--max-radius", "1"] + arguments)
            let lines = outcome.errors.split(separator: "\n")
            #expect(outcome.status == 1 && lines.count == 2)
            #expect(outcome.errors.contains("more than 100 directories are nested (name a directory further down"))
        }
        #expect(sandbox.tree("out").count == 101)
        let below = "nested" + String(repeating: "/d", count: 1_950)
        #expect(try run(["--recursive", below, "--out-dir", "rest", "--no-fsync"]).status == 0)
        #expect(sandbox.tree("rest").count == 50)
    }
}
