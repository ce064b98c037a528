import Foundation
import TestSupport
import Testing
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Spellings of paths")
struct PathSpellingTests {
    @Test("A dot at the start is dropped together with its slashes")
    func leadingDots() throws {
        for (path, expected) in [
            ("./a", "a"), (".//a", "a"), (".///a/b", "a/b"), ("./", "."), (".//", "."), (".", "."), ("a/./b", "a/./b"),
            ("/a", "/a"), ("../a", "../a"), (".a/b", ".a/b"), ("", ""), ("./.a", ".a"),
        ] {
            #expect(PathName.withoutLeadingDot(path) == expected, "\(path)")
        }
    }

    @Test("A path is below a directory, whatever the spelling of the two is")
    func below() {
        for directory in ["x", "./x", ".//x", "x/", "x//", "./x/.", "././x"] {
            for path in ["x/y/a", "./x/y/a", "x//y/./a", ".//x/y/a"] {
                #expect(PathName.components(of: path, below: directory) == ["y", "a"], "\(path) below \(directory)")
            }
            for path in ["x", "xy/a", "y/a", "/x/y/a", "../x/y/a"] {
                #expect(PathName.components(of: path, below: directory) == nil, "\(path) below \(directory)")
            }
        }
        #expect(PathName.components(of: "a", below: ".") == ["a"] && PathName.components(of: "/a", below: ".") == nil)
        #expect(PathName.components(of: "//a/b", below: "/") == ["a", "b"])
        #expect(PathName.components(of: "../x/a", below: "../x") == ["a"])
    }

    @Test("Two slashes after a dot do not lead to the root directory")
    func doubleSlash() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photos/a.png")
        let values = NameTemplate.Values(directory: "./", name: "a", fileExtension: ".png")
        for template in [try NameTemplate.suffix("-h"), try NameTemplate("./{dir}/{name}-h{ext}")] {
            let path = template.path(values)
            #expect(path.utf8.first != UInt8(ascii: "/") && PathName.components(of: path) == ["a-h.png"])
        }
        #expect(try sandbox.run("--suffix", "-h", ".//in.png").status == 0)
        #expect(try sandbox.run("--recursive", ".//photos", "--suffix", "-h").status == 0)
        #expect(try sandbox.run("--out-dir", "out", "--name-template", "{dir}/{name}{ext}", ".//in.png").status == 0)
        #expect(try sandbox.directory.names() == ["in-h.png", "in.png", "out", "photos"])
        #expect(sandbox.tree("out") == ["in.png"] && sandbox.tree("photos") == ["a-h.png", "a.png"])
    }

    @Test(
        "An output below a searched directory follows no link there, however the directory is written",
        arguments: [".", "./", ".//", ".//.", "./sub", ".//sub", "sub", "sub//", "./sub/.", "../photos/sub", "/"])
    func links(spelling: String) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("photos/sub/a.png")
        try FileManager.default.createDirectory(
            at: sandbox.directory.url.appending(path: "elsewhere"), withIntermediateDirectories: false)
        try sandbox.link("photos/sub/link", to: "../../elsewhere")
        let photos = sandbox.directory.url.appending(path: "photos")
        let tree = spelling == "/" ? photos.path + "//" : spelling
        let refused = try Program.varblur.run(
            ["--recursive", tree, "--name-template", "{dir}/link/{name}{ext}"], in: photos)
        #expect(refused.status == 73 && refused.errors.contains("'link' is a symbolic link"), "\(refused.errors)")
        #expect(sandbox.tree("elsewhere").isEmpty)
        let beside = try Program.varblur.run(["--recursive", tree, "--suffix", "-c"], in: photos)
        #expect(beside.status == 0, "\(beside.errors)")
        #expect(sandbox.tree("photos").filter { $0.hasSuffix(".png") } == ["sub/a-c.png", "sub/a.png"])
    }

    @Test("The system's limit counts the bytes of a path, not the text that stands for invalid ones")
    func invalidBytes() throws {
        let sandbox = try CommandSandbox()
        let script = """
            import os, shutil, subprocess, sys
            long = b'/'.join([b'\\xff' * 150] * 10)
            try: os.makedirs(b'photos/' + long)
            except OSError: sys.exit()
            shutil.copy('in.png', b'photos/' + long + b'/a.png')
            def run(*arguments): print(subprocess.call([sys.argv[1], *arguments]))
            run('--recursive', 'photos', '--out-dir', 'out')
            run('in.png', '--out-dir', b'new/' + long)
            run('in.png', '--out-dir', 'out', '--name-template', b'x/' + long + b'/{name}{ext}')
            files = [b'out/' + long + b'/a.png', b'new/' + long + b'/in.png', b'out/x/' + long + b'/in.png']
            print([os.path.exists(file) for file in files])
            """
        let outcome = try #require(Program.python).run(
            ["-c", script, Program.varblur.url.path], in: sandbox.directory.url)
        // a file system may refuse such names
        guard !outcome.text.isEmpty else { return }
        #expect(outcome.text == "0\n0\n0\n[True, True, True]\n", "\(outcome.text)\(outcome.errors)")
    }
}
