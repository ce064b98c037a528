import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("The format and the extension of an output")
struct OutputFormatTests {
    private static let foreignExtensions = [
        "gif", "heic", "heif", "tif", "tiff", "bmp", "jp2", "pdf", "svg", "Gif", "TIFF",
    ]

    private func expectUsageError(_ arguments: [String]) throws {
        let sandbox = try CommandSandbox()
        // An input that cannot be read: the error comes before any is.
        try sandbox.write([1, 2, 3], "bad.png")
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("varblur: error: "), "\(arguments): \(outcome.errors)")
        #expect(try sandbox.directory.names() == ["bad.png", "in.png"], "\(arguments)")
    }

    @Test("Extensions of formats that are not written are refused", arguments: foreignExtensions)
    func notWritten(fileExtension: String) throws {
        try expectUsageError(["bad.png", "a.\(fileExtension)"])
        try expectUsageError(["--format", "jpeg", "bad.png", "a.\(fileExtension)"])
        try expectUsageError(["--out-dir", "o", "--name-template", "{name}.\(fileExtension)", "in.png", "bad.png"])
    }

    @Test("An extension and an option that contradict each other are refused")
    func contradictions() throws {
        for (format, name) in [
            ("jpeg", "a.png"), ("png", "a.jpg"), ("png", "a.JPEG"), ("png", "a.webp"), ("webp", "a.png"),
            ("png", "a.jfif"),
        ] {
            try expectUsageError(["--format", format, "bad.png", name])
            let template = "{name}.\(name.dropFirst(2))"
            try expectUsageError([
                "--format", format, "--out-dir", "o", "--name-template", template, "in.png", "bad.png",
            ])
        }
    }

    @Test("A line of a batch fails alone if its extension and its format contradict each other")
    func batch() throws {
        let sandbox = try CommandSandbox()
        let jpeg = #"{"format":"jpeg"}"#
        let lines = [
            CommandSandbox.job("in.png", "a.png", options: jpeg), CommandSandbox.job("in.png", "a.webp", options: jpeg),
            CommandSandbox.job("in.png", "a.jpg", options: jpeg), CommandSandbox.job("in.png", "a.bak", options: jpeg),
        ]
        let results = try sandbox.batch(lines).results
        #expect(results.map { $0["status"]?.string } == ["error", "error", "ok", "ok"])
        #expect(results.prefix(2).allSatisfy { $0["error"]?["exit"]?.text == "64" })
        for name in ["a.jpg", "a.bak"] { #expect(try ImageHeader.of(sandbox.read(name)).format == .jpeg) }
    }

    @Test("A template with a fixed extension selects the format")
    func templates() throws {
        let sandbox = try CommandSandbox()
        for (options, template, name, format) in [
            ([], "{name}-a.jpg", "in-a.jpg", ImageFormat.jpeg),
            (["--format", "jpeg"], "{name}-b.JPG", "in-b.JPG", .jpeg),
            ([], "{name}.bak", "in.bak", .png), (["--format", "jpeg"], "{name}.v2", "in.v2", .jpeg),
            (["--format", "jpeg"], "{name}-c{ext}", "in-c.jpg", .jpeg), ([], "{name}.webp{ext}", "in.webp.png", .png),
            ([], "{name}-d.webp", "in-d.webp", .webP), (["--format", "webp"], "{name}-e{ext}", "in-e.webp", .webP),
        ] as [([String], String, String, ImageFormat)] {
            let arguments = options + ["--out-dir", "o", "--name-template", template, "in.png"]
            try sandbox.check(arguments)
            #expect(try ImageHeader.of(sandbox.read("o/\(name)")).format == format, "\(template)")
        }
    }

    @Test("The extension of a template is fixed unless it contains a placeholder")
    func fixedExtensions() throws {
        for (template, expected) in [
            ("{name}.webp", "webp"), ("{dir}/x/{name}-blur.png", "png"), ("{name}{ext}.gif", "gif"),
            ("{name}{ext}", nil), ("{name}", nil), ("{name}.png{ext}", nil), ("{name}-blur", nil),
            ("{name}/x.png", "png"),
        ] as [(String, String?)] {
            #expect(try NameTemplate(template).fixedExtension == expected, "\(template)")
        }
        #expect(try NameTemplate.suffix(".webp").fixedExtension == nil)
    }

    @Test(
        "A format before the name of an output is an error, and nothing is written",
        arguments: [
            ("jpg:-", "--format jpeg in.png -"), ("png:out.png", "--format png in.png out.png"),
            ("webp:", "--format webp in.png -"), ("JPEG:o.dat", "--format jpeg in.png o.dat"),
            ("avif:o", "--format avif in.png o"), ("gif:-", "use .png, .jpg"), ("heic:o.png", "use .png, .jpg"),
        ])
    func prefixes(output: String, remedy: String) throws {
        let sandbox = try CommandSandbox()
        for options in [[], ["--format", "png"], ["--dry-run"]] {
            let outcome = try sandbox.run(options + ["in.png", output])
            #expect(
                outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains(remedy), "\(outcome.errors)")
        }
        #expect(try sandbox.directory.names() == ["in.png"])
        #expect(try sandbox.run("in.png", "./png:out.png").status == 0)
        #expect(try sandbox.run("in.png", "12:30.png").status == 0)
    }

    @Test(
        "No directory is created for inputs that are no images",
        arguments: [
            (["none/*.png"], 66), (["n?ne.png"], 66), (["[ab].png"], 66), (["none.png"], 66), (["text.png"], 65),
            (["none.png", "text.png"], 1), (["in.png", "text.png", "none.png"], 1),
        ] as [([String], Int32)])
    func directories(inputs: [String], status: Int32) throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(Array("no image".utf8), "text.png")
        for options in [["--out-dir", "new/o"], ["--out-dir", "new/o", "--widths", "10,20"]] {
            let outcome = try sandbox.run(options + inputs)
            #expect(outcome.status == status, "\(outcome.errors)")
            let isPattern = inputs[0].contains { "*?[".contains($0) }
            #expect(outcome.errors.contains("the shell did not expand the pattern") == isPattern, "\(outcome.errors)")
            let hasImage = inputs.contains("in.png")
            #expect(FileManager.default.fileExists(atPath: sandbox.directory.path("new")) == hasImage)
        }
        let jobs = inputs.filter { $0 != "in.png" }.map { CommandSandbox.job($0, "other/o.png") }
        #expect(try sandbox.batch(jobs).results.allSatisfy { $0["status"] == .string("error") })
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory.path("other")))
    }
}
