import Foundation
import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Names are bytes")
struct NameBytesTests {
    /// The same name for a reader, composed and decomposed.
    private static let composed = "caf\u{E9}.png"
    private static let decomposed = "cafe\u{301}.png"

    /// Whether the file system distinguishes the two forms, as Linux does.
    private func addBoth(_ sandbox: CommandSandbox, _ directory: String) throws -> Bool {
        try sandbox.add("\(directory)/\(Self.composed)")
        // Foundation may change the form of a name
        let script =
            "cp in.png \(directory)/$'cafe\\xcc\\x81.png'; cp in.png \(directory)/$'caf\\xc3\\xa9.png'; ls \(directory)"
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: sandbox.directory.url)
        return outcome.text.split(separator: "\n").count == 2
    }

    @Test(
        "Two forms of a name are two files",
        arguments: [["--out-dir", "out"], ["--suffix", "-b"], ["--in-place"]])
    func forms(arguments: [String]) throws {
        let sandbox = try CommandSandbox()
        guard try addBoth(sandbox, "photos") else { return }
        let bash = try #require(Program(named: "bash"))
        let script = "'\(Program.varblur.url.path)' \(arguments.joined(separator: " ")) photos/*.png"
        let named = try bash.run(["-c", script], in: sandbox.directory.url)
        #expect(named.status == 0 && named.errors == "2 images: 2 ok\n", "\(named.errors)")
        let changed = try bash.run(
            ["-c", "for file in photos/*.png; do cmp -s $file in.png || echo $file; done; ls out 2> /dev/null"],
            in: sandbox.directory.url)
        #expect(changed.text.split(separator: "\n").count == 2, "\(changed.text)")
        let found = try sandbox.run("--recursive", "photos", "--out-dir", "new")
        #expect(
            found.status == 0 && found.errors.hasSuffix(" ok\n") && !found.errors.contains("varblur"), "\(found.errors)"
        )
    }

    @Test("A combining mark after a brace or a slash belongs to the name")
    func combiningMarks() throws {
        let template = try NameTemplate("{dir}\u{301}/\u{301}{name}\u{301}-b{ext}")
        let values = NameTemplate.Values(directory: "photos", name: "a", fileExtension: ".png")
        #expect(template.path(values).utf8.elementsEqual("photos\u{301}/\u{301}a\u{301}-b.png".utf8))
        let current = try NameTemplate("./\u{301}{name}").path(values)
        #expect(current.utf8.elementsEqual("\u{301}a".utf8))
        #expect(throws: (any Error).self) { try NameTemplate("{name\u{301}}") }
        #expect(throws: (any Error).self) { try NameTemplate("{name}/") }
    }

    @Test("Keys of paths are equal for the same file only")
    func keys() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a/x.png")
        try sandbox.link("link", to: "a")
        let base = sandbox.directory.url.path
        var keys = FileKeys()
        let key = keys.key(base + "/a/x.png")
        for same in ["/a//x.png", "/./a/./x.png", "/link/x.png", "/link/../a/x.png"] {
            #expect(keys.key(base + same) == key, "\(same)")
        }
        for other in ["/a/y.png", "/x.png", "/none/x.png", "/a/none/x.png", "/a/x.png/x.png"] {
            #expect(keys.key(base + other) != key, "\(other)")
        }
        #expect(keys.key(base + "/new/" + Self.composed) != keys.key(base + "/new/" + Self.decomposed))
        #expect(keys.key(base + "/n1/../new/./x.png") == keys.key(base + "/new//x.png"))
    }
}
