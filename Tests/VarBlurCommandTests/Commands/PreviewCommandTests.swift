import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("varblur preview")
struct PreviewCommandTests {
    private func request(_ arguments: String...) throws -> PreviewRequest {
        try request(["--no-settings"] + arguments)
    }

    private func request(_ list: [String]) throws -> PreviewRequest {
        let arguments = PreviewCommand.help.arguments(list)
        if let error = arguments.error { throw error }
        let settings = try EffectiveSettings(arguments)
        return try PreviewRequest(try settings.request(paths: arguments.paths), settings)
    }

    @Test("The program that serves the page is found beside the command, and receives all arguments")
    func beside() throws {
        let directory = try TemporaryDirectory()
        let command = try directory.addProgram(copying: Program.varblur.url, named: "varblur")
        try directory.addProgram(text: "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n", named: "varblur-preview")
        let image = try PixelBuffer.noise(Size(5, 4)).encoded(.png)
        for name in ["a b.jpg", "é.png"] { try directory.write(image, to: name) }
        let outcome = try command.run(
            ["preview", "--port", "8080", "--tint=#fff", "a b.jpg", "é.png"], in: directory.url)
        #expect(outcome.status == 7 && outcome.text == "<--port><8080><--tint=#fff><a b.jpg><é.png>", "\(outcome.text)")
    }

    @Test("Without that program, the error says how to get it")
    func missing() throws {
        let directory = try TemporaryDirectory()
        let command = try directory.addProgram(copying: Program.varblur.url, named: "varblur")
        try directory.write(PixelBuffer.noise(Size(5, 4)).encoded(.png), to: "photo.jpg")
        let outcome = try command.run(
            ["preview", "photo.jpg"], in: directory.url, environment: ["PATH": "/nonexistent"])
        #expect(outcome.status == 69 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("varblur-preview: the program is not installed"), "\(outcome.errors)")
        #expect(outcome.errors.contains("install the package varblur-preview"))
        let scene = try command.run(
            ["compose", "scene.json", "card.png"], in: directory.url, environment: ["PATH": "/nonexistent"])
        #expect(scene.status == 69 && scene.errors.contains("install the package varblur-scenes"), "\(scene.errors)")
    }

    @Test("Files that are no images are errors before the program is started")
    func notImages() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Array("Dear diary\n".utf8), to: "text.jpg")
        try directory.write([], to: "empty.png")
        for (name, status, message) in [
            ("text.jpg", 65, "text.jpg: this is a text file"), ("empty.png", 65, "empty.png: the file is empty"),
            ("missing.png", 66, "missing.png: cannot open"), (".", 66, "not a regular file"),
        ] as [(String, Int32, String)] {
            let outcome = try Program.varblur.run(
                ["preview", "--no-open", name], in: directory.url, environment: ["PATH": "/nonexistent"])
            #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test(
        "Wrong arguments are errors before the program is started",
        arguments: [
            ["--port", "0"], ["--port", "65536"], ["--out-dir", "x"], ["--shard", "1/2"], ["--max-radius", "x"],
            ["--ramp", "linear-blur(1px, 0px)", "--mask", "m.png"], ["--force"], ["--preset", "nothing"],
            ["--set", "a.b=1"], ["--confine", "."], ["--scene", "s.json", "--confine", "nonexistent"],
            ["--scene", "s.json", "photo.jpg"], ["--scene", "-"],
            ["--scene", "s.json", "--set", "x"],
            ["--scene", "s.json", "--max-radius", "3"], ["--scene", "s.json", "--preset", "caption"], ["--at", "1"],
        ])
    func wrong(arguments: [String]) throws {
        let outcome = try Program.varblur.run(["preview"] + arguments)
        #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
    }

    @Test("The request has the settings in effect, with those of presets, and no preset")
    func settings() throws {
        let request = try request(
            "--port", "8080", "--no-open", "--preset", "caption", "--tint", "navy", "--max-pixels", "5000", "a.jpg",
            "b.png")
        #expect(request.port == 8080 && !request.opensBrowser && request.images == ["a.jpg", "b.png"])
        let values = Dictionary(uniqueKeysWithValues: request.settings.map { ($0.name, $0.value) })
        #expect(values["tint"] == "navy" && values["max-radius"] == "2.4%" && values["max-pixels"] == "5000")
        #expect(values["preset"] == nil && values["direction"] == "bottom")
        #expect(request.settingsFile == nil)
        #expect(
            request.presets.count == 9 && request.presets.contains { $0.name == "vignette" && $0.settings.count == 4 })
    }

    @Test("A scene and the values to set in it are part of the request; settings of images stay out of it")
    func scene() throws {
        let request = try request("--scene", "a b.json", "--set", "title.text=a=b", "--set", "box.width=-3")
        #expect(request.scene == "a b.json" && request.images.isEmpty && request.confinement == nil)
        #expect(try self.request("--scene", "s.json", "--confine", "/tmp").confinement == "/tmp")
        #expect(request.assignments.map(\.name) == ["title.text", "box.width"])
        #expect(request.assignments.map(\.value) == ["a=b", "-3"])
        let directory = try TemporaryDirectory()
        try directory.write(Array("max-radius = 7\n".utf8), to: "settings")
        #expect(throws: Never.self) {
            try self.request(["--settings", directory.path("settings"), "--scene", "s.json"])
        }
    }

    @Test("Flags are on, and repeated ramps are one setting")
    func flags() throws {
        let request = try request("--dither", "--ramp", "linear-blur(1px, 0px)", "--ramp", "radial-blur(0px, 3px)")
        let values = Dictionary(uniqueKeysWithValues: request.settings.map { ($0.name, $0.value) })
        #expect(values == ["dither": "yes", "ramp": "linear-blur(1px, 0px) radial-blur(0px, 3px)"])
    }

    @Test("The settings file and its presets are part of the request")
    func settingsFile() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Array("max-radius = 7\npreset.own = tint = red\n".utf8), to: "settings")
        let request = try request(["--settings", directory.path("settings")])
        #expect(request.settingsFile == directory.path("settings"))
        #expect(request.settings.map(\.value) == ["7"] && request.presets.first?.name == "own")
    }

    @Test("The descriptions of options have what a control needs")
    func descriptions() throws {
        let options = CommandLineTool.jobOptions
        #expect(options.count == OptionTable.standard.entries(in: .batchLine).count)
        func option(_ name: String) throws -> OptionDescription { try #require(options.first { $0.name == name }) }
        #expect(try option("dither").kind == .flag && option("edges").choices.contains("mirror"))
        #expect(try option("saturation").range == "0 to 4" && option("max-radius").units == ["px", "%"])
        #expect(try option("progressive").group == option("baseline").group && option("dither").group == nil)
        #expect(try option("mask").kind == .file && option("jpeg-quality").kind == .integer)
        #expect(try option("grain").defaultValue == "0" && option("format").defaultValue == nil)
        #expect(try option("threads").changesOutput == false && option("tint").changesOutput)
    }
}
