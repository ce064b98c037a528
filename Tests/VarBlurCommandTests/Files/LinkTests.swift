import Foundation
import TestSupport
import Testing

@Suite("Links in directories")
struct LinkTests {
    private let sandbox: CommandSandbox

    /// A directory `photos` with an image, links out of it and a link up, and a directory `elsewhere` with an image.
    init() throws {
        sandbox = try CommandSandbox()
        try sandbox.add("photos/a.png", "photos/x/b.png", "elsewhere/c.png", "elsewhere/deep/d.png")
        try sandbox.link("photos/file.png", to: "../elsewhere/c.png")
        try sandbox.link("photos/x/tree", to: "../../elsewhere")
        try sandbox.link("photos/x/up", to: "..")
    }

    private func isUnchanged(_ name: String) throws -> Bool { try sandbox.read(name) == sandbox.image }

    @Test("are skipped and counted, whether files are replaced or read")
    func skipped() throws {
        for arguments in [["--in-place"], ["--out-dir", "out"], ["--suffix", "-b"]] {
            let outcome = try sandbox.run(arguments + ["--recursive", "photos"])
            #expect(outcome.status == 0)
            #expect(
                outcome.errors
                    .hasPrefix(
                        "varblur: warning: 3 symbolic links were skipped (use --follow-links to follow them)\n"))
        }
        #expect(sandbox.tree("elsewhere") == ["c.png", "deep/d.png"])
        #expect(try isUnchanged("elsewhere/c.png") && isUnchanged("elsewhere/deep/d.png"))
        #expect(sandbox.tree("out") == ["a.png", "x/b.png"])
        #expect(try !isUnchanged("photos/a.png") && !isUnchanged("photos/x/b.png"))
    }

    @Test("--follow-links searches each linked directory once")
    func followed() throws {
        let outcome = try sandbox.run("--recursive", "--follow-links", "photos", "--out-dir", "out")
        #expect(outcome.status == 0 && outcome.errors == "5 images: 5 ok\n", "\(outcome.errors)")
        #expect(sandbox.tree("out") == ["a.png", "file.png", "x/b.png", "x/tree/c.png", "x/tree/deep/d.png"])
        #expect(try sandbox.run("--follow-links", "photos/a.png", "--suffix", "-b").status == 64)
    }

    @Test("are followed on request when files are replaced, each file once")
    func followedInPlace() throws {
        try sandbox.link("photos/again.png", to: "a.png")
        let outcome = try sandbox.run("--recursive", "--follow-links", "--in-place", "photos")
        #expect(outcome.status == 0 && outcome.errors == "4 images: 4 ok\n", "\(outcome.errors)")
        #expect(try sandbox.run("in.png", "once.png").status == 0)
        for name in ["photos/a.png", "photos/x/b.png", "elsewhere/c.png", "elsewhere/deep/d.png"] {
            #expect(try sandbox.read(name) == sandbox.read("once.png"), "\(name)")
        }
        let target = try FileManager.default.destinationOfSymbolicLink(
            atPath: sandbox.directory.path("photos/file.png"))
        #expect(target == "../elsewhere/c.png")
    }

    @Test("to pipes and devices count as such: they are not images in a directory")
    func streams() throws {
        try sandbox.pipe("pipe")
        try sandbox.pipe("photos/pipe.png")
        try sandbox.link("photos/link.png", to: "../pipe")
        try sandbox.link("photos/zero.png", to: "/dev/zero")
        for arguments in [["--recursive"], ["--recursive", "--follow-links"]] {
            try sandbox.check(arguments + ["photos", "--out-dir", "out", "--force", "--timeout", "20"])
        }
        #expect(sandbox.tree("out") == ["a.png", "file.png", "x/b.png", "x/tree/c.png", "x/tree/deep/d.png"])
    }

    @Test("links named on the command line are followed")
    func named() throws {
        try sandbox.link("photos-link", to: "photos/x")
        #expect(try sandbox.run("--recursive", "photos-link", "--out-dir", "out").status == 0)
        #expect(sandbox.tree("out") == ["b.png"])
        #expect(try sandbox.run("--in-place", "photos/file.png").status == 0)
        #expect(try !isUnchanged("elsewhere/c.png"))
        let target = try FileManager.default.destinationOfSymbolicLink(
            atPath: sandbox.directory.path("photos/file.png"))
        #expect(target == "../elsewhere/c.png")
    }

    @Test("that lead nowhere are errors if links are followed")
    func broken() throws {
        try sandbox.link("photos/x/none.png", to: "nothing.png")
        let outcome = try sandbox.run("--recursive", "--follow-links", "photos", "--out-dir", "out")
        #expect(outcome.status == 1 && outcome.errors.contains("photos/x/none.png: cannot open"))
    }

    @Test("from one directory to many others do not multiply the search")
    func manyWays() throws {
        for from in 0..<12 {
            try sandbox.add("web/\(from)/\(from).png")
            for to in 0..<12 where to != from { try sandbox.link("web/\(from)/\(to)", to: "../\(to)") }
        }
        let outcome = try sandbox.run("--recursive", "--follow-links", "--dry-run", "web", "--out-dir", "out")
        #expect(outcome.status == 0 && outcome.text.split(separator: "\n").count == 12)
    }

    @Test("A hard link is one name of a file: replacing it leaves the other names as they are")
    func hardLink() throws {
        try FileManager.default.linkItem(
            atPath: sandbox.directory.path("elsewhere/c.png"), toPath: sandbox.directory.path("photos/hard.png"))
        #expect(try sandbox.run("--in-place", "photos/hard.png").status == 0)
        #expect(try isUnchanged("elsewhere/c.png") && !isUnchanged("photos/hard.png"))
    }
}
