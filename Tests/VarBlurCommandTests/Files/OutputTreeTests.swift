import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Outputs below a directory")
struct OutputTreeTests {
    @Test("Links to directories are errors, and nothing is created beyond them")
    func directoryLinks() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photos/x/a.png", "photos/x/y/b.png", "elsewhere/keep.png", "out/keep.png")
        try sandbox.link("out/x", to: "../elsewhere")
        for arguments in [["--force"], ["--if-exists", "skip-same"], ["--if-exists", "error"], ["--dry-run"]] {
            let outcome = try sandbox.run(arguments + ["--recursive", "photos", "--out-dir", "out"])
            #expect(outcome.status == 1)
            let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("2 images: ") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("'x' is a symbolic link") }, "\(outcome.errors)")
        }
        #expect(sandbox.tree("elsewhere") == ["keep.png"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: sandbox.directory.path("elsewhere")) == ["keep.png"])
    }

    @Test("A link of the output's name is replaced or an error, never followed")
    func outputLinks() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photos/a.png", "elsewhere/keep.png")
        let keep = try sandbox.read("elsewhere/keep.png")
        for target in ["../elsewhere/keep.png", "/dev/null", "/dev/stdout", "../none.png"] {
            try? FileManager.default.removeItem(at: sandbox.directory.url.appending(path: "out"))
            try sandbox.add("out/b.png")
            try sandbox.link("out/a.png", to: target)
            let refused = try sandbox.run("--recursive", "photos", "--out-dir", "out")
            #expect(refused.status == 73 && refused.errors.contains("already exists"), "\(refused.errors)")
            let forced = try sandbox.run("--force", "--recursive", "photos", "--out-dir", "out")
            #expect(forced.status == 0 && forced.output.isEmpty, "\(forced.errors)")
            let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.directory.path("out/a.png"))
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        }
        #expect(try sandbox.read("elsewhere/keep.png") == keep)
        #expect(try sandbox.directory.names() == ["elsewhere", "in.png", "out", "photos"])
    }

    @Test("The output directory itself may be a link")
    func linkedDirectory() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photos/x/a.png", "elsewhere/keep.png")
        try sandbox.link("out", to: "elsewhere")
        #expect(try sandbox.run("--recursive", "photos", "--out-dir", "out/new").status == 0)
        #expect(sandbox.tree("elsewhere") == ["keep.png", "new/x/a.png"])
    }

    @Test("A directory that is swapped for a link during the runs leads nothing outside", arguments: [true, false])
    func race(inPlace: Bool) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("tree/x/a.png", "elsewhere/a.png", "photos/x/a.png")
        let path = sandbox.directory.path("tree/")
        let isDone = Atomic(false)
        try withExtendedLifetime(sandbox) {
            try sandbox.link("tree/link", to: "../elsewhere")
            let swapping = Thread {
                while !isDone.load(ordering: .relaxed) {
                    _ = (rename(path + "x", path + "y"), rename(path + "link", path + "x"))
                    _ = (rename(path + "x", path + "link"), rename(path + "y", path + "x"))
                }
            }
            swapping.start()
            defer { isDone.store(true, ordering: .relaxed) }
            let arguments = inPlace ? ["--in-place", "tree"] : ["photos", "--out-dir", "tree", "--force"]
            for _ in 0..<200 {
                _ = try sandbox.run(arguments + ["--recursive", "--quiet", "--no-fsync"])
            }
        }
        #expect(try sandbox.read("elsewhere/a.png") == sandbox.image)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.directory.path("elsewhere")) == ["a.png"])
    }
}
