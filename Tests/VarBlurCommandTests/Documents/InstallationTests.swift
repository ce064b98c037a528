import Foundation
import TestSupport
import Testing

@Suite("Installation")
struct InstallationTests {
    @Test("make install copies all files below PREFIX, and make uninstall removes them")
    func install() throws {
        guard let make = Program(named: "make") else { return }
        let directory = try TemporaryDirectory()
        let arguments = [
            "-s", "-C", repository.path, "install", "DESTDIR=\(directory.url.path)", "PREFIX=/opt/x",
            "VARBLUR=\(Program.varblur.url.path)",
        ]
        let outcome = try make.run(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let walker = FileManager.default.enumerator(atPath: directory.path("opt/x"))
        let files = Set(((walker?.allObjects as? [String]) ?? []))
        for file in [
            "bin/varblur", "share/man/man1/varblur.1", "share/man/man1/varblur-batch.1",
            "share/man/man1/varblur-preview.1",
            "share/varblur/job.schema.json", "share/varblur/scene-job.schema.json",
            "share/varblur/result.schema.json", "share/bash-completion/completions/varblur",
            "share/zsh/site-functions/_varblur", "share/fish/vendor_completions.d/varblur.fish",
        ] { #expect(files.contains(file), "\(file)") }
        #expect(try Program(directory.path("opt/x/bin/varblur")).run(["--version"]).status == 0)
        if let patchelf = Program(named: "patchelf") {
            let folders = try patchelf.run(["--print-rpath", directory.path("opt/x/bin/varblur")]).text
            #expect(!folders.contains("ORIGIN"))
        }
        #expect(try make.run(arguments.map { $0 == "install" ? "uninstall" : $0 }).status == 0)
        #expect(!FileManager.default.fileExists(atPath: directory.path("opt/x/bin/varblur")))
    }
}
