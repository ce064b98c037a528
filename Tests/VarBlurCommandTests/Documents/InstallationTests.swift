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

    #if os(Linux)
        @Test(
            "The check of finished programs sees folders and libraries of the system that built them",
            .enabled(
                if: Program(named: "clang") != nil && Program(named: "readelf") != nil, "requires clang and readelf"),
            arguments: [
                ([], ""), (["-Wl,-rpath,/opt/swift/usr/lib"], "searches for libraries"),
                (["-Wl,-rpath,$ORIGIN"], "searches for libraries"),
                (["-Wl,--disable-new-dtags,-rpath,/usr/lib"], "searches for libraries"),
                (["-Wl,--no-as-needed", "libswiftCore.so"], "needs libswiftCore.so of the Swift toolchain"),
                (["-Wl,--no-as-needed", "libother.so"], "needs libother.so, although"),
            ] as [([String], String)])
        func hardening(options: [String], words: String) throws {
            let directory = try TemporaryDirectory()
            let clang = try #require(Program(named: "clang"))
            for name in ["libswiftCore.so", "libother.so"] {
                let library = ["-shared", "-fPIC", "-Wl,-soname,\(name)", "-x", "c", "/dev/null", "-o", name]
                #expect(try clang.run(library, in: directory.url).status == 0)
            }
            try Data(
                "#include <stdio.h>\nint main(int n, char **a) { char b[9]; sprintf(b, a[n]); return puts(b); }".utf8
            )
            .write(to: directory.url.appending(path: "program.c"))
            let hardened = [
                "-O2", "-w", "-D_FORTIFY_SOURCE=2", "-fstack-protector-all", "-fPIE", "-pie", "-Wl,-z,relro,-z,now",
                "program.c",
                "-o", "varblur-heif",
            ]
            let built = try clang.run(hardened + options, in: directory.url)
            #expect(built.status == 0, "\(built.errors)")
            let check = try Program(repository.appending(path: "scripts/check-hardening").path)
                .run(["varblur-heif"], in: directory.url)
            #expect(
                words.isEmpty ? check.status == 0 : check.status == 1 && check.errors.contains(words), "\(check.errors)"
            )
        }
    #endif
}
