import TestSupport
import Testing

@Suite("HEIC files in directories")
struct UnwrittenFormatTests {
    private let sandbox: CommandSandbox

    init() throws {
        sandbox = try CommandSandbox()
        // they are not read
        try sandbox.add("photos/a.png", "photos/b.heic", "photos/x/c.HEIC")
    }

    private static let warning =
        "varblur: warning: 2 files were skipped, because HEIC files are only read (use --format with --out-dir)\n"

    @Test("are skipped and counted if their outputs would be HEIC files")
    func skipped() throws {
        for arguments in [
            ["--in-place"], ["--out-dir", "out"], ["--suffix", "-b"], ["--widths", "16", "--out-dir", "w"],
        ] {
            let outcome = try sandbox.run(arguments + ["--recursive", "photos"])
            #expect(outcome.status == 0 && outcome.errors.hasPrefix(Self.warning), "\(outcome.errors)")
        }
        #expect(sandbox.tree("out") == ["a.png"])
        #expect(try sandbox.read("photos/b.heic") == sandbox.image)
        try sandbox.add("others/b.heic")
        let outcome = try sandbox.run("--recursive", "others", "--out-dir", "out")
        #expect(
            outcome.errors
                == "varblur: warning: 1 file was skipped, because HEIC files are only read (use --format with --out-dir)\n"
        )
    }

    @Test("are read if another format is requested, and files that are named are never skipped")
    func read() throws {
        for arguments in [
            ["--format", "png", "--recursive", "photos"], ["--formats", "png", "--recursive", "photos"],
            ["--name-template", "{name}.png", "--recursive", "photos"],
        ] {
            let outcome = try sandbox.run(arguments + ["-f", "--out-dir", "out"])
            // the files are PNG files, whatever their names
            #expect(outcome.status == 0 && outcome.errors == "3 images: 3 ok\n", "\(outcome.errors)")
        }
        let outcome = try sandbox.run("photos/b.heic", "photos/a.png", "--out-dir", "named")
        #expect(
            outcome.status == 64 && outcome.errors.contains("HEIC files are read, but not written"), "\(outcome.errors)"
        )
    }
}
